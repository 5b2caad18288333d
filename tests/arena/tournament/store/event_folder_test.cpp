#include "arena/tournament/store/event_folder.h"

#include <gtest/gtest.h>

#include "arena/tournament/store/event_store.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

EventConfig named(const TemporaryFolder& results, const std::string& name, bool given) {
  EventConfig config;
  config.results = results.path() / "results";
  config.name = name;
  config.name_given = given;
  return config;
}

TEST(EventFolder, IsMadeWithItsParents) {
  const TemporaryFolder results;
  EventConfig config = named(results, "cup", true);
  const auto folder = make_event_folder(config);
  ASSERT_TRUE(folder.ok());
  EXPECT_EQ(folder.value().path(), results.path() / "results/cup");
  EXPECT_TRUE(std::filesystem::is_directory(folder.value().path()));
}

TEST(EventFolder, ThatHoldsSomethingIsRefusedWhereTheNameWasGiven) {
  const TemporaryFolder results;
  results.write("results/cup/notes.txt", "mine");
  EventConfig config = named(results, "cup", true);
  const auto folder = make_event_folder(config);
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().text(),
            (results.path() / "results/cup").string() +
                ": this folder holds something already; give the event another name (--name), or remove it");
  EXPECT_EQ(bytes_of(results.path() / "results/cup/notes.txt"), "mine");
}

TEST(EventFolder, ThatIsEmptyIsTaken) {
  const TemporaryFolder results;
  std::filesystem::create_directories(results.path() / "results/cup");
  EventConfig config = named(results, "cup", true);
  EXPECT_TRUE(make_event_folder(config).ok());
}

TEST(EventFolder, ThatAKilledArenaLeftWithoutAnEventIsTaken) {
  const TemporaryFolder results;
  results.write("results/cup/arena.log", "");
  results.write("results/cup/event.sqlite.new", "half a database");
  results.write("results/cup/event.sqlite.new-journal", "");
  EventConfig config = named(results, "cup", true);
  const auto folder = make_event_folder(config);
  ASSERT_TRUE(folder.ok());
  config.bots.resize(2);
  config.bots[0].name = "a";
  config.bots[1].name = "b";
  EventStore::create(folder.value().path(), config, "test");
  EXPECT_FALSE(std::filesystem::exists(folder.value().path() / "event.sqlite.new"));
  EXPECT_FALSE(make_event_folder(config).ok()) << "it holds an event now";
}

TEST(EventFolder, GetsTheNextFreeNameWhereNoneWasGiven) {
  const TemporaryFolder results;
  results.write("results/cup/x", "");
  results.write("results/cup-2", "a file");
  EventConfig config = named(results, "cup", false);
  const auto folder = make_event_folder(config);
  ASSERT_TRUE(folder.ok());
  EXPECT_EQ(config.name, "cup-3");
  EXPECT_EQ(folder.value().path().filename(), "cup-3");
}

TEST(EventFolder, GoesAgainWithAllThatWasMadeForIt) {
  const TemporaryFolder results;
  EventConfig config = named(results, "cup", true);
  {
    const auto folder = make_event_folder(config);
    ASSERT_TRUE(folder.ok());
  }
  EXPECT_FALSE(std::filesystem::exists(results.path() / "results"));
  EXPECT_TRUE(std::filesystem::exists(results.path()));
}

TEST(EventFolder, StaysWhereItIsKeptOrWasThereOrHoldsSomething) {
  const TemporaryFolder results;
  const auto path = [&](const char* name) { return results.path() / "results" / name; };
  {
    EventConfig config = named(results, "kept", true);
    auto kept = make_event_folder(config);
    kept.value().keep();
    EventConfig other = named(results, "held", true);
    const auto held = make_event_folder(other);
    results.write("results/held/notes.txt", "mine");
  }
  EXPECT_TRUE(std::filesystem::exists(path("kept")));
  EXPECT_EQ(bytes_of(path("held") / "notes.txt"), "mine");
  EventConfig config = named(results, "kept", true);
  EXPECT_TRUE(make_event_folder(config).ok());
  EXPECT_TRUE(std::filesystem::exists(path("kept"))) << "it was there before";
}

TEST(EventFolder, KnowsTheFilesThatTheArenaKeepsThere) {
  const TemporaryFolder results;
  results.write("cup/event.sqlite", "");
  for (const char* name :
       {"event.sqlite", "event.sqlite-wal", "arena.log", "results.json", "test.json", "../cup/tables.json"}) {
    EXPECT_TRUE(is_event_file(results.path() / "cup" / name)) << name;
  }
  EXPECT_FALSE(is_event_file(results.path() / "cup/events.jsonl"));
  EXPECT_FALSE(is_event_file(results.path() / "arena.log")) << "no event is there";
}

TEST(EventFolder, ThatWouldBeInAFileIsRefused) {
  const TemporaryFolder results;
  const std::filesystem::path file = results.write("results", "a file in the way");
  EventConfig config = named(results, "cup", false);
  config.results = file / "deeper";
  const auto folder = make_event_folder(config);
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().text(), "--results: \"" + config.results.string() +
                                       "\": needs a folder, which is made where there is none, but \"" + file.string() +
                                       "\" is a file");
}

TEST(EventFolder, ThatTheDiskRefusesIsAnException) {
  const TemporaryFolder results;
  EventConfig config = named(results, "cup", false);
  config.results = "/proc/none";
  EXPECT_THROW(make_event_folder(config), std::runtime_error);
}

}  // namespace
}  // namespace tichu::arena
