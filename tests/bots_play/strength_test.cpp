#include <gtest/gtest.h>

#include <cmath>

#include "tests/bots_play/bot_makers.h"

namespace tichu::testing {
namespace {

/// The mean margin in points per round of one bot's partnerships over another's, and its standard error.
struct Margin {
  double mean = 0;
  double error = 0;
  /// The lower end of an interval of three standard errors.
  double low() const { return mean - 3 * error; }
};

/// Each deal is played twice, the teams exchanged; the pair is the sample.
Margin margin(const BotMaker& bot, const BotMaker& other, int deals) {
  double sum = 0;
  double squares = 0;
  for (int index = 0; index < deals; ++index) {
    double board = 0;
    for (const Team team : {Team::A, Team::B}) {
      std::array<BotMaker, 4> makers{other, other, other, other};
      for (const Seat seat : AllSeats) {
        if (seat.team() == team) makers[static_cast<std::size_t>(seat.number())] = bot;
      }
      const auto round = static_cast<std::uint64_t>(index);
      const PlayedRound played = play_round(deal(99, round), Rules{}, makers, round);
      EXPECT_EQ(played.illegal, "");
      board += (played.result.score[team] - played.result.score[opponent(team)]).value() / 2.0;
    }
    sum += board;
    squares += board * board;
  }
  const double mean = sum / deals;
  return {mean, std::sqrt((squares / deals - mean * mean) / deals)};
}

// The seeds are fixed and the bots deterministic, so these hold always or never.
TEST(Strength, SteadyBeatsGreedyByMoreThanThirtyPointsARound) {
  EXPECT_GT(margin(make_steady, make_greedy, 200).low(), 30);
}

TEST(Strength, AdeptBeatsSteadyByMoreThanFiftyPointsARound) {
  EXPECT_GT(margin(make_adept, make_steady, 400).low(), 50);
}

TEST(Strength, SageBeatsSteadyByMoreThanThirtyPointsARoundWithFewPlayouts) {
  EXPECT_GT(margin(make_sage, make_steady, 20).low(), 30);
}

TEST(Strength, GreedyBeatsLowest) { EXPECT_GT(margin(make_greedy, make_lowest, 1000).low(), 0); }

TEST(Strength, GreedyBeatsRandomByMoreThanAHundredPointsARound) {
  EXPECT_GT(margin(make_greedy, make_random, 200).low(), 100);
}

TEST(Strength, LowestBeatsRandomByMoreThanAHundredPointsARound) {
  EXPECT_GT(margin(make_lowest, make_random, 200).low(), 100);
}

}  // namespace
}  // namespace tichu::testing
