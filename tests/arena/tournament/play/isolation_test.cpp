#include "arena/tournament/play/isolation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/arena/temporary_folder.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

class IsolationTest : public testing::Test {
 protected:
  IsolationTest() {
    config_.name = "cup";
    config_.seed = LeastSecretSeed;
    config_.results = folder_.path() / "results";
    for (const char* name : {"one", "two"}) {
      BotSpec bot = tests::scripted_program(tests::new_tag());
      bot.name = name;
      bot.path = folder_.write(std::string(name) + "/bot", "", true);
      config_.bots.push_back(bot);
    }
  }
  ~IsolationTest() override { ::setenv("PATH", path_.c_str(), 1); }

  /// As on a machine without bubblewrap.
  void hide_bubblewrap() const { ::setenv("PATH", folder_.path().c_str(), 1); }
  Isolation isolated() const {
    tl::expected<Isolation, std::string> found = isolate(config_);
    if (!found) ADD_FAILURE() << found.error();
    return std::move(found.value());
  }

  const std::string path_ = std::getenv("PATH");
  TemporaryFolder folder_;
  TournamentConfig config_;
};

TEST_F(IsolationTest, NeedsNoSandboxWhereAllBotsAreTrusted) {
  const Isolation isolation = isolated();
  EXPECT_FALSE(isolation.sandbox);
  EXPECT_EQ(isolation.summary, "no sandbox: all bots are trusted");
  EXPECT_TRUE(isolation.warnings.empty());
}

TEST_F(IsolationTest, RefusesUntrustedBotsWhereTheSandboxIsMissing) {
  hide_bubblewrap();
  config_.sandbox.kind = SandboxKind::Bubblewrap;
  config_.bots[1].trusted = false;
  const tl::expected<Isolation, std::string> found = isolate(config_);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error(),
            "bot \"two\" is not trusted, and there is no sandbox to run it in (bubblewrap: the program bwrap is not "
            "installed (apt-get install bubblewrap)); install bubblewrap, or say that you trust the bot (trusted = "
            "true in its [[bot]], or two=trusted:... on the command line), or take the risk with --allow-unsandboxed");
}

TEST_F(IsolationTest, DoesWithoutASandboxWhereAPersonInsists) {
  hide_bubblewrap();
  config_.sandbox.kind = SandboxKind::Bubblewrap;
  config_.bots[1].trusted = false;
  config_.allow_unsandboxed = true;
  const Isolation isolation = isolated();
  EXPECT_FALSE(isolation.sandbox);
  ASSERT_EQ(isolation.warnings.size(), 1u);
  EXPECT_NE(isolation.warnings[0].find("without a sandbox"), std::string::npos);
}

TEST_F(IsolationTest, TakesLandlockWhereBubblewrapIsMissingAndSaysSo) {
  hide_bubblewrap();
  config_.bots[0].trusted = false;
  const tl::expected<Isolation, std::string> found = isolate(config_);
  if (!found) GTEST_SKIP() << found.error();
  const Isolation& isolation = *found;
  EXPECT_EQ(isolation.sandbox->report().kind, "landlock");
  EXPECT_TRUE(isolation.summary.starts_with("sandbox for bots that are not trusted: landlock (")) << isolation.summary;
  ASSERT_EQ(isolation.warnings.size(), 1u);
  EXPECT_NE(isolation.warnings[0].find("bwrap is not installed"), std::string::npos) << isolation.warnings[0];
}

TEST_F(IsolationTest, WarnsOfASeedThatABotCanFindOut) {
  config_.bots[0].trusted = false;
  config_.sandbox.kind = SandboxKind::Bubblewrap;
  config_.allow_unsandboxed = true;
  const auto warns = [&](std::uint64_t seed) {
    config_.seed = seed;
    const auto warnings = isolated().warnings;
    return std::any_of(warnings.begin(), warnings.end(),
                       [](const std::string& text) { return text.find("by trying seeds") != std::string::npos; });
  };
  config_.origin.seed_given = true;
  EXPECT_TRUE(warns(7));
  EXPECT_FALSE(warns(LeastSecretSeed));
  config_.origin.seed_given = false;
  EXPECT_FALSE(warns(7)) << "of a seed that nobody gave";
}

TEST_F(IsolationTest, WarnsOfUntrustedBotsThatShareAFolder) {
  config_.bots[0].trusted = config_.bots[1].trusted = false;
  config_.bots[1].path = folder_.write("one/other", "", true);
  const tl::expected<Isolation, std::string> found = isolate(config_);
  if (!found) GTEST_SKIP() << found.error();
  const auto& warnings = found->warnings;
  ASSERT_FALSE(warnings.empty());
  EXPECT_EQ(warnings[0], "bots \"one\" and \"two\" can read each other's files: both have " +
                             (folder_.path() / "one").string() + "; give each a folder of its own");
}

}  // namespace
}  // namespace tichu::arena
