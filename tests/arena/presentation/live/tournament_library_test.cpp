#include "arena/presentation/live/tournament_library.h"

#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "arena/presentation/page_data/board_json.h"
#include "arena/record/json_record.h"
#include "arena/tournament/store/tournament_lock.h"
#include "tests/arena/record/random_record.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/stored_tournament.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;

/// A folder of results with the tournament "cup", and a clock that stands still until it is moved.
struct Shelf {
  explicit Shelf(std::uint64_t boards) {
    std::filesystem::create_directory(folder.path() / "cup");
    store.emplace(stored_tournament(folder.path() / "cup", "a", "b", boards));
    library.emplace(folder.path(), "/b", [this] { return now; });
  }
  void play(std::uint64_t from, std::uint64_t to) { store->add(random_jobs(store->config(), from, to)); }
  Json pulse() { return Json::parse(*library->pulse("cup")); }

  TemporaryFolder folder;
  std::optional<TournamentStore> store;
  std::optional<TournamentLibrary> library;
  std::chrono::steady_clock::time_point now{std::chrono::hours(1)};
};

TEST(TournamentLibrary, ListsTournamentsAndNothingElse) {
  Shelf shelf(3);
  std::filesystem::create_directory(shelf.folder.path() / "empty");
  std::filesystem::create_directory(shelf.folder.path() / "broken");
  std::ofstream(shelf.folder.path() / "broken" / "tournament.sqlite") << "no database";
  std::ofstream(shelf.folder.path() / "README.md") << "text";
  const Json tournaments = Json::parse(shelf.library->tournaments());
  ASSERT_EQ(tournaments.size(), 2u);
  EXPECT_EQ(tournaments[0]["name"], "cup");
  EXPECT_EQ(tournaments[0]["boards_played"], 3);
  EXPECT_EQ(tournaments[0]["boards_planned"], 3);
  EXPECT_EQ(tournaments[0]["entrants"], 2);
  EXPECT_EQ(tournaments[0]["leader"], "a");
  EXPECT_EQ(tournaments[1]["name"], "broken");
  EXPECT_EQ(tournaments[1]["state"], "unreadable");
  EXPECT_NE(tournaments[1]["problem"].get<std::string>().find("tournament.sqlite\" cannot be read: "),
            std::string::npos)
      << tournaments;
}

TEST(TournamentLibrary, ListsWhatRunsFirstAndThenWhatWasStoredLast) {
  Shelf shelf(2);
  for (const char* name : {"older", "newer", "running"}) {
    std::filesystem::create_directory(shelf.folder.path() / name);
    stored_tournament(shelf.folder.path() / name, "c", "d", 2);
  }
  auto stored = std::filesystem::file_time_type::clock::now();
  for (const char* name : {"newer", "cup", "older", "running"}) {
    stored -= std::chrono::hours(1);
    for (const char* file : {"tournament.sqlite", "tournament.sqlite-wal"}) {
      std::error_code missing;
      std::filesystem::last_write_time(shelf.folder.path() / name / file, stored, missing);
    }
  }
  const auto lock = TournamentLock::take(shelf.folder.path() / "running");
  std::vector<std::string> names;
  for (const Json& tournament : Json::parse(shelf.library->tournaments())) names.push_back(tournament["name"]);
  EXPECT_EQ(names, (std::vector<std::string>{"running", "newer", "cup", "older"}));
}

TEST(TournamentLibrary, TellsWhyATournamentCannotBeReadAndShowsItWhenItCan) {
  Shelf shelf(2);
  const std::filesystem::path file = shelf.folder.path() / "cup" / "tournament.sqlite";
  const auto set_version = [&](int version) {
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = " + std::to_string(version));
  };
  const int version = SQLite::Database(file.string()).execAndGet("PRAGMA user_version").getInt();
  set_version(2);
  EXPECT_THROW(shelf.library->tournament("cup"), std::runtime_error);
  const Json tournaments = Json::parse(shelf.library->tournaments());
  ASSERT_EQ(tournaments.size(), 1u);
  EXPECT_NE(tournaments[0]["problem"].get<std::string>().find("schema version 2"), std::string::npos) << tournaments;
  const auto written = std::filesystem::last_write_time(file);
  set_version(version);
  std::filesystem::last_write_time(file, written);
  EXPECT_THROW(shelf.library->tournament("cup"), std::runtime_error) << "it was looked at just now";
  shelf.now += std::chrono::seconds(5);
  EXPECT_TRUE(shelf.library->tournament("cup"));
  set_version(2);
  shelf.now += std::chrono::seconds(5);
  EXPECT_THROW(shelf.library->tournament("cup"), std::runtime_error);
  set_version(version);
  std::filesystem::last_write_time(file, written + std::chrono::hours(1));
  EXPECT_TRUE(shelf.library->tournament("cup")) << "the file is another";
  EXPECT_EQ(Json::parse(shelf.library->tournaments())[0]["state"], "finished");
}

