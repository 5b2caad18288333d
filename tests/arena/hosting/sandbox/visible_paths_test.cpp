#include "arena/hosting/sandbox/visible_paths.h"

#include <gtest/gtest.h>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<fs::path>;

class VisiblePathsTest : public testing::Test {
 protected:
  VisiblePathsTest() {
    folder_.write("bot/mine", "", true);
    folder_.write("bot/script.py", "");
    folder_.write("bot/data/weights", "");
    folder_.write("other/theirs", "", true);
  }
  fs::path path(const std::string& name) const { return folder_.path() / name; }

  TemporaryFolder folder_;
};

TEST_F(VisiblePathsTest, ABotSeesItsOwnFolder) {
  EXPECT_EQ(visible_paths(path("bot/mine"), {}, {}).shown, Paths{path("bot")});
}

TEST_F(VisiblePathsTest, AnInterpretersScriptShowsItsFolder) {
  const VisiblePaths paths = visible_paths("/usr/bin/python3", {path("bot/script.py").string(), "--fast"}, {});
  EXPECT_EQ(paths.shown, Paths{path("bot")});
}

TEST_F(VisiblePathsTest, AFolderAmongTheArgumentsIsShown) {
  const VisiblePaths paths = visible_paths(path("other/theirs"), {path("bot/data").string()}, {});
  EXPECT_EQ(paths.shown, (Paths{path("other"), path("bot/data")}));
}

TEST_F(VisiblePathsTest, OfAFolderThatIsNotTheBotsAloneItSeesItsFileOnly) {
  fs::permissions(path("bot"), fs::perms::all | fs::perms::sticky_bit);
  EXPECT_EQ(visible_paths(path("bot/mine"), {}, {}).shown, Paths{path("bot/mine")});
  EXPECT_EQ(visible_paths("/tmp/mine", {}, {}).shown, Paths{"/tmp/mine"});
  EXPECT_EQ(visible_paths("/mine", {"/", "/etc"}, {}).shown, Paths{"/mine"});
}

TEST_F(VisiblePathsTest, ALinkShowsWhatItLeadsToAndNoMore) {
  fs::create_symlink(path("other/theirs"), path("bot/link"));
  EXPECT_EQ(visible_paths(path("bot/link"), {}, {}).shown, (Paths{path("bot"), path("other/theirs")}));
}

TEST_F(VisiblePathsTest, WhatIsHiddenInItsFolderIsNamed) {
  const VisiblePaths paths =
      visible_paths(path("bot/mine"), {}, {path("bot/data"), path("other"), path("bot/nowhere")});
  EXPECT_EQ(paths.hidden, Paths{path("bot/data")});
}

TEST_F(VisiblePathsTest, WhatTheCommandNamesIsNotHidden) {
  EXPECT_TRUE(visible_paths(path("bot/mine"), {}, {path("bot"), folder_.path()}).hidden.empty());
  EXPECT_TRUE(visible_paths(path("bot/mine"), {path("bot/data/weights").string()}, {path("bot/data")}).hidden.empty());
}

TEST_F(VisiblePathsTest, WithoutTheHiddenAFolderIsShownInParts) {
  Paths shown = without_hidden(visible_paths(path("bot/mine"), {}, {path("bot/data")}));
  std::sort(shown.begin(), shown.end());
  EXPECT_EQ(shown, (Paths{path("bot/mine"), path("bot/script.py")}));
  EXPECT_EQ(without_hidden(visible_paths(path("bot/mine"), {}, {})), Paths{path("bot")});
}

TEST_F(VisiblePathsTest, TheSystemsFoldersAreThoseThatExist) {
  const Paths system = system_paths();
  EXPECT_NE(std::find(system.begin(), system.end(), "/usr"), system.end());
  for (const fs::path& path : system) EXPECT_TRUE(fs::exists(fs::symlink_status(path))) << path;
}

}  // namespace
}  // namespace tichu::arena
