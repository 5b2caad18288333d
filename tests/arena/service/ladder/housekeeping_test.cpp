#include "arena/service/ladder/housekeeping.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_folder.h"
#include "arena/tournament/store/board_output.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/stored_tournament.h"

namespace tichu::arena {
namespace {

/// A board at which both bots wrote.
void store_output(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  TournamentStore store = stored_tournament(folder, "a", "b", 0);
  std::vector<FinishedJob> jobs = random_jobs(TournamentConfig(), 0, 1);
  for (const BotId bot : {BotId{0}, BotId{1}}) jobs[0].output.push_back({SeatingNumber(0), Seat(0), bot, "words"});
  store.add(jobs);
}

TEST(HousekeepingTest, DeletesWhatWithdrawnVersionsWrote) {
  const TemporaryFolder made;
  const std::filesystem::path folder = made.path() / "ladder";
  const std::filesystem::path request = folder / "requests" / "1";
  ASSERT_TRUE(make_ladder(folder, "keeper"));
  double now = 1000;
  LadderDatabase database(folder / LadderDatabaseName, [&now] { return now; });
  const LadderSettings settings;
  const FileStore store(folder);
  RatedRunner play(
      folder, settings, store, [&now] { return now; }, PlayOptions());
  store_output(play.folder());
  store_output(request);
  {
    LadderDatabase::Work work = database.begin();
    work.sql().exec("UPDATE version SET entrant = NULL");
    work.sql().exec(
        "INSERT INTO bot (id, name, look, created) VALUES (100, 'fox', 'fox', 0);"
        "INSERT INTO version (id, bot, number, state, submitted, changed, sha256, bytes, note, tree, entry_name, "
        "entrant) VALUES (100, 100, 1, 'withdrawn', 0, 500, '', 0, '', 'tree', 'fox@1', 0), "
        "(101, 100, 2, 'rated', 0, 500, '', 0, '', 'tree', 'fox@2', 1);"
        "INSERT INTO play_request (kind, state, account, first, second, boards, folder, asked) SELECT "
        "'match', 'done', id, 101, 100, 1, '" +
        request.string() + "', 0 FROM account");
    work.commit();
  }
  Housekeeping housekeeping(database, store, settings, play, [](const std::string&) {});
  housekeeping.tidy_if_due();
  EXPECT_EQ(board_output(play.folder(), JobNumber(0)).size(), 2u) << "its boards may be under way";
  now = 2000;
  housekeeping.tidy_if_due();
  const std::vector<SeatOutput> rated = board_output(play.folder(), JobNumber(0));
  ASSERT_EQ(rated.size(), 1u);
  EXPECT_EQ(rated[0].bot, BotId{1});
  const std::vector<SeatOutput> asked = board_output(request, JobNumber(0));
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0].bot, BotId{0});
}

}  // namespace
}  // namespace tichu::arena
