#include "arena/workers/leader/local_executor.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "tests/arena/bundled_bot.h"
#include "tests/arena/patient_limits.h"

namespace tichu::arena {
namespace {

/// What comes of a board of two bots on a machine without a sandbox. `is_trusted`: the second of them.
LocalResult played(bool is_trusted, std::optional<UnitNumber> recheck, std::vector<BoardDigest> said = {}) {
  TournamentConfig config;
  config.name = "cup";
  config.seed = 3;
  config.boards = 1;
  config.bots = {tests::bundled_bot("greedy"), tests::bundled_bot("lowest")};
  config.bots[1].trusted = is_trusted;
  config.limits = tests::PatientLimits;
  LocalTask task{recheck, std::make_shared<Roster>(Roster{config, entrants_of(config)}), {}};
  task.boards.push_back({Job{JobNumber(7), BoardNumber(0), {EntrantId{0}, EntrantId{1}}}, {}, 0, std::move(said)});
  LocalExecutor executor;
  executor.add(std::move(task));
  EXPECT_EQ(executor.open(), 1u);
  while (true) {
    if (std::optional<LocalResult> result = executor.take()) return std::move(*result);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(LocalExecutor, StartsNoBotWithoutABoxThatNeedsOne) {
  const LocalResult refused = played(false, UnitNumber(0));
  EXPECT_EQ(refused.trouble, "bot \"lowest\" is not trusted, and there is no sandbox for it");
  EXPECT_TRUE(refused.digests.empty());
  const LocalResult trusted = played(true, UnitNumber(0));
  EXPECT_EQ(trusted.trouble, "");
  ASSERT_EQ(trusted.digests.size(), 1u);
  EXPECT_FALSE(trusted.digests[0].has_machine_fault);
  EXPECT_TRUE(trusted.finished.empty()) << "a recheck stores nothing";
}

TEST(LocalExecutor, PlaysTheSameTwiceWithBotsThatRepeatThemselves) {
  const LocalResult first = played(true, UnitNumber(0));
  const LocalResult disputed = played(true, UnitNumber(0), {{std::string(16, 'x'), false}});
  EXPECT_TRUE(disputed.differing.empty());
  EXPECT_EQ(disputed.digests, first.digests);
}

TEST(LocalExecutor, FinishesBoardsForTheStore) {
  const LocalResult result = played(true, std::nullopt);
  ASSERT_EQ(result.finished.size(), 1u);
  EXPECT_EQ(result.finished[0].job.number, JobNumber(7));
}

}  // namespace
}  // namespace tichu::arena
