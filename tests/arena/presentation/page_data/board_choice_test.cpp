#include "arena/presentation/page_data/board_choice.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tichu::arena {
namespace {

std::vector<RatedBoard> quiet_boards(std::size_t count) {
  std::vector<RatedBoard> boards(count);
  for (std::size_t i = 0; i < count; ++i) boards[i].board = BoardNumber(i);
  return boards;
}

TEST(BoardChoice, FaultsComeFirstThenTheLargestMarginsOfEitherSign) {
  std::vector<RatedBoard> boards = quiet_boards(1000);
  boards[700].result.faults = {0, 1};
  boards[3].result.margin = -400;
  boards[900].result.margin = 350;
  const auto chosen = boards_by_interest(boards);
  EXPECT_EQ(chosen[0], (BoardChoice{700, ChoiceReason::Fault}));
  EXPECT_EQ(chosen[1], (BoardChoice{3, ChoiceReason::Margin}));
  EXPECT_EQ(chosen[2], (BoardChoice{900, ChoiceReason::Margin}));
}

TEST(BoardChoice, NamesEveryBoardOnce) {
  for (const std::size_t count : {0U, 1U, 2U, 255U, 256U, 257U, 1000U}) {
    std::vector<RatedBoard> boards = quiet_boards(count);
    if (count > 10) boards[10].result.faults = {1, 1};
    std::vector<std::size_t> indexes;
    for (const BoardChoice& choice : boards_by_interest(boards)) indexes.push_back(choice.index);
    std::sort(indexes.begin(), indexes.end());
    ASSERT_EQ(indexes.size(), count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(indexes[i], i);
  }
}

TEST(BoardChoice, OfFewBoardsATenthHasALargeMargin) {
  const auto chosen = boards_by_interest(quiet_boards(40));
  EXPECT_EQ(std::count_if(chosen.begin(), chosen.end(),
                          [](const BoardChoice& choice) { return choice.reason == ChoiceReason::Margin; }),
            4);
}

TEST(BoardChoice, ManyFaultsLeaveRoomForOthers) {
  std::vector<RatedBoard> boards = quiet_boards(5000);
  for (RatedBoard& board : boards) board.result.faults = {1, 0};
  const auto chosen = boards_by_interest(boards);
  EXPECT_EQ(std::count_if(chosen.begin(), chosen.end(),
                          [](const BoardChoice& choice) { return choice.reason == ChoiceReason::Fault; }),
            static_cast<std::ptrdiff_t>(MostFaultBoards));
}

TEST(BoardChoice, EveryBeginningOfTheSampleIsSpreadOverTheTournament) {
  const auto chosen = boards_by_interest(quiet_boards(10'000));
  std::vector<std::size_t> sample;
  for (const BoardChoice& choice : chosen) {
    if (choice.reason == ChoiceReason::Sample && sample.size() < 1000) sample.push_back(choice.index);
  }
  std::sort(sample.begin(), sample.end());
  for (std::size_t i = 1; i < sample.size(); ++i) EXPECT_LE(sample[i] - sample[i - 1], 240u);
}

}  // namespace
}  // namespace tichu::arena
