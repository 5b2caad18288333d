#include "arena/service/ladder/rated_runner.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "arena/installation.h"
#include "tests/arena/longest_wait.h"
#include "tests/arena/service/ladder/ladder_folder.h"

namespace tichu::arena {
namespace {

/// Rated boards of a new ladder, which the threads of this process play.
class RatedPlayTest : public testing::Test {
 protected:
  void start() {
    play_.start(1, false, [](const std::string&) {});
    wait_until(play_, [this] { return play_.is_there() && play_.boards() > 0; });
  }
  /// At most longest_wait().
  static void wait_until(RatedRunner& play, const std::function<bool()>& condition) {
    const auto deadline = std::chrono::steady_clock::now() + tests::longest_wait();
    while (!condition()) {
      ASSERT_EQ(play.machine_faults(), 0U);
      ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "after " << play.boards() << " boards";
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  /// A version with a bundled bot as its files.
  VersionRow version(const std::string& name) {
    const TemporaryFolder made;
    std::filesystem::create_directory(made.path() / "tree");
    std::filesystem::copy_file(bundled_bots_folder() / "greedy", made.path() / "tree" / "bot");
    VersionRow version;
    version.entry_name = name;
    version.tree = store_.keep_tree(made.path() / "tree");
    version.spec = R"({"kind": "program", "path": "bot", "arguments": []})";
    return version;
  }
  bool is_timed(const std::string& name) const {
    for (const BotSpec& bot : Tournament::open(play_.folder(), "test").value().config().bots) {
      if (bot.name == name) return bot.timed;
    }
    ADD_FAILURE() << name << " is not there";
    return false;
  }

  static bool needs_files(const RatedRunner& play) { return play.without_need_of_files({"leaver@1"}).empty(); }

  static PlayOptions options() {
    PlayOptions options;
    options.program = "test";
    options.concurrency = 1;
    return options;
  }

  tests::LadderFolder folder_;
  LadderSettings settings_ = read_ladder_settings(folder_.path() / LadderSettingsName).value();
  FileStore store_{folder_.path()};
  RatedRunner play_{
      folder_.path(), settings_, store_,
      [] { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); },
      options()};
};

TEST_F(RatedPlayTest, TakesBotsThatDoNotRepeatThemselvesForTimed) {
  start();
  VersionRow repeats = version("repeats@1");
  repeats.shown.repeatable = true;
  VersionRow varies = version("varies@1");
  varies.shown.repeatable = false;
  for (const VersionRow& entering : {repeats, varies, version("unknown@1")}) {
    const auto entered = play_.enter(entering, std::nullopt);
    ASSERT_TRUE(entered) << entered.error().text();
  }
  EXPECT_FALSE(is_timed("repeats@1"));
  EXPECT_TRUE(is_timed("varies@1"));
  EXPECT_TRUE(is_timed("unknown@1")) << "the check could not tell";
}

TEST_F(RatedPlayTest, NeedsFilesUntilTheLastBoardIsStored) {
  start();
  EXPECT_FALSE(needs_files(play_)) << "it has not entered";
  ASSERT_TRUE(play_.enter(version("leaver@1"), std::nullopt));
  EXPECT_TRUE(needs_files(play_));
  play_.pause(true);
  play_.settle({{"leaver@1", EntrantState::Paused}});
  EXPECT_TRUE(needs_files(play_)) << "it may come back";
  play_.stop();
  play_.settle({{"leaver@1", EntrantState::Retired}});
  EXPECT_TRUE(needs_files(play_)) << "nobody has taken note";
  RatedRunner again(
      folder_.path(), settings_, store_, [] { return 0.0; }, options());
  again.start(1, true, [](const std::string&) {});
  wait_until(again, [&again] { return !needs_files(again); });
}

/// A ladder on a machine that its reference bots find too slow: sampler thinks for longer than a millisecond.
class RatedPlayInAHurry : public RatedPlayTest {
 protected:
  RatedPlayInAHurry() {
    settings_.play.references = {"sampler", "greedy"};
    settings_.play.limits.decision = std::chrono::milliseconds(1);
  }
};

TEST_F(RatedPlayInAHurry, CountsLateAnswersOfReferences) {
  EXPECT_EQ(play_.faults().late_references, 0U);
  play_.start(1, false, [](const std::string&) {});
  wait_until(play_, [this] { return play_.faults().late_references > 0; });
  EXPECT_GT(play_.faults().late_references_lately, 0U);
}

TEST_F(RatedPlayTest, WaitsForATournamentThatHasGone) {
  start();
  play_.stop();
  const std::uint64_t boards = play_.boards();
  const std::filesystem::path aside = folder_.path() / "aside";
  std::filesystem::rename(play_.folder(), aside);
  RatedRunner again(
      folder_.path(), settings_, store_, [] { return 0.0; }, options());
  again.start(1, true, [](const std::string&) {});
  const auto deadline = std::chrono::steady_clock::now() + tests::longest_wait();
  const auto wait_for = [&](const std::function<bool()>& condition) {
    while (!condition() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(condition()) << again.trouble().text;
  };
  wait_for([&again] { return again.trouble().text.find("has gone: put it back") != std::string::npos; });
  EXPECT_FALSE(again.is_there()) << "a fresh one was made";
  std::filesystem::rename(aside, play_.folder());
  again.stop();
  again.recall_if_idle();
  EXPECT_EQ(again.boards(), boards);
}

}  // namespace
}  // namespace tichu::arena
