#include "arena/ladder/secrets_in_files.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/installation.h"
#include "arena/ladder/told_paths.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TEST(Secrets, AreFoundWithFileAndLine) {
  const TemporaryFolder folder;
  folder.write("a.py", "x = 1\nkey = \"AKIAABCDEFGHIJKLMNOP\"\n");
  folder.write("sub/id", "-----BEGIN OPENSSH PRIVATE KEY-----\n");
  folder.write("fine.py", "task-sk-short = 'tch_'\n");
  folder.write("binary", std::string("\0AKIAABCDEFGHIJKLMNOP", 21));
  const auto found = secrets_in(folder.path());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].file, "a.py");
  EXPECT_EQ(found[0].line, 2U);
  EXPECT_EQ(found[1].file, "sub/id");
}

TEST(Secrets, AreKnownByTheirNamesWhereNothingElseTells) {
  const TemporaryFolder folder;
  const std::string key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  folder.write("a.env", "AWS_SECRET_ACCESS_KEY=" + key + "\n");
  folder.write("b.json", "{\"aws_secret_access_key\": \"" + key + "\"}\n");
  folder.write("c.py", "key = os.environ['AWS_SECRET_ACCESS_KEY']  # no more than the name\n");
  const auto found = secrets_in(folder.path());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].file, "a.env");
  EXPECT_EQ(found[1].file, "b.json");
  EXPECT_EQ(without_secrets("AWS_SECRET_ACCESS_KEY=" + key), "********");
}

TEST(Secrets, AreMaskedInTexts) {
  const std::string token = "tch_0123456789ab_" + std::string(64, 'f');
  EXPECT_EQ(without_secrets("using " + token + " now"), "using ******** now");
  EXPECT_EQ(without_secrets("nothing here"), "nothing here");
}

TEST(ToldPaths, AreNamesInPlaceOfTheServersFolders) {
  ToldPaths paths;
  paths.call("/srv/ladder", "ladder");
  paths.call("/srv/ladder/trees/ab12", "fox");
  paths.call("/", "everything");
  paths.call("", "nothing");
  EXPECT_EQ(paths.in("File \"/srv/ladder/trees/ab12/bot.py\", line 3"), "File \"fox/bot.py\", line 3");
  EXPECT_EQ(paths.in("-I/srv/ladder/trees/ab12 -L/srv/ladder/trees/cd"), "-Ifox -Lladder/trees/cd");
  EXPECT_EQ(paths.in("in /srv/ladder."), "in ladder.");
  EXPECT_EQ(paths.in("/srv/ladders /srv/ladder-2 /srv/ladder.old /usr/bin/ld: /srv"),
            "/srv/ladders /srv/ladder-2 /srv/ladder.old /usr/bin/ld: /srv");
}

TEST(ToldPaths, CallAVersionsFoldersByItsBotAsAtHome) {
  const TemporaryFolder folder;
  const FileStore store(folder.path());
  VersionRow version;
  version.shown.bot = "fox";
  version.source = "ab12";
  version.tree = "cd34";
  const ToldPaths paths = told_paths(store, version);
  EXPECT_EQ(paths.in(store.tree("ab12").string() + "/bot.cpp " + store.tree("cd34").string() + "/build/bots/fox"),
            "fox/bot.cpp fox/build/bots/fox");
  EXPECT_EQ(paths.in(std::string(BuildFolder) + "/bot.cpp:3:1: error"), "fox/bot.cpp:3:1: error");
  EXPECT_EQ(paths.in(arena_folder().string() + "/bin/x " + folder.path().string() + "/work/1"),
            "tichu/bin/x ladder/work/1");
}

}  // namespace
}  // namespace tichu::arena
