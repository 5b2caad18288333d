#include "arena/analysis/board_analysis.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "tests/arena/bundled_bot.h"
#include "tests/arena/record/random_record.h"

namespace tichu::arena {
namespace {

BoardBudget cheap_board() {
  BoardBudget budget;
  budget.settings.simulations = 40;
  budget.settings.luck = {4, 2};
  budget.processor = std::chrono::minutes(10);
  return budget;
}

/// Two tables of two rounds each, as a store has them: table by table.
std::vector<Record> two_tables() {
  std::vector<Record> rounds;
  for (std::uint64_t seating = 0; seating < 2; ++seating) {
    for (std::uint64_t round = 0; round < 2; ++round) {
      Record record = random_record(7, 2 * seating + round);
      record.job = JobNumber(3);
      record.seating = SeatingNumber(seating);
      record.round = RoundNumber(round);
      rounds.push_back(std::move(record));
    }
  }
  return rounds;
}

class BoardAnalysis : public ::testing::Test {
 protected:
  BoardAnalysis() : library_(AnalystLibrary::load(tests::bundled_bot("sampler"))) {}

  tl::expected<AnalystLibrary, std::string> library_;
};

TEST_F(BoardAnalysis, JudgesEveryRoundAndCountsTheDecisions) {
  ASSERT_TRUE(library_) << library_.error();
  std::uint64_t next = 0;
  std::uint64_t all = 0;
  const auto board =
      analyse_board(two_tables(), *library_, cheap_board(), [&](std::uint64_t done, std::uint64_t decisions) {
        EXPECT_EQ(done, next++);
        all = decisions;
      });
  ASSERT_TRUE(board) << board.error();
  ASSERT_EQ(board->size(), 4u);
  EXPECT_EQ(next, all);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> order;
  for (const RoundAnalysis& round : *board) {
    order.emplace_back(round.round.value(), round.seating.value());
    EXPECT_EQ(round.cards + round.skill + round.guess, round.margin);
  }
  EXPECT_EQ(order, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}))
      << "all tables get their first rounds if the time does not last";
  PluginAnalyst analyst(*library_, Rules());
  const auto alone = analyse_round(
      two_tables()[0], cheap_board().settings, [](Seat) { return true; }, analyst);
  EXPECT_EQ(board->front(), *alone);
}

TEST_F(BoardAnalysis, EndsWhenItsTimeIsUsedUp) {
  ASSERT_TRUE(library_) << library_.error();
  BoardBudget none = cheap_board();
  none.processor = std::chrono::seconds(0);
  const auto board = analyse_board(two_tables(), *library_, none, [](std::uint64_t, std::uint64_t) {});
  ASSERT_FALSE(board);
  EXPECT_EQ(board.error(), "its first round takes more than the 0 s of a processor that a board may have");
}

TEST_F(BoardAnalysis, LeavesOutWhatCannotBeAnalysed) {
  ASSERT_TRUE(library_) << library_.error();
  std::vector<Record> rounds = two_tables();
  rounds.resize(1);
  rounds.push_back(random_record(7, 9));
  rounds.back().actions.resize(10);  // it breaks off
  const auto nothing = [](std::uint64_t, std::uint64_t) {};
  EXPECT_EQ(analyse_board(rounds, *library_, cheap_board(), nothing)->size(), 1u);
  const auto none = analyse_board({rounds.back()}, *library_, cheap_board(), nothing);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().find("no round of this board can be analysed: "), std::string::npos) << none.error();
}

TEST_F(BoardAnalysis, EndsAtOnceIfWhoCountsHasHadEnough) {
  struct Enough {};
  ASSERT_TRUE(library_) << library_.error();
  EXPECT_THROW((void)analyse_board(two_tables(), *library_, cheap_board(),
                                   [](std::uint64_t done, std::uint64_t) {
                                     if (done == 2) throw Enough();
                                   }),
               Enough);
}

}  // namespace
}  // namespace tichu::arena
