#include "arena/workers/worker/artifact_cache.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "arena/text/digest.h"
#include "arena/tournament/config/config_json.h"
#include "arena/workers/units/bot_artifact.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// What a broker would hold.
struct Shelf {
  std::map<std::string, std::string> artifacts;
  int fetched = 0;

  std::string fetch(const std::string& sha256) {
    ++fetched;
    return artifacts.at(sha256);
  }
  units::Bot add(const std::string& name, const std::string& content, const std::string& folder = "0/") {
    const std::string bytes = "tichu bot 1\nexec " + std::to_string(content.size()) + " 0/" + name + "\n" + content;
    BotSpec spec;
    spec.name = name;
    spec.kind = BotKind::Program;
    spec.path = folder + name;
    spec.trusted = true;
    spec.needs.memory_mb = 64;
    units::Bot bot;
    bot.set_spec(bot_spec_json(spec));
    bot.set_artifact(sha256_of(bytes));
    artifacts.emplace(bot.artifact(), bytes);
    return bot;
  }
};

ArtifactCache cache_in(const TemporaryFolder& folder, Shelf& shelf, std::uint64_t bytes = 1 << 20) {
  return {folder.path() / "cache", bytes, folder.path() / "bundled",
          [&shelf](const std::string& sha256) { return shelf.fetch(sha256); }};
}

TEST(ArtifactCache, FetchesAnArtifactOnceAndTrustsNone) {
  const TemporaryFolder folder;
  Shelf shelf;
  const units::Bot bot = shelf.add("bot", "x");
  for (int process = 0; process < 2; ++process) {
    ArtifactCache cache = cache_in(folder, shelf);
    const BotSpec spec = cache.bot(bot);
    EXPECT_TRUE(fs::is_regular_file(spec.path));
    EXPECT_FALSE(spec.trusted);
    EXPECT_EQ(spec.needs.memory_mb, 64U);
    EXPECT_EQ(cache.bot(bot), spec);
  }
  EXPECT_EQ(shelf.fetched, 1);
}

TEST(ArtifactCache, RefusesBytesOfAnotherHash) {
  const TemporaryFolder folder;
  Shelf shelf;
  const units::Bot bot = shelf.add("bot", "x");
  shelf.artifacts[bot.artifact()] += "file 1 0/more\ny";
  ArtifactCache cache = cache_in(folder, shelf);
  EXPECT_THROW(cache.bot(bot), ArtifactTrouble);
  EXPECT_FALSE(fs::exists(folder.path() / "cache" / "0" / bot.artifact()));
}

TEST(ArtifactCache, StartsNothingOutsideOfTheArtifact) {
  const TemporaryFolder folder;
  Shelf shelf;
  ArtifactCache cache = cache_in(folder, shelf);
  for (const char* outside : {"../", "/bin/", "0/../../"}) {
    EXPECT_THROW(cache.bot(shelf.add("bot", "x", outside)), ArtifactTrouble) << outside;
  }
  BotSpec spec = bot_spec_from_json(shelf.add("bot", "x").spec(), "a unit").value();
  spec.arguments = {"/etc/passwd"};
  units::Bot bot = shelf.add("bot", "x");
  bot.set_spec(bot_spec_json(spec));
  bot.add_paths(0);
  EXPECT_THROW(cache.bot(bot), ArtifactTrouble);
  bot.set_paths(0, 1);
  EXPECT_ANY_THROW(cache.bot(bot)) << "there is no such argument";
}

TEST(ArtifactCache, WhatWasDamagedOnDiskIsFetchedAgain) {
  const TemporaryFolder folder;
  Shelf shelf;
  const units::Bot bot = shelf.add("bot", "x");
  const fs::path file = cache_in(folder, shelf).bot(bot).path;
  std::ofstream(file) << "evil";
  ArtifactCache cache = cache_in(folder, shelf);
  EXPECT_EQ(cache.bot(bot).path, file);
  EXPECT_EQ(shelf.fetched, 2);
  EXPECT_EQ(fs::file_size(file), 1u);
}

TEST(ArtifactCache, TakesABotThatCameWithTheArenaByItsHash) {
  const TemporaryFolder folder;
  Shelf shelf;
  fs::create_directories(folder.path() / "bundled");
  const fs::path own = folder.path() / "bundled" / "bot";
  std::ofstream(own) << "x";
  fs::permissions(own, fs::perms::owner_all);
  ArtifactCache cache = cache_in(folder, shelf);
  const BotSpec spec = cache.bot(shelf.add("bot", "x"));
  EXPECT_EQ(spec.path, own);
  EXPECT_TRUE(spec.trusted);
  EXPECT_EQ(shelf.fetched, 0);
  EXPECT_NE(cache.bot(shelf.add("bot", "y")).path, own);
}

TEST(ArtifactCache, IsOneProcesssAlone) {
  const TemporaryFolder folder;
  Shelf shelf;
  const units::Bot bot = shelf.add("bot", "x");
  ArtifactCache one = cache_in(folder, shelf);
  ArtifactCache other = cache_in(folder, shelf);
  EXPECT_NE(one.bot(bot).path, other.bot(bot).path);
}

TEST(ArtifactCache, EvictsWhatNobodyUses) {
  const TemporaryFolder folder;
  Shelf shelf;
  const units::Bot first = shelf.add("first", std::string(600, 'x'));
  const units::Bot second = shelf.add("second", std::string(600, 'x'));
  const fs::path gone = cache_in(folder, shelf, 1000).bot(first).path;
  ArtifactCache cache = cache_in(folder, shelf, 1000);
  const fs::path kept = cache.bot(second).path;
  EXPECT_FALSE(fs::exists(gone));
  EXPECT_TRUE(fs::exists(kept));
  // In use both may stay.
  const fs::path again = cache.bot(first).path;
  EXPECT_TRUE(fs::exists(again));
  EXPECT_TRUE(fs::exists(kept));
}

}  // namespace
}  // namespace tichu::arena
