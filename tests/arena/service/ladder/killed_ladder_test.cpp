#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <random>
#include <set>
#include <thread>

#include "arena/service/ladder/file_tree.h"
#include "arena/text/digest.h"
#include "tests/arena/service/ladder/ladder_folder.h"
#include "tests/arena/service/ladder/ladder_process.h"

namespace tichu::arena {
namespace {

/// Every file and tree is what its name says.
void expect_sound_store(const std::filesystem::path& ladder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(ladder / "store")) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(file_sha256(entry.path()), entry.path().filename().string());
  }
  for (const auto& entry : std::filesystem::directory_iterator(ladder / "trees")) {
    EXPECT_EQ(tree_hash(entry.path()), entry.path().filename().string());
  }
}

/// Kills a ladder so often while it takes three submissions in, the first of which is a new bot in this language, and
/// looks at what becomes of them.
void kill_and_take_up(int kills, const std::string& language) {
  const tests::LadderFolder folder;
  const TemporaryFolder sources;
  std::vector<LadderVersion> versions;
  {
    const auto ladder = folder.open(false);
    const Caller caller = ladder->accounts().authenticate(folder.token()).value();
    versions.push_back(
        tests::submit_folder(*ladder, caller, "first-bot", tests::new_bot(sources, "first-bot", language)));
    versions.push_back(tests::submit_folder(*ladder, caller, "cpp-bot", tests::new_bot(sources, "cpp-bot", "cpp")));
    sources.write("bad/bot.toml", "name = \"bad\"\n");
    versions.push_back(tests::submit_folder(*ladder, caller, "bad", sources.path() / "bad"));
  }
  std::mt19937 random(7);
  for (int kill = 0; kill < kills; ++kill) {
    tests::LadderProcess process(folder.path());
    // The moment decides nothing but what is interrupted.
    std::this_thread::sleep_for(std::chrono::milliseconds(300 + random() % 2500));
    EXPECT_FALSE(process.end(SIGKILL)) << "the ladder ended by itself";
  }
  const auto ladder = folder.open(true);
  const Caller caller = ladder->accounts().authenticate(folder.token()).value();
  std::set<EntrantId> entrants;
  for (const LadderVersion& version : versions) {
    const LadderVersion now = tests::settled(*ladder, caller, version);
    const VersionState wanted = now.bot == "bad" ? VersionState::Refused : VersionState::Provisional;
    EXPECT_THAT(now.state, testing::AnyOf(wanted, now.bot == "bad" ? wanted : VersionState::Rated))
        << now.bot << "\n"
        << tests::story_of(*ladder, caller, now);
    const bool is_new = !now.entrant || entrants.insert(*now.entrant).second;
    EXPECT_TRUE(is_new) << "two versions have one number";
    const auto steps = ladder->versions().steps(&caller, {now.bot, now.number});
    std::multiset<StepKind> passed;
    for (const VersionStep& step : *steps) {
      if (step.outcome == StepOutcome::Passed) passed.insert(step.kind);
    }
    for (const StepKind kind : passed) EXPECT_EQ(passed.count(kind), 1U) << "a step was passed twice";
  }
  EXPECT_EQ(ladder->versions().own_bots(caller).size(), versions.size());
  ladder->stop();
  expect_sound_store(folder.path());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "work"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "incoming"));
}

TEST(KilledLadder, TakesEverySubmissionUpWhereItWas) { kill_and_take_up(5, "c"); }

TEST(KilledLadder, TakesEverySubmissionUpAfterManyKills) { kill_and_take_up(25, "python"); }

}  // namespace
}  // namespace tichu::arena
