#include "arena/tournament/schedule/knockout.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/arena/tournament/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

/// The better seed wins always.
double by_seed(const Job& job) { return job.entrants[0] < job.entrants[1] ? 20 : -20; }

TEST(Knockout, SeedsSoThatTheFirstMeetLast) {
  EXPECT_EQ(bracket_order(8), (std::vector<std::size_t>{0, 7, 3, 4, 1, 6, 2, 5}));
  Knockout schedule(8, 1);
  const auto jobs = run(schedule, 3, by_seed);
  ASSERT_EQ(jobs.size(), 7u);
  EXPECT_EQ(jobs[6].entrants, (Pairing{EntrantId{0}, EntrantId{1}}));
  EXPECT_EQ(jobs[4].entrants, (Pairing{EntrantId{0}, EntrantId{3}}));
}

TEST(Knockout, CrownsTheBestForAnyNumber) {
  for (std::size_t entrants = 2; entrants <= 33; ++entrants) {
    Knockout schedule(entrants, 2);
    const auto jobs = run(schedule, 4, by_seed);
    EXPECT_EQ(jobs.size(), 2 * (entrants - 1));
    EXPECT_EQ(schedule.total(), jobs.size());
    const auto places = schedule.places();
    EXPECT_EQ(places.front().entrant, EntrantId{0});
    EXPECT_EQ(places[1].entrant, EntrantId{1});
    EXPECT_GT(places[0].points, places[1].points);
  }
}

TEST(Knockout, PlaysFurtherBoardsWhereAMatchIsEven) {
  Knockout schedule(2, 4);
  // Even over the four boards and the first further one; the next decides for the worse seed.
  const auto jobs = run(schedule, 8, [](const Job& job) { return job.board < BoardNumber(5) ? 0.0 : -10.0; });
  ASSERT_EQ(jobs.size(), 7u);
  std::set<BoardNumber> boards;
  for (const Job& job : jobs) EXPECT_TRUE(boards.insert(job.board).second);
  EXPECT_EQ(schedule.places().front().entrant, EntrantId{1});
}

TEST(Knockout, GivesAMatchThatIsEvenForEverToTheBetterSeed) {
  Knockout schedule(4, 1);
  const auto jobs = run(schedule, 3, [](const Job&) { return 0.0; });
  EXPECT_EQ(jobs.size(), 3 * (1 + Knockout::MaxFurtherBoards));
  EXPECT_EQ(schedule.places().front().entrant, EntrantId{0});
}

TEST(Knockout, IsEmptyForFewerThanTwo) {
  for (const std::size_t entrants : {0u, 1u}) {
    Knockout schedule(entrants, 3);
    EXPECT_TRUE(run(schedule, 1).empty());
    EXPECT_EQ(schedule.total(), 0u);
  }
}

}  // namespace
}  // namespace tichu::arena
