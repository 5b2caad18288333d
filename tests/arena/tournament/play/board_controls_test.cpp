#include "arena/tournament/play/board_controls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "tests/arena/bundled_bot.h"

namespace tichu::arena {
namespace {

using tests::bundled_bot;

TournamentConfig single_deals() {
  TournamentConfig config;
  config.seed = 9;
  config.seatings = Seatings::Single;
  return config;
}

/// Boards 0 to `count` - 1, twice.
std::vector<RatedBoard> boards_of(std::uint64_t count) {
  std::vector<RatedBoard> boards(2 * count);
  for (std::uint64_t i = 0; i < 2 * count; ++i) {
    boards[i].board = BoardNumber(i % count);
    boards[i].entrants = {EntrantId{0}, EntrantId{1}};
  }
  return boards;
}

TEST(BoardControls, HaveMeanZeroOverManyDeals) {
  const BoardControls controls = board_controls(single_deals(), boards_of(2000), bundled_bot("greedy"));
  ASSERT_EQ(controls.count, 7u);
  ASSERT_EQ(controls.values.size(), 4000 * controls.count);
  for (std::size_t control = 0; control < controls.count; ++control) {
    double sum = 0;
    double squares = 0;
    for (std::size_t board = 0; board < 2000; ++board) {
      const double value = controls.values[board * controls.count + control];
      sum += value;
      squares += value * value;
    }
    EXPECT_GT(squares, 0) << control;
    EXPECT_LT(std::abs(sum), 3.5 * std::sqrt(squares)) << control;
  }
}

TEST(BoardControls, AreThoseOfTheCardsWhoeverPlaysThemAndOnAnyNumberOfThreads) {
  TournamentConfig config = single_deals();
  config.concurrency = 1;
  const BoardControls one = board_controls(config, boards_of(50), bundled_bot("greedy"));
  config.concurrency = 8;
  const BoardControls eight = board_controls(config, boards_of(50), bundled_bot("greedy"));
  EXPECT_EQ(one.values, eight.values);
  const auto middle = one.values.begin() + static_cast<std::ptrdiff_t>(one.values.size() / 2);
  EXPECT_TRUE(std::equal(one.values.begin(), middle, middle));
}

TEST(BoardControls, AreForSingleDealsAlone) {
  TournamentConfig config = single_deals();
  EXPECT_TRUE(check_control_variates(config));
  config.format = BoardFormat::Games;
  EXPECT_FALSE(check_control_variates(config));
  config.format = BoardFormat::Deals;
  for (const Seatings seatings : {Seatings::Swap, Seatings::Rotate}) {
    config.seatings = seatings;
    EXPECT_FALSE(check_control_variates(config));
  }
}

TEST(BoardControls, SayThatTheReferenceCannotPlay) {
  BotSpec broken = bundled_bot("greedy");
  broken.kind = BotKind::Program;
  broken.path = "/bin/false";
  EXPECT_THROW(board_controls(single_deals(), boards_of(1), broken), std::runtime_error);
}

}  // namespace
}  // namespace tichu::arena
