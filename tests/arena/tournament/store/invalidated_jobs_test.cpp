#include "arena/tournament/store/invalidated_jobs.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "arena/tournament/store/packed_rounds.h"
#include "arena/tournament/store/tournament_folder.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/stored_tournament.h"
#include "tests/arena/tournament/store/whole_boards.h"

namespace tichu::arena {
namespace {

std::vector<std::uint64_t> stored_jobs(const TournamentStore& store) {
  std::vector<std::uint64_t> jobs;
  each_whole_board(store, [&](const StoredBoard& board) { jobs.push_back(board.job.number.value()); });
  return jobs;
}

std::string text_of(const TemporaryFolder& folder, const std::string& query) {
  SQLite::Database database((folder.path() / StoreFileName).string());
  return database.execAndGet(query).getString();
}

constexpr std::array Invalidated{JobNumber(1), JobNumber(3), JobNumber(9)};

TEST(InvalidatedJobs, CountAsNotPlayedAndStayAsEvidence) {
  const TemporaryFolder folder;
  TournamentStore store = stored_tournament(folder.path(), "a", "b", 5);
  const std::string packed = text_of(folder, "SELECT hex(packed) FROM rounds WHERE job = 3");
  EXPECT_EQ(store.invalidate(Invalidated, "red", "it plays otherwise than others"), 2u) << "there is no job 9";
  EXPECT_EQ(stored_jobs(store), (std::vector<std::uint64_t>{0, 2, 4}));
  EXPECT_EQ(store.boards().job_count(), 3u);
  EXPECT_EQ(text_of(folder, "SELECT group_concat(job || worker || margin) FROM invalidated"), "1red1.0,3red3.0");
  EXPECT_EQ(text_of(folder, "SELECT hex(packed) FROM invalidated WHERE job = 3"), packed);
  EXPECT_EQ(text_of(folder, "SELECT reason FROM invalidated WHERE job = 1"), "it plays otherwise than others");
}

TEST(InvalidatedJobs, AreAddedAgainWhenTheyWerePlayedAgain) {
  const TemporaryFolder folder;
  TournamentStore store = stored_tournament(folder.path(), "a", "b", 5);
  const std::string before = text_of(folder, "SELECT group_concat(hex(packed)) FROM rounds");
  store.invalidate(Invalidated, "red", "x");
  TournamentConfig config;
  for (const std::uint64_t job : {1, 3}) store.add(random_jobs(config, job, job + 1));
  EXPECT_EQ(stored_jobs(store), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(text_of(folder, "SELECT group_concat(hex(packed)) FROM (SELECT packed FROM rounds ORDER BY job)"), before);
}

TEST(InvalidatedJobs, LeaveWhatBotsUsedWithOtherJobs) {
  const TemporaryFolder folder;
  TournamentStore store = stored_tournament(folder.path(), "a", "b", 3);
  BotUsage usage;
  usage.bot = BotId{1};
  usage.time.decisions = 40;
  store.bots().add_usage(JobNumber(2), std::array{usage});
  store.invalidate(std::array{JobNumber(2)}, "red", "x");
  EXPECT_EQ(text_of(folder, "SELECT job || ' ' || decisions FROM usage"), "1 40");
  store.invalidate(std::array{JobNumber(0), JobNumber(1)}, "red", "x");
  EXPECT_EQ(text_of(folder, "SELECT count(*) FROM usage"), "0");
  EXPECT_EQ(store.boards().job_count(), 0u);
}

}  // namespace
}  // namespace tichu::arena
