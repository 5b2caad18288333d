#include "arena/service/ladder/day_boards.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "arena/text/digest.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/stored_tournament.h"

namespace tichu::arena {
namespace {

constexpr double Evening = 1'700'000'000;  // 2023-11-14, 22:13
constexpr double Day = 86'400;
const std::string Guest(32, 'a');

class DayBoardsTest : public testing::Test {
 protected:
  DayBoardsTest() {
    LadderDatabase::create(folder_.path() / LadderDatabaseName);
    database_.emplace(folder_.path() / LadderDatabaseName, [this] { return now_; });
    boards_.emplace(folder_.path() / "people", *database_);
  }

  TemporaryFolder folder_;
  double now_ = Evening;
  std::optional<LadderDatabase> database_;
  std::optional<DayBoards> boards_;
};

TEST_F(DayBoardsTest, TellTheSecretOfADayOnceItIsOver) {
  const DayRow first = boards_->today();
  EXPECT_EQ(first.day, "2023-11-14");
  EXPECT_EQ(boards_->today().secret.seed, first.secret.seed);
  EXPECT_TRUE(boards_->past().empty());
  EXPECT_EQ(boards_->past(first.day).error().code, "day_unknown");
  now_ += Day;
  const DayRow second = boards_->today();
  EXPECT_EQ(second.day, "2023-11-15");
  EXPECT_NE(second.secret.seed, first.secret.seed);
  ASSERT_EQ(boards_->past().size(), 1U);
  const DayRow told = boards_->past(first.day).value();
  EXPECT_EQ(sha256_of(told.secret.seed + told.secret.salt), first.secret.commitment());
  EXPECT_EQ(boards_->past("2023-11-13").error().code, "day_unknown");
  EXPECT_EQ(boards_->replay(told, "../../server.key").error().code, "board_unknown");
}

TEST_F(DayBoardsTest, GiveAGuestOneSeatADayWithTheSameDealAsOthers) {
  const DaySeat seat = boards_->seat_of(Guest).value();
  EXPECT_EQ(boards_->seat_of(Guest)->token, seat.token);
  const DaySeat other = boards_->seat_of(std::string(32, 'b')).value();
  EXPECT_EQ(other.seed, seat.seed);
  EXPECT_NE(other.token, seat.token);
  EXPECT_NE(seat.token.find_first_not_of(Guest), std::string::npos);
  now_ += Day;
  EXPECT_NE(boards_->seat_of(Guest)->token, seat.token);
  for (const char* wrong : {"", "a", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "../../../../../../../../../../../"}) {
    EXPECT_EQ(boards_->seat_of(wrong).error().code, "guest_bad") << wrong;
  }
}

TEST_F(DayBoardsTest, ListResultsTheBestFirstAndOnceEach) {
  const DayRow day = boards_->today();
  LadderDatabase::Work work = database_->begin();
  DayTable table(work);
  table.add(day.day, {"a", "Ann", -40});
  table.add(day.day, {"b", "Ben", 60});
  table.add(day.day, {"a", "Ann", 300});
  const std::vector<DayResult> results = table.results(day.day, 5);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].person, "Ben");
  EXPECT_EQ(results[1].points, -40);
  work.commit();
  EXPECT_TRUE(boards_->results(day).empty()) << "their boards are not there any more";
}

/// A person's board of this seed, stored.
void store_board(const std::filesystem::path& folder, std::uint64_t seed) {
  std::filesystem::create_directories(folder);
  TournamentConfig config;
  config.seed = seed;
  config.bots.resize(2);
  config.bots[0].name = "Ann";
  config.bots[1].name = "steady";
  TournamentStore::create(folder, config, "test").add(random_jobs(config, 0, 1));
}

TEST_F(DayBoardsTest, NoteABoardOfTheDaysDealThatWasOverOnTheDay) {
  const DayRow day = boards_->today();
  const std::filesystem::path people = folder_.path() / "people";
  store_board(people / "own", day.secret.number());
  store_board(people / "other", day.secret.number() + 1);
  boards_->note(day.day, people / "missing", Evening);
  boards_->note(day.day, people / "other", Evening);
  boards_->note(day.day, people / "own", Evening + Day);
  EXPECT_TRUE(boards_->results(day).empty());
  boards_->note(day.day, people / "own", Evening);
  const std::vector<DayResult> results = boards_->results(day);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].person, "Ann");
}

}  // namespace
}  // namespace tichu::arena