TEST(TournamentLibrary, ShowsWhatIsLeftOfADamagedTournament) {
  Shelf shelf(3);
  SQLite::Database((shelf.folder.path() / "cup" / "tournament.sqlite").string(), SQLite::OPEN_READWRITE)
      .exec("UPDATE job SET second_entrant = 7 WHERE number = 1");
  const Json tournament = Json::parse(*shelf.library->tournament("cup"));
  EXPECT_EQ(tournament["results"]["boards_played"], 2);
  EXPECT_EQ(tournament["damaged"], Json::array({"job 1: damaged: second_entrant 7 of 2 in the store"}));
  EXPECT_EQ(tournament["boards"].size(), 2u);
  EXPECT_EQ(tournament["boards"][1][0], 2) << "the job's number";
  EXPECT_EQ(shelf.pulse()["state"], "stopped");
}

TEST(TournamentLibrary, FollowsARunningTournamentBoardByBoardAndItsFiguresNowAndThen) {
  Shelf shelf(2);
  const SharedText before = shelf.library->tournament("cup");
  const Json first = shelf.pulse();
  EXPECT_EQ(first["boards_played"], 2);
  EXPECT_EQ(first["latest_job"], 1);
  shelf.play(2, 5);
  EXPECT_EQ(shelf.pulse(), first) << "asked again at once";
  shelf.now += std::chrono::seconds(1);
  const Json second = shelf.pulse();
  EXPECT_EQ(second["boards_played"], 5);
  EXPECT_EQ(second["latest_job"], 4);
  EXPECT_EQ(second["figures"], first["figures"]) << "too soon for new figures";
  EXPECT_EQ(shelf.library->tournament("cup"), before);
  shelf.now += std::chrono::seconds(5);
  EXPECT_NE(shelf.pulse()["figures"], first["figures"]);
  const Json tournament = Json::parse(*shelf.library->tournament("cup"));
  EXPECT_EQ(tournament["results"]["boards_played"], 5);
  EXPECT_EQ(tournament["figures"], shelf.pulse()["figures"]);
}

TEST(TournamentLibrary, TellsWhatBotsUsedWhenItIsStoredAfterTheLastBoard) {
  Shelf shelf(2);
  const Json before = Json::parse(*shelf.library->tournament("cup"));
  BotUsage usage;
  usage.bot = BotId{1};
  usage.time.add(std::chrono::milliseconds(3));
  shelf.store->bots().add_usage(JobNumber(1), std::array{usage});
  shelf.now += std::chrono::seconds(5);
  const Json after = Json::parse(*shelf.library->tournament("cup"));
  EXPECT_EQ(after["usage"].size(), before["usage"].size() + 1);
  EXPECT_NE(after["figures"], before["figures"]);
}

TEST(TournamentLibrary, TellsOfATournamentThatWasPlayedAgainUnderTheSameName) {
  Shelf shelf(2);
  EXPECT_TRUE(shelf.library->tournament("cup"));
  std::filesystem::rename(shelf.folder.path() / "cup", shelf.folder.path() / "old");
  std::filesystem::create_directory(shelf.folder.path() / "cup");
  stored_tournament(shelf.folder.path() / "cup", "c", "d", 2);
  shelf.now += std::chrono::seconds(5);
  EXPECT_EQ(Json::parse(*shelf.library->tournament("cup"))["results"]["entrants"][0]["name"], "c");
}

TEST(TournamentLibrary, MakesNoNewFiguresWhereNothingHappened) {
  Shelf shelf(2);
  const SharedText before = shelf.library->tournament("cup");
  shelf.now += std::chrono::hours(1);
  EXPECT_EQ(shelf.library->tournament("cup"), before);
}

