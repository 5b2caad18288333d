#include "arena/tournament/store/tournament_folder.h"

#include <gtest/gtest.h>

#include "arena/tournament/store/tournament_store.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TournamentConfig named(const TemporaryFolder& results, const std::string& name, bool given) {
  TournamentConfig config;
  config.results = results.path() / "results";
  config.name = name;
  config.origin.name_given = given;
  return config;
}

TEST(TournamentFolder, IsMadeWithItsParents) {
  const TemporaryFolder results;
  TournamentConfig config = named(results, "cup", true);
  const auto folder = make_tournament_folder(config);
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder.value().path(), results.path() / "results/cup");
  EXPECT_TRUE(std::filesystem::is_directory(folder.value().path()));
}

TEST(TournamentFolder, ThatHoldsSomethingIsRefusedWhereTheNameWasGiven) {
  const TemporaryFolder results;
  results.write("results/cup/notes.txt", "mine");
  TournamentConfig config = named(results, "cup", true);
  const auto folder = make_tournament_folder(config);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().text(),
            (results.path() / "results/cup").string() +
                ": this folder holds something already; give the tournament another name (--name), or remove it");
  EXPECT_EQ(bytes_of(results.path() / "results/cup/notes.txt"), "mine");
}

TEST(TournamentFolder, ThatIsEmptyIsTaken) {
  const TemporaryFolder results;
  std::filesystem::create_directories(results.path() / "results/cup");
  TournamentConfig config = named(results, "cup", true);
  EXPECT_TRUE(make_tournament_folder(config));
}

TEST(TournamentFolder, ThatAKilledArenaLeftWithoutATournamentIsTaken) {
  const TemporaryFolder results;
  results.write("results/cup/arena.log", "");
  results.write("results/cup/tournament.sqlite.new", "half a database");
  results.write("results/cup/tournament.sqlite.new-journal", "");
  TournamentConfig config = named(results, "cup", true);
  const auto folder = make_tournament_folder(config);
  ASSERT_TRUE(folder);
  config.bots.resize(2);
  config.bots[0].name = "a";
  config.bots[1].name = "b";
  TournamentStore::create(folder.value().path(), config, "test");
  EXPECT_FALSE(std::filesystem::exists(folder.value().path() / "tournament.sqlite.new"));
  EXPECT_FALSE(make_tournament_folder(config)) << "it holds a tournament now";
}

TEST(TournamentFolder, GetsTheNextFreeNameWhereNoneWasGiven) {
  const TemporaryFolder results;
  results.write("results/cup/x", "");
  results.write("results/cup-2", "a file");
  TournamentConfig config = named(results, "cup", false);
  const auto folder = make_tournament_folder(config);
  ASSERT_TRUE(folder);
  EXPECT_EQ(config.name, "cup-3");
  EXPECT_EQ(folder.value().path().filename(), "cup-3");
}

TEST(TournamentFolder, GoesAgainWithAllThatWasMadeForIt) {
  const TemporaryFolder results;
  TournamentConfig config = named(results, "cup", true);
  {
    const auto folder = make_tournament_folder(config);
    ASSERT_TRUE(folder);
  }
  EXPECT_FALSE(std::filesystem::exists(results.path() / "results"));
  EXPECT_TRUE(std::filesystem::exists(results.path()));
}

TEST(TournamentFolder, StaysWhereItIsKeptOrWasThereOrHoldsSomething) {
  const TemporaryFolder results;
  const auto path = [&](const char* name) { return results.path() / "results" / name; };
  {
    TournamentConfig config = named(results, "kept", true);
    auto kept = make_tournament_folder(config);
    kept.value().keep();
    TournamentConfig other = named(results, "held", true);
    const auto held = make_tournament_folder(other);
    results.write("results/held/notes.txt", "mine");
  }
  EXPECT_TRUE(std::filesystem::exists(path("kept")));
  EXPECT_EQ(bytes_of(path("held") / "notes.txt"), "mine");
  TournamentConfig config = named(results, "kept", true);
  EXPECT_TRUE(make_tournament_folder(config));
  EXPECT_TRUE(std::filesystem::exists(path("kept"))) << "it was there before";
}

TEST(TournamentFolder, KnowsTheFilesThatTheArenaKeepsThere) {
  const TemporaryFolder results;
  results.write("cup/tournament.sqlite", "");
  for (const char* name :
       {"tournament.sqlite", "tournament.sqlite-wal", "arena.log", "results.json", "test.json", "../cup/tables.json"}) {
    EXPECT_TRUE(is_tournament_file(results.path() / "cup" / name)) << name;
  }
  EXPECT_FALSE(is_tournament_file(results.path() / "cup/tournaments.jsonl"));
  EXPECT_FALSE(is_tournament_file(results.path() / "arena.log")) << "no tournament is there";
}

TEST(TournamentFolder, ThatWouldBeInAFileIsRefused) {
  const TemporaryFolder results;
  const std::filesystem::path file = results.write("results", "a file in the way");
  TournamentConfig config = named(results, "cup", false);
  config.results = file / "deeper";
  const auto folder = make_tournament_folder(config);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().text(), "--results: \"" + config.results.string() +
                                       "\": needs a folder, which is made where there is none, but \"" + file.string() +
                                       "\" is a file");
}

TEST(TournamentFolder, ThatTheDiskRefusesIsAnException) {
  const TemporaryFolder results;
  TournamentConfig config = named(results, "cup", false);
  config.results = "/proc/none";
  EXPECT_THROW(make_tournament_folder(config), std::runtime_error);
}

}  // namespace
}  // namespace tichu::arena
