#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bots/sampler/sampler_analyst.h"
#include "bots/sampler/sampler_bot.h"
#include "bots/steady/steady_bot.h"
#include "engine/notation.h"
#include "tests/bots_play/bot_makers.h"
#include "tests/bots_play/exchanged_cards.h"

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
    const BotSetup setup = setup_with(options);
    SamplerBot bot(setup);
    setup.refuse_unknown_options();
  } catch (const std::invalid_argument& fault) {
    return fault.what();
  }
  return "";
}

TEST(SamplerOptions, AreATimeOrANumberOfSimulationsOrNothing) {
  EXPECT_EQ(fault_of({}), "");
  EXPECT_EQ(fault_of({{"time_ms", "5"}}), "");
  EXPECT_EQ(fault_of({{"simulations", "1000"}}), "");
  EXPECT_EQ(fault_of({{"simulations", "1000"}, {"threads", "4"}}), "");
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
  EXPECT_EQ(fault_of({{"simulation", "9"}}), "unknown option simulation; there are simulations, threads, time_ms");
  EXPECT_EQ(fault_of({{"threads", "0"}}), "option threads is \"0\"; it must be a whole number from 1 to 256");
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
  const BotMaker many = make_sampler({{"time_ms", "1"}, {"threads", "3"}});
  expect_legal_rounds({one, one, one, one}, 100);
  expect_legal_rounds({odd, testing::make_random, odd, testing::make_greedy}, 40);
  expect_legal_rounds({timed, odd, testing::make_steady, one}, 10);
  expect_legal_rounds({many, many, testing::make_greedy, odd}, 5);
}

TEST(Sampler, PlaysTheSameOnAnyNumberOfThreads) {
  const BotMaker alone = make_sampler({{"simulations", "300"}});
  const BotMaker many = make_sampler({{"simulations", "300"}, {"threads", "3"}});
  for (std::uint64_t index = 0; index < 3; ++index) {
    const PlayedRound first = play_round(deal(28, index), Rules{}, {alone, alone, alone, alone}, index);
    const PlayedRound second = play_round(deal(28, index), Rules{}, {many, many, many, many}, index);
    ASSERT_EQ(first.log.size(), second.log.size());
    for (int i = 0; i < first.log.size(); ++i) ASSERT_EQ(first.log[i], second.log[i]);
  }
}

TEST(Sampler, PlaysTheSameRoundAgainWithABudgetOfSimulations) {
  const BotMaker sampler = make_sampler({{"simulations", "200"}});
  const std::array<BotMaker, 4> makers{sampler, testing::make_steady, sampler, testing::make_steady};
  for (std::uint64_t index = 0; index < 5; ++index) {
    const PlayedRound first = play_round(deal(24, index), Rules{}, makers, index);
    const PlayedRound second = play_round(deal(24, index), Rules{}, makers, index);
    ASSERT_EQ(first.log.size(), second.log.size());
    for (int i = 0; i < first.log.size(); ++i) ASSERT_EQ(first.log[i], second.log[i]);
  }
}

TEST(Sampler, DecidesTheSameIfCardsThatItCannotKnowAreExchanged) {
  testing::expect_blind_to_hidden_cards(make_sampler({{"simulations", "100"}}), 10);
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

/// What a seat sees before it pushes, if nobody has called.
Observation before_push(const Deal& cards) {
  Observation seen{};
  seen.stage = Stage::BeforePush;
  seen.hand = cards.hand(Seat(0));
  seen.first_eight = cards.first_eight(Seat(0));
  for (const Side side : AllSides) seen.hand_size[side] = Deal::HandCards;
  return seen;
}

TEST(SamplerPush, IsSteadysIfThereAreTooFewPlayoutsToKnowBetter) {
  SamplerBot sampler(setup_with({{"simulations", "2"}}));
  steady::SteadyBot steady(setup_with({}));
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Observation seen = before_push(deal(30, index));
    EXPECT_EQ(sampler.push(seen), steady.push(seen)) << "deal 30, " << index;
  }
}

// The analyst judges by other playouts, from other guesses.
TEST(SamplerPush, BringsMoreThanSteadysByTheAnalystsJudgement) {
  constexpr std::size_t Hands = 40;
  constexpr std::size_t Worlds = 500;
  SamplerBot sampler(setup_with({{"simulations", "500"}}));
  steady::SteadyBot steady(setup_with({}));
  SamplerAnalyst analyst{BotSetup()};
  double gain = 0;
  for (std::uint64_t index = 0; index < Hands; ++index) {
    const Observation seen = before_push(deal(31, index));
    std::vector<Answer> pushes(2);
    pushes[0].action = Action::push_cards(sampler.push(seen));
    pushes[1].action = Action::push_cards(steady.push(seen));
    std::vector<float> margins(2 * Worlds);
    ASSERT_EQ(analyst.judge(Question::Push, seen, pushes, index, margins), Worlds);
    for (std::size_t world = 0; world < Worlds; ++world) {
      gain += static_cast<double>(margins[2 * world] - margins[2 * world + 1]);
    }
  }
  EXPECT_GT(gain / static_cast<double>(Hands * Worlds), 0.5);
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

// Right, who holds three, four and ace, must lay the ace on the Mahjong if that is wished for, and leads a card that
// the queen takes; the king goes out. If the three is wished for, the ace takes the queen or the king, and Right is
// out.
TEST(SamplerWish, DrawsTheAceWhereSteadyWishesForWhatItPushed) {
  Observation seen = last_two("Mah Qt Kt", "3p 4p Ap");
  seen.given.to(Side::Right) = *parse_card("3p");
  const Combination mahjong = *parse_combination("Mah");
  steady::SteadyBot steady(setup_with({}));
  SamplerBot sampler(setup_with({{"simulations", "1000"}}));
  EXPECT_EQ(steady.wish(seen, mahjong), Rank::Three);
  EXPECT_EQ(sampler.wish(seen, mahjong), Rank::Ace);
}

/// Looks at what it says with each of its plays.
class Listened : public SamplerBot {
 public:
  Listened(const BotSetup& setup, int& remarks) : SamplerBot(setup), remarks_(remarks) {}
  Play play(const Observation& seen) override {
    const Play play = SamplerBot::play(seen);
    if (const auto said = take_remark()) {
      EXPECT_TRUE(said->value);
      EXPECT_LE(std::abs(said->value.value_or(0)), 800);
      expect_sound(*said, play ? "play " + to_text(*play) : "pass");
    }
    return play;
  }
  PushedCards push(const Observation& seen) override {
    const PushedCards push = SamplerBot::push(seen);
    if (const auto said = take_remark()) {
      EXPECT_FALSE(said->value);
      expect_sound(*said, to_text(Action::push_cards(push)));
    }
    return push;
  }

 private:
  void expect_sound(const Remark& said, const std::string& done) {
    ++remarks_;
    EXPECT_FALSE(said.note.empty());
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