TEST(TournamentLibrary, HandsOutAnyFinishedBoard) {
  Shelf shelf(3);
  const std::optional<Tournament> tournament = shelf.library->stored("cup");
  ASSERT_TRUE(tournament);
  const Json board = Json::parse(*board_json(*tournament, JobNumber(2)));
  EXPECT_EQ(board["job"], 2);
  EXPECT_EQ(board["tables"][0]["rounds"][0]["replay"]["steps"].back()["do"], "end");
  EXPECT_FALSE(board_json(*tournament, JobNumber(3)));
}

TEST(TournamentLibrary, NeverLeavesItsFolder) {
  Shelf shelf(1);
  std::filesystem::create_directory(shelf.folder.path() / "inner");
  TournamentLibrary inner(shelf.folder.path() / "inner", "/b", [] { return std::chrono::steady_clock::now(); });
  for (const std::string name : {"../cup", "..", ".", "", "cup/", "/", "..%2fcup", "%2e%2e/cup"}) {
    EXPECT_FALSE(inner.tournament(name)) << name;
    EXPECT_FALSE(inner.stored(name)) << name;
    EXPECT_FALSE(inner.pulse(name)) << name;
  }
  EXPECT_FALSE(shelf.library->tournament(std::string("cup\0x", 5)));
}

TEST(TournamentLibrary, ATournamentRunsAsLongAsAnArenaKeepsIt) {
  Shelf shelf(2);
  const auto state = [&shelf] {
    shelf.now += std::chrono::seconds(5);
    return shelf.pulse()["state"];
  };
  EXPECT_EQ(state(), "finished");
  TournamentConfig longer = shelf.store->config();
  longer.boards = 5;
  shelf.store->replace_config(longer);
  shelf.play(2, 3);
  EXPECT_EQ(state(), "stopped");
  {
    const auto lock = TournamentLock::take(shelf.folder.path() / "cup");
    ASSERT_TRUE(lock);
    EXPECT_EQ(state(), "running");
    EXPECT_EQ(Json::parse(shelf.library->tournaments())[0]["state"], "running");
  }
  EXPECT_EQ(state(), "stopped");
}

TEST(TournamentLibrary, KeepsTheSeedUntilTheEnd) {
  Shelf shelf(2);
  TournamentConfig config = shelf.store->config();
  config.boards = 3;
  config.seed = 5551234567890;
  shelf.store->replace_config(config);
  shelf.play(2, 2);
  shelf.now += std::chrono::seconds(5);
  const std::string hidden = *shelf.library->tournament("cup");
  EXPECT_EQ(hidden.find("5551234567890"), std::string::npos);
  EXPECT_TRUE(Json::parse(hidden)["results"]["seed"].is_null());
  EXPECT_TRUE(Json::parse(hidden)["command"].is_null());
  shelf.play(2, 3);
  shelf.now += std::chrono::seconds(5);
  EXPECT_EQ(Json::parse(*shelf.library->tournament("cup"))["results"]["seed"], 5551234567890);
}

TEST(TournamentLibrary, ShowsWorkersOfARunningTournamentAlone) {
  Shelf shelf(2);
  const std::filesystem::path file = shelf.folder.path() / "cup" / "workers.json";
  std::ofstream(file) << R"({"format":"tichu-workers/1","text":"1 worker","workers":[]})";
  EXPECT_EQ(*shelf.library->workers("cup"), "null") << "of an arena that was killed";
  const auto lock = TournamentLock::take(shelf.folder.path() / "cup");
  shelf.now += std::chrono::seconds(1);
  EXPECT_EQ(Json::parse(*shelf.library->workers("cup"))["text"], "1 worker");
  const Json first = shelf.pulse();
  EXPECT_EQ(first["workers"]["text"], "1 worker");
  std::ofstream(file) << R"({"format":"tichu-workers/1","text":"2 workers","workers":[]})";
  shelf.now += std::chrono::seconds(1);
  EXPECT_NE(shelf.pulse()["workers"]["version"], first["workers"]["version"]);
  for (const char* damaged : {"{", "[]", R"({"format":7,"text":""})", R"({"format":"tichu-workers/1","text":1})"}) {
    std::ofstream(file) << damaged;
    shelf.now += std::chrono::seconds(1);
    EXPECT_TRUE(shelf.pulse()["workers"].is_null()) << damaged;
    EXPECT_EQ(*shelf.library->workers("cup"), "null") << damaged;
  }
  EXPECT_EQ(shelf.library->workers("none"), nullptr);
}

