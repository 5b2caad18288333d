#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bots/sampler/sampler_bot.h"
#include "bots/steady/steady_bot.h"
#include "engine/notation.h"
#include "tests/bots_play/bot_makers.h"

namespace tichu::sampler {
namespace {

using testing::BotMaker;
using testing::play_round;
using testing::PlayedRound;
using Options = std::vector<std::pair<std::string, std::string>>;

BotSetup setup_with(const Options& options) {
  BotSetup setup;
  setup.seed = 7;
  setup.options = options;
  return setup;
}

/// What the bot says of its options; empty where they are right.
std::string fault_of(const Options& options) {
  try {
    SamplerBot bot(setup_with(options));
  } catch (const std::invalid_argument& fault) {
    return fault.what();
  }
  return "";
}

TEST(SamplerOptions, AreATimeOrANumberOfSimulationsOrNothing) {
  EXPECT_EQ(fault_of({}), "");
  EXPECT_EQ(fault_of({{"time_ms", "5"}}), "");
  EXPECT_EQ(fault_of({{"simulations", "1000"}}), "");
}

TEST(SamplerOptions, AreRefusedWithASentenceWhereTheyAreWrong) {
  EXPECT_EQ(fault_of({{"time_ms", "fast"}}), "option time_ms is \"fast\"; it must be a whole number from 1 to 600000");
  EXPECT_EQ(fault_of({{"simulations", "0"}}),
            "option simulations is \"0\"; it must be a whole number from 1 to 1000000000");
  for (const char* text : {"", "-5", "1.5", "10 ", "99999999999999999999"}) {
    EXPECT_NE(fault_of({{"simulations", text}}), "") << text;
  }
  EXPECT_EQ(fault_of({{"time_ms", "5"}, {"simulations", "9"}}),
            "options time_ms and simulations are both given; a budget is one of them");
  EXPECT_EQ(fault_of({{"simulation", "9"}}), "unknown option simulation; there are time_ms and simulations");
}

BotMaker make_sampler(const Options& options) {
  return [options](const BotSetup& setup) {
    BotSetup with = setup;
    with.options = options;
    return std::make_unique<SamplerBot>(with);
  };
}

void expect_legal_rounds(const std::array<BotMaker, 4>& makers, int rounds) {
  for (int index = 0; index < rounds; ++index) {
    const Rules rules = presets()[static_cast<std::size_t>(index) % presets().size()].rules;
    const auto round = static_cast<std::uint64_t>(index);
    const PlayedRound played = play_round(deal(23, round), rules, makers, round);
    ASSERT_EQ(played.illegal, "") << "deal 23, " << index;
  }
}

TEST(Sampler, PlaysLegallyWithBudgetsOfAllKinds) {
  const BotMaker one = make_sampler({{"simulations", "1"}});
  const BotMaker odd = make_sampler({{"simulations", "37"}});
  const BotMaker timed = make_sampler({{"time_ms", "1"}});
  expect_legal_rounds({one, one, one, one}, 100);
  expect_legal_rounds({odd, testing::make_random, odd, testing::make_greedy}, 100);
  expect_legal_rounds({timed, odd, testing::make_steady, one}, 10);
}

TEST(Sampler, PlaysTheSameRoundAgainWithABudgetOfSimulations) {
  const BotMaker sampler = make_sampler({{"simulations", "200"}});
  const std::array<BotMaker, 4> makers{sampler, testing::make_steady, sampler, testing::make_steady};
  for (std::uint64_t index = 0; index < 20; ++index) {
    const PlayedRound first = play_round(deal(24, index), Rules{}, makers, index);
    const PlayedRound second = play_round(deal(24, index), Rules{}, makers, index);
    ASSERT_EQ(first.log.size(), second.log.size());
    for (int i = 0; i < first.log.size(); ++i) ASSERT_EQ(first.log[i], second.log[i]);
  }
}

/// The own lead when only Right is still in play beside the own seat.
Observation last_two(const std::string& hand, const std::string& right) {
  Observation seen{};
  seen.stage = Stage::Play;
  seen.hand = *parse_cards(hand);
  const CardSet others = *parse_cards(right);
  seen.hand_size[Side::Me] = static_cast<std::uint8_t>(seen.hand.size());
  seen.hand_size[Side::Right] = static_cast<std::uint8_t>(others.size());
  seen.played[Side::Left] = CardSet::deck() - seen.hand - others;
  seen.out = {Side::Partner, Side::Left};
  seen.out_count = 2;
  return seen;
}

// Right holds 6 and king, as everyone knows. The ace takes the king back only once: a lead of ten or queen draws it,
// and then nothing is lost but the three, which goes last. Whoever leads the three first meets the six, and is left
// with ten and queen below the king.
TEST(Sampler, KeepsTheLowestCardForLastWhereSteadyLeadsIt) {
  const Observation seen = last_two("3p 4s 4t 9j 9p Tj Qp At Drg", "6p Kp");
  steady::SteadyBot steady(setup_with({}));
  SamplerBot sampler(setup_with({{"simulations", "2000"}}));
  EXPECT_EQ(to_text(*steady.play(seen)), "3p");
  const Play play = sampler.play(seen);
  ASSERT_TRUE(play);
  EXPECT_NE(to_text(*play), "3p");
}

/// Looks at what it says with each of its plays.
class Listened : public SamplerBot {
 public:
  Listened(const BotSetup& setup, int& remarks) : SamplerBot(setup), remarks_(remarks) {}
  Play play(const Observation& seen) override {
    const Play play = SamplerBot::play(seen);
    if (const auto said = take_remark()) expect_sound(*said, play);
    return play;
  }

 private:
  void expect_sound(const Remark& said, const Play& play) {
    ++remarks_;
    EXPECT_FALSE(said.note.empty());
    ASSERT_TRUE(said.value);
    EXPECT_LE(std::abs(*said.value), 800);
    const std::string done = play ? "play " + to_text(*play) : "pass";
    const auto is_it = [&](const MoveProbability& choice) { return choice.move.starts_with(done); };
    EXPECT_TRUE(std::any_of(said.probabilities.begin(), said.probabilities.end(), is_it)) << done;
    double sum = 0;
    for (const MoveProbability& choice : said.probabilities) sum += choice.probability;
    EXPECT_NEAR(sum, 1, 0.01);
  }

  int& remarks_;
};

int remarks_in_a_round(bool kept) {
  int remarks = 0;
  const BotMaker listened = [&](const BotSetup& setup) {
    BotSetup with = setup;
    with.options = {{"simulations", "200"}};
    with.remarks = kept;
    return std::make_unique<Listened>(with, remarks);
  };
  const PlayedRound played =
      play_round(deal(25, 1), Rules{}, {listened, testing::make_steady, listened, testing::make_steady}, 1);
  EXPECT_EQ(played.illegal, "");
  return remarks;
}

TEST(Sampler, SaysWhatItExpectsOfTheMovesThatItSearched) { EXPECT_GT(remarks_in_a_round(true), 5); }

TEST(Sampler, SaysNothingThatNobodyKeeps) { EXPECT_EQ(remarks_in_a_round(false), 0); }

}  // namespace
}  // namespace tichu::sampler
