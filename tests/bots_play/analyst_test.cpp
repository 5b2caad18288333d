#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bots/sage/sage_analyst.h"
#include "bots/sampler/sampler_analyst.h"
#include "engine/notation.h"
#include "tests/engine/watched_rounds.h"

namespace tichu {
namespace {

template <typename AnalystClass>
class Analysts : public ::testing::Test {
 protected:
  AnalystClass analyst{BotSetup()};
};

using Bundled = ::testing::Types<sampler::SamplerAnalyst, sage::SageAnalyst>;
TYPED_TEST_SUITE(Analysts, Bundled);

TYPED_TEST(Analysts, ProposesLegalAnswersAtEveryDecision) {
  tests::watch_rounds(7, 79, 60, [&](const Observation& seen, Question asked, const Round& round, Seat seat) {
    const std::vector<Answer> proposed = this->analyst.propose(asked, seen, Answer(), 10);
    ASSERT_FALSE(proposed.empty());
    ASSERT_LE(proposed.size(), std::max<std::size_t>(10, 2));
    for (const Answer& answer : proposed) ASSERT_TRUE(round.is_legal(seat, answer.action)) << to_text(answer.action);
  });
}

TYPED_TEST(Analysts, FillsInEveryWorldAndRepeatsThemBySeed) {
  tests::watch_rounds(7, 79, 4, [&](const Observation& seen, Question asked, const Round&, Seat) {
    const std::vector<Answer> proposed = this->analyst.propose(asked, seen, Answer(), 4);
    constexpr std::size_t Worlds = 3;
    std::vector<float> one(proposed.size() * Worlds, 12345);
    std::vector<float> same(one);
    ASSERT_EQ(this->analyst.judge(asked, seen, proposed, 11, one), Worlds);
    ASSERT_EQ(this->analyst.judge(asked, seen, proposed, 11, same), Worlds);
    ASSERT_EQ(one, same);
    for (const float margin : one) ASSERT_LE(std::abs(margin), 900);
  });
}

double mean_of(const std::vector<float>& margins, std::size_t place, std::size_t count) {
  double sum = 0;
  for (std::size_t i = place; i < margins.size(); i += count) sum += static_cast<double>(margins[i]);
  return sum / (static_cast<double>(margins.size()) / static_cast<double>(count));
}

/// The observation of a seat before the push, with fourteen cards.
Observation before_push(const std::string& hand) {
  Observation seen{};
  seen.stage = Stage::BeforePush;
  seen.hand = *parse_cards(hand);
  for (const Card card : seen.hand) {
    if (seen.first_eight.size() < Deal::FirstCards) seen.first_eight.insert(card);
  }
  return seen;
}

TYPED_TEST(Analysts, KnowsThatAnAceIsBetterWithThePartnerThanWithAnOpponent) {
  const Observation seen = before_push("2j 4s 5p 6t 8j 9s Tp Jj Js Qp Kt Aj As Ap");
  std::vector<Answer> pushes(2);
  pushes[0].action = Action::push_cards(*parse_card("2j"), *parse_card("Ap"), *parse_card("4s"));
  pushes[1].action = Action::push_cards(*parse_card("Ap"), *parse_card("2j"), *parse_card("4s"));
  std::vector<float> margins(2 * 1000);
  ASSERT_EQ(this->analyst.judge(Question::Push, seen, pushes, 5, margins), 1000u);
  EXPECT_GT(mean_of(margins, 0, 2), mean_of(margins, 1, 2) + 10);
}

TYPED_TEST(Analysts, KnowsAHandToCallAndOneNotTo) {
  const auto gain = [&](const std::string& hand) {
    Observation seen = before_push(hand);
    seen.stage = Stage::FirstEight;
    seen.first_eight = seen.hand;
    const std::vector<Answer> calls = this->analyst.propose(Question::GrandTichu, seen, Answer(), 2);
    std::vector<float> margins(2 * 1000);
    this->analyst.judge(Question::GrandTichu, seen, calls, 5, margins);
    return mean_of(margins, 1, 2) - mean_of(margins, 0, 2);
  };
  EXPECT_GT(gain("Drg Phx Aj As Ap At Kj Ks"), 20);
  EXPECT_LT(gain("2j 3s 5p 6t 8j 9s Tp Qj"), -100);
}

}  // namespace
}  // namespace tichu