TEST(TournamentLibrary, ShowsTablesOfARunningTournamentAlone) {
  Shelf shelf(2);
  const std::filesystem::path file = shelf.folder.path() / "cup" / "tables.json";
  const auto write = [&file](const Record& record) {
    std::ofstream(file) << R"({"format":"tichu-tables/1","tables":[{"table":3,"record":)" << write_json_record(record)
                        << "}]}";
  };
  Record record = random_record(1, 7);
  record.job = JobNumber(2);
  record.board = BoardNumber(2);
  record.seating = SeatingNumber(1);
  record.round = RoundNumber(0);
  record.seed = 5551234567890;
  record.actions.resize(record.actions.size() / 2);
  record.result.reset();
  write(record);
  EXPECT_EQ(*shelf.library->tables("cup"), "[]") << "of an arena that was killed";
  const auto lock = TournamentLock::take(shelf.folder.path() / "cup");
  shelf.now += std::chrono::seconds(1);
  const Json tables = Json::parse(*shelf.library->tables("cup"));
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables[0]["table"], 3);
  EXPECT_EQ(tables[0]["seating"], 1);
  EXPECT_GT(tables[0]["replay"]["steps"].size(), 3u);
  EXPECT_NE(tables[0]["replay"]["steps"].back()["do"], "end");
  EXPECT_EQ(tables.dump().find("5551234567890"), std::string::npos);
  const Json first = shelf.pulse();
  record.actions.pop_back();
  write(record);
  shelf.now += std::chrono::seconds(1);
  EXPECT_NE(shelf.pulse()["tables"], first["tables"]);
  std::ofstream(file) << "{";
  shelf.now += std::chrono::seconds(1);
  EXPECT_EQ(*shelf.library->tables("cup"), "[]");
  EXPECT_EQ(shelf.pulse()["state"], "running");
  EXPECT_TRUE(shelf.pulse()["tables"].is_null());
  // One that is damaged hides no other.
  std::ofstream(file)
      << R"({"format":"tichu-tables/1","tables":[{"table":1,"record":{"deal":[]}},7,{"table":2,"record":)"
      << write_json_record(record) << "}]}";
  shelf.now += std::chrono::seconds(1);
  const Json rest = Json::parse(*shelf.library->tables("cup"));
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_EQ(rest[0]["table"], 2);
  std::ofstream(file) << R"({"format":"tichu-tables/1","tables":)" << std::string(400'000, '[');
  shelf.now += std::chrono::seconds(1);
  EXPECT_EQ(*shelf.library->tables("cup"), "[]") << "nested more deeply than anybody can follow";
  std::filesystem::remove(file);
  EXPECT_TRUE(shelf.pulse()["tables"].is_null());
}

TEST(TournamentLibrary, TellsWhichTournamentsWereImported) {
  Shelf shelf(2);
  TournamentConfig config = shelf.store->config();
  config.origin.imported = true;
  config.origin.seed_known = false;
  shelf.store->replace_config(config);
  EXPECT_EQ(shelf.pulse()["state"], "imported");
  EXPECT_EQ(Json::parse(shelf.library->tournaments())[0]["state"], "imported");
  const Json tournament = Json::parse(*shelf.library->tournament("cup"));
  EXPECT_EQ(tournament["results"]["schedule"], "imported");
  EXPECT_TRUE(tournament["results"]["seed"].is_null());
  EXPECT_TRUE(tournament["command"].is_null());
}

TEST(TournamentLibrary, DoesNotKeepATournamentFromItsEnd) {
  Shelf shelf(2);
  EXPECT_TRUE(shelf.library->tournament("cup"));
  EXPECT_TRUE(shelf.library->pulse("cup"));
  shelf.store->finish();
  shelf.now += std::chrono::seconds(1);
  EXPECT_FALSE(std::filesystem::exists(shelf.folder.path() / "cup" / "tournament.sqlite-wal"));
  EXPECT_EQ(shelf.pulse()["state"], "finished");
}

}  // namespace
}  // namespace tichu::arena
