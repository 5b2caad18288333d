#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "bots/steady/weight_options.h"

namespace tichu::steady {
namespace {

BotSetup setup_with(const std::string& name, const std::string& value) {
  BotSetup setup;
  setup.options.emplace_back(name, value);
  return setup;
}

TEST(SteadyOptions, ChangeTheWeightOfTheirName) {
  const Weights usual = weights_of({});
  EXPECT_EQ(usual.tichu, Weights{}.tichu);
  const Weights bold = weights_of(setup_with("tichu", "-1.5"));
  EXPECT_EQ(bold.tichu, -1.5f);
  EXPECT_EQ(bold.grand, usual.grand);
  EXPECT_EQ(weights_of(setup_with("cost_winner", "3")).cost.winner, 3.0f);
  EXPECT_EQ(weights_of(setup_with("parity", "0")).parity, 0.0f);
}

TEST(SteadyOptions, AreNamedWhereOneIsNotKnown) {
  const BotSetup setup = setup_with("tichuu", "1");
  weights_of(setup);
  try {
    setup.refuse_unknown_options();
    FAIL() << "it was taken";
  } catch (const std::invalid_argument& refused) {
    const std::string text = refused.what();
    EXPECT_EQ(text.find("unknown option tichuu; there are "), 0u) << text;
    for (const char* name : {"tichu", "grand", "cost_winner", "parity"}) {
      EXPECT_NE(text.find(name), std::string::npos) << name;
    }
  }
}

TEST(SteadyOptions, RefuseWhatTheyDoNotKnow) {
  for (const char* text : {"", "x", "nan", "inf", "1e9", "1,5", "1 "}) {
    EXPECT_THROW(weights_of(setup_with("tichu", text)), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace tichu::steady
