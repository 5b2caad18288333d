#include "arena/service/ladder/told_paths.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/installation.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TEST(ToldPaths, AreNamesInPlaceOfTheServersFolders) {
  ToldPaths paths;
  paths.call("/srv/ladder", "ladder");
  paths.call("/srv/ladder/trees/ab12", "fox");
  paths.call("/opt/tichu/", "tichu");
  paths.call("/", "everything");
  paths.call("", "nothing");
  EXPECT_EQ(paths.in("File \"/srv/ladder/trees/ab12/bot.py\", line 3"), "File \"fox/bot.py\", line 3");
  EXPECT_EQ(paths.in("-I/srv/ladder/trees/ab12 -L/srv/ladder/trees/cd"), "-Ifox -Lladder/trees/cd");
  EXPECT_EQ(paths.in("-isystem/srv/ladder -Wl,-rpath,/srv/ladder PATH=/bin:/srv/ladder file:///srv/ladder/x.mjs"),
            "-isystemladder -Wl,-rpath,ladder PATH=/bin:ladder file://ladder/x.mjs");
  EXPECT_EQ(paths.in("in /srv/ladder. \u2018/srv/ladder\u2019 (/srv/ladder) /opt/tichu/bin"),
            "in ladder. \u2018ladder\u2019 (ladder) tichu/bin");
  EXPECT_EQ(paths.in(""), "");
}

TEST(ToldPaths, LeaveOtherFoldersAsTheyAre) {
  ToldPaths paths;
  paths.call("/srv/ladder", "ladder");
  paths.call("/tmp/bot", "fox");
  for (const std::string other :
       {"/srv/ladders /srv/ladder-2 /srv/ladder.old /usr/bin/ld: /srv", "src/tmp/bot/a.cpp", "./tmp/bot/a.cpp",
        "/home/tmp/bot", "c++/tmp/bot", "${HOME}/tmp/bot", "-Isrc/tmp/bot", "a-I/tmp/bot", "_/tmp/bot", "//tmp/bot",
        "../-I/tmp/bot", "an-isystem-of-a-kind/tmp/bot"}) {
    EXPECT_EQ(paths.in(other), other);
  }
}

TEST(ToldPaths, CallAVersionsFoldersByItsBotAsAtHome) {
  const TemporaryFolder folder;
  const FileStore store(folder.path());
  VersionRow version;
  version.shown.bot = "fox";
  version.shown.language = "cpp";
  version.source = "ab12";
  version.tree = "cd34";
  const ToldPaths paths = told_paths(store, version);
  EXPECT_EQ(paths.in(store.tree("ab12").string() + "/bot.cpp " + store.tree("cd34").string() + "/build/bots/fox"),
            "fox/bot.cpp fox/build/bots/fox");
  EXPECT_EQ(paths.in(std::string(BuildFolder) + "/bot.cpp:3:1: error"), "fox/bot.cpp:3:1: error");
  EXPECT_EQ(paths.in(arena_folder().string() + "/bin/x " + folder.path().string() + "/work/1"),
            "tichu/bin/x ladder/work/1");
  for (const char* unbuilt : {"python", ""}) {
    version.shown.language = unbuilt;
    EXPECT_EQ(told_paths(store, version).in("/tmp/bot/x"), "/tmp/bot/x") << "a folder of the program's own";
  }
}

TEST(ToldPaths, OfBotsThatPlayEachOtherAreTheirOwn) {
  std::vector<BotSpec> bots(3);
  bots[0].name = "fox@1";
  bots[0].path = "/srv/ladder/trees/ab12/build/bots/fox";
  bots[1].name = "owl@3";
  bots[1].path = "/srv/ladder/trees/cd34/bot.py";
  bots[2].name = "lowest@1";
  bots[2].path = "/srv/arena/bots/lowest";
  const std::vector<ToldPaths> paths = told_paths("/srv/ladder", bots);
  ASSERT_EQ(paths.size(), 3U);
  const std::string written = "/tmp/bot/bot.cpp:3 /srv/ladder/trees/cd34/x /srv/ladder/work /srv/arena/bots/lowest";
  EXPECT_EQ(paths[0].in(written), "fox/bot.cpp:3 owl/x ladder/work /srv/arena/bots/lowest") << "built in the ladder";
  for (const std::size_t unbuilt : {1U, 2U}) {
    EXPECT_EQ(paths[unbuilt].in(written), "/tmp/bot/bot.cpp:3 owl/x ladder/work /srv/arena/bots/lowest");
  }
}

TEST(ToldPaths, FindTheTreesOfAStore) {
  EXPECT_EQ(FileStore::tree_around("/srv/ladder", "/srv/ladder/trees/ab12/build/bots/fox"), "/srv/ladder/trees/ab12");
  EXPECT_EQ(FileStore::tree_around("/srv/ladder", "/srv/ladder/bots/fox"), "");
  EXPECT_EQ(FileStore::tree_around("/srv/ladder", "/srv/ladder/trees"), "");
}

TEST(ToldPaths, OfAToolchainLeaveTheSystemsFolders) {
  Toolchain toolchain;
  toolchain.visible = {"/usr/local/lib", "/usr/local/include", "/srv/build/deps", "/usr"};
  toolchain.cmake_package = "/srv/arena/cmake";
  ToldPaths paths;
  call_toolchain(paths, toolchain);
  EXPECT_EQ(paths.in("/usr/local/include/x.h:3: /usr/local/lib/libx.a /usr/bin/ld"),
            "/usr/local/include/x.h:3: /usr/local/lib/libx.a /usr/bin/ld");
  EXPECT_EQ(paths.in("/srv/build/deps/x.h /srv/build/y.h /srv/arena/cmake/z"),
            "tichu/deps/x.h tichu/y.h tichu/cmake/z");
}

}  // namespace
}  // namespace tichu::arena
