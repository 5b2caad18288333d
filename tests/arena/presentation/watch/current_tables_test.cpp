#include "arena/presentation/watch/current_tables.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "engine/record.h"
#include "tests/arena/record/random_record.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

/// Two tables of a tournament, of which the first plays what a test says.
struct Hall {
  Hall() : record(random_record(1, 3)), log(replay(record.deal, record.rules, record.actions).log) {
    config.name = "cup";
    config.bots.resize(1);
    config.bots[0].name = "a";
    open_tables(2);
    pass_second();
  }
  void open_tables(std::size_t threads) {
    tables.emplace(folder.path());
    tables->started({config, {}, std::nullopt, 0, threads});
  }
  void pass_second() {
    {
      Progress progress;
      progress.elapsed = now += std::chrono::seconds(1);
      tables->progressed(progress);
    }
  }
  void begin_round(std::uint64_t job) {
    TableView* view = tables->view(0);
    view->begin_board(JobNumber(job));
    view->begin_round({JobNumber(0), BoardNumber(9), SeatingNumber(1), RoundNumber(0), {}}, record.deal, 9);
  }
  /// The round begins, or goes on, and a second passes.
  void play_on(std::uint64_t job, bool begins) {
    if (begins) begin_round(job);
    tables->view(0)->show(log);
    pass_second();
  }
  std::string shown() const {
    std::ostringstream text;
    text << std::ifstream(file()).rdbuf();
    return text.str();
  }
  std::filesystem::path file() const { return folder.path() / "tables.json"; }

  TemporaryFolder folder;
  TournamentConfig config;
  Record record;
  tichu::EventLog log;
  std::chrono::nanoseconds now{0};
  std::optional<CurrentTables> tables;
};

TEST(CurrentTables, ShowRoundsThatTakeTheirTime) {
  Hall hall;
  hall.play_on(5, true);
  EXPECT_FALSE(std::filesystem::exists(hall.file())) << "it may be over in a moment";
  hall.play_on(5, false);
  EXPECT_NE(hall.shown().find(R"({"format":"tichu-tables/1","tables":[)"), std::string::npos);
  EXPECT_NE(hall.shown().find(R"({"table":0,"record":{)"), std::string::npos);
  EXPECT_NE(hall.shown().find(R"("job": 5)"), std::string::npos);
  hall.play_on(6, true);
  EXPECT_NE(hall.shown().find(R"("job": 6)"), std::string::npos) << "a slow table's next round is shown at once";
}

TEST(CurrentTables, ShowNothingThatIsTooFast) {
  Hall hall;
  for (std::uint64_t job = 0; job < 10; ++job) hall.play_on(job, true);
  EXPECT_FALSE(std::filesystem::exists(hall.file()));
}

TEST(CurrentTables, ForgetATableThatHasBecomeFast) {
  Hall hall;
  hall.play_on(5, true);
  hall.play_on(5, false);
  ASSERT_TRUE(std::filesystem::exists(hall.file()));
  for (std::uint64_t job = 6; job < 16; ++job) hall.play_on(job, true);
  EXPECT_FALSE(std::filesystem::exists(hall.file()));
}

TEST(CurrentTables, KeepARoundWhileItsBotsThink) {
  Hall hall;
  hall.play_on(5, true);
  hall.play_on(5, false);
  const std::string before = hall.shown();
  for (int second = 0; second < 100; ++second) hall.pass_second();
  EXPECT_EQ(hall.shown(), before);
}

TEST(CurrentTables, ShowTheEndOfARoundThatWasWatched) {
  Hall hall;
  hall.play_on(5, true);
  hall.tables->view(0)->end_round(hall.log);
  hall.begin_round(6);
  hall.pass_second();
  EXPECT_NE(hall.shown().find(R"("job": 5)"), std::string::npos);
}

TEST(CurrentTables, ForgetATableWithNothingMoreToPlay) {
  Hall hall;
  hall.play_on(5, true);
  hall.play_on(5, false);
  hall.tables->view(0)->end_round(hall.log);
  hall.tables->view(0)->end_board();
  hall.pass_second();
  EXPECT_NE(hall.shown().find(R"("job": 5)"), std::string::npos) << "the end of what was watched is shown";
  hall.pass_second();
  EXPECT_FALSE(std::filesystem::exists(hall.file()));
  hall.play_on(9, true);
  EXPECT_NE(hall.shown().find(R"("job": 9)"), std::string::npos) << "it has waited for other results";
}

TEST(CurrentTables, AreRemovedThoughTheyCouldNotBeWrittenLast) {
  Hall hall;
  hall.play_on(5, true);
  hall.play_on(5, false);
  ASSERT_TRUE(std::filesystem::exists(hall.file()));
  // Where a folder stands, no file can be made.
  const std::filesystem::path in_the_way = hall.folder.write("tables.json.part/here", "").parent_path();
  hall.play_on(6, true);
  EXPECT_NE(hall.shown().find(R"("job": 5)"), std::string::npos);
  hall.tables->view(0)->end_board();
  hall.pass_second();
  EXPECT_FALSE(std::filesystem::exists(hall.file())) << "there is no table to be shown";

  std::filesystem::remove_all(in_the_way);
  hall.play_on(7, true);
  ASSERT_TRUE(std::filesystem::exists(hall.file()));
  hall.folder.write("tables.json.part/here", "");
  hall.play_on(8, true);
  hall.tables.reset();
  EXPECT_FALSE(std::filesystem::exists(hall.file()));
}

TEST(CurrentTables, LeaveNothingBehind) {
  Hall hall;
  std::ofstream(hall.file()) << "left by an arena that was killed";
  hall.open_tables(1);
  EXPECT_FALSE(std::filesystem::exists(hall.file()));
  hall.now = std::chrono::nanoseconds(0);
  hall.pass_second();
  hall.play_on(5, true);
  hall.play_on(5, false);
  ASSERT_TRUE(std::filesystem::exists(hall.file()));
  hall.tables.reset();
  EXPECT_TRUE(std::filesystem::is_empty(hall.folder.path()));
}

TEST(CurrentTables, HaveABound) {
  const TemporaryFolder folder;
  const TournamentConfig config;
  CurrentTables many(folder.path());
  many.started({config, {}, std::nullopt, 0, 1000});
  EXPECT_NE(many.view(MostWatchedTables - 1), nullptr);
  EXPECT_EQ(many.view(MostWatchedTables), nullptr);
}

}  // namespace
}  // namespace tichu::arena
