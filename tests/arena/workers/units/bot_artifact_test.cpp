#include "arena/workers/units/bot_artifact.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "arena/tournament/config/config_json.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text, bool executable = false) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
  if (executable) fs::permissions(file, fs::perms::owner_all);
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(BotArtifact, IsTheSameWhereverTheFilesLie) {
  const TemporaryFolder folder;
  for (const char* place : {"a", "b"}) {
    write(folder.path() / place / "bot", "#!/bin/sh\n", true);
    write(folder.path() / place / "weights" / "w.bin", std::string("1\0\n2", 4));
    write(folder.path() / place / "empty", "");
  }
  const auto first = pack_folder(folder.path() / "a");
  const auto second = pack_folder(folder.path() / "b");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->sha256, second->sha256);
  const fs::path made = folder.path() / "made";
  fs::create_directory(made);
  ASSERT_TRUE(unpack(first->bytes, made));
  EXPECT_EQ(text_of(made / "weights" / "w.bin"), std::string("1\0\n2", 4));
  EXPECT_EQ(pack_folder(made)->sha256, first->sha256);
  write(folder.path() / "b" / "empty", "x");
  EXPECT_NE(pack_folder(folder.path() / "b")->sha256, first->sha256);
}

TEST(BotArtifact, NamesFilesByTheirPlaceInTheArtifact) {
  const TemporaryFolder folder;
  write(folder.path() / "mine" / "bot", "#!/bin/sh\n", true);
  write(folder.path() / "data" / "weights", "1");
  BotSpec bot{"mine",
              BotKind::Program,
              folder.path() / "mine" / "bot",
              {(folder.path() / "data" / "weights").string(), "-x"},
              {}};
  bot.needs.memory_mb = 64;
  const auto packed = pack_bot(BotId{3}, bot, "/nowhere");
  ASSERT_TRUE(packed) << packed.error().text();
  EXPECT_EQ(packed->bot.id(), 3u);
  const auto spec = bot_spec_from_json(packed->bot.spec(), "a unit");
  ASSERT_TRUE(spec) << spec.error().text();
  EXPECT_EQ(spec->needs, bot.needs);
  EXPECT_FALSE(spec->path.is_absolute());
  EXPECT_EQ(spec->path.filename(), "bot");
  ASSERT_EQ(packed->bot.paths_size(), 1);
  EXPECT_EQ(packed->bot.paths(0), 0u);
  EXPECT_FALSE(fs::path(spec->arguments[0]).is_absolute());
  EXPECT_EQ(fs::path(spec->arguments[0]).filename(), "weights");
  EXPECT_EQ(spec->arguments[1], "-x");
  EXPECT_EQ(packed->bot.spec().find(folder.path().string()), std::string::npos);
  EXPECT_EQ(packed->artifact.bytes.find(folder.path().string()), std::string::npos);
}

TEST(BotArtifact, StartsAProgramOfTheSystemByItsPath) {
  const TemporaryFolder folder;
  write(folder.path() / "mine" / "bot.sh", "exit\n");
  BotSpec bot{"mine", BotKind::Program, "/bin/sh", {(folder.path() / "mine" / "bot.sh").string()}, {}};
  const auto packed = pack_bot(BotId{0}, bot, "/nowhere");
  ASSERT_TRUE(packed) << packed.error().text();
  EXPECT_EQ(bot_spec_from_json(packed->bot.spec(), "a unit")->path, "run");
  EXPECT_NE(packed->artifact.bytes.find("exec /bin/sh \"$@\""), std::string::npos);
}

TEST(BotArtifact, NothingIsMadeOutsideOfTheFolder) {
  const TemporaryFolder folder;
  const fs::path inside = folder.path() / "in";
  for (const std::string path : {"../x", "/tmp/x", "a/../../x", "a//x", "./x", "", "x/", "a\tb"}) {
    fs::remove_all(inside);
    fs::create_directory(inside);
    EXPECT_FALSE(unpack("tichu bot 1\nfile 1 " + path + "\ny", inside)) << path;
    EXPECT_FALSE(fs::exists(folder.path() / "x")) << path;
  }
}

TEST(BotArtifact, DamagedBytesAreRefused) {
  const TemporaryFolder folder;
  const std::string whole = "tichu bot 1\nexec 3 a\nabcfile 2 b\nde";
  const auto unpacked = [&](const std::string& bytes) {
    const fs::path place = folder.path() / "in";
    fs::remove_all(place);
    fs::create_directory(place);
    return unpack(bytes, place).has_value();
  };
  EXPECT_TRUE(unpacked(whole));
  const std::size_t first_file = whole.find("file");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const bool ends_between_files = length == 12 || length == first_file;
    EXPECT_EQ(unpacked(whole.substr(0, length)), ends_between_files) << length;
  }
  EXPECT_FALSE(unpacked("tichu bot 1\nfile 1 a\nxfile 1 a\nx"));
  EXPECT_FALSE(unpacked("tichu bot 1\nfile -1 a\nx"));
  EXPECT_FALSE(unpacked("tichu bot 1\nfile 99999999999999999999 a\nx"));
  EXPECT_FALSE(unpacked("tichu bot 1\nlink 1 a\nx"));
}

}  // namespace
}  // namespace tichu::arena
