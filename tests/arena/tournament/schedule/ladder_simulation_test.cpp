// How well ladders rank entrants of known strength, beside random pairing, what becomes of a newcomer, and how fast the
// schedule is. Each prints its figures, with standard errors in brackets.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "arena/statistics/rating/field_rating.h"
#include "arena/tournament/schedule/ladder_schedule.h"
#include "tests/arena/statistics/rating/additive_rating.h"
#include "tests/arena/tournament/schedule/simulated_ladder.h"

namespace tichu::arena {
namespace {

using Kind = SimulatedWorld::Kind;

constexpr std::uint64_t BoardsOfMeeting = 4;

/// How many of `whole` worlds are to be simulated: all, or the share of them that TICHU_SIMULATIONS says.
int simulated_worlds(int whole) {
  const char* share = std::getenv("TICHU_SIMULATIONS");
  return share == nullptr ? whole : std::max(2, static_cast<int>(std::lround(whole * std::strtod(share, nullptr))));
}

struct Comparison {
  LadderFigures ladder;
  LadderFigures random;
};

/// Both in the same worlds.
Comparison compare(std::size_t entrants, std::uint64_t boards, Kind kind, int worlds,
                   std::uint64_t boards_of_meeting = BoardsOfMeeting) {
  std::vector<LadderWorth> ladder_worths;
  std::vector<LadderWorth> additive_worths;
  std::vector<LadderWorth> random_worths;
  for (int i = 0; i < worlds; ++i) {
    const SimulatedWorld world(entrants, kind, 1'000 + static_cast<std::uint64_t>(i));
    LadderSchedule ladder(entrants, boards_of_meeting, std::nullopt);
    std::vector<RatedBoard> played;
    play(ladder, world, boards, played);
    ladder_worths.push_back(worth_of(world, rate_points(entrants, margins_of(played)).numbers()));
    additive_worths.push_back(worth_of(world, rate_additively(entrants, margins_of(played))));
    played.clear();
    play(*random_pairing(entrants, boards_of_meeting, static_cast<std::uint64_t>(i)), world, boards, played);
    random_worths.push_back(worth_of(world, rate_points(entrants, margins_of(played)).numbers()));
  }
  const Comparison comparison{figures_of(ladder_worths), figures_of(random_worths)};
  const std::string what = std::to_string(entrants) +
                           (kind == Kind::Even      ? " even"
                            : kind == Kind::Crowded ? " crowded"
                                                    : " real") +
                           " entrants, " + std::to_string(boards) + " boards, " + std::to_string(boards_of_meeting) +
                           " a meeting";
  print("ladder, " + what, comparison.ladder);
  print("the same by a fit of differences", figures_of(additive_worths));
  print("random, " + what, comparison.random);
  return comparison;
}

/// Of a mean over fewer worlds three standard errors are allowed.
void expect_at_most(double mean, double error, double bound, bool all) {
  EXPECT_LE(mean, bound + (all ? 0 : 3 * error));
}

/// Intervals of places are whole numbers, so that they hold more than they say rather than less.
void expect_honest_places(const LadderFigures& figures, int all_worlds) {
  const double slack = figures.worlds >= all_worlds ? 0 : 3 * figures.error.places_covered;
  EXPECT_GE(figures.mean.places_covered, 0.88 - slack);
}

void expect_worth(const LadderFigures& figures, double places, double rms, int all_worlds) {
  const bool all = figures.worlds >= all_worlds;
  expect_at_most(figures.mean.places_wrong, figures.error.places_wrong, places, all);
  expect_at_most(figures.mean.rms, figures.error.rms, rms, all);
  const double slack = all ? 0 : 3 * figures.error.covered;
  EXPECT_GE(figures.mean.covered, 0.93 - slack);
  EXPECT_LE(figures.mean.covered, 0.97 + slack);
  expect_honest_places(figures, all_worlds);
}

TEST(SimulatedLadders, OrderAHundredEntrantsWithinThreePlaces) {
  constexpr int Worlds = 400;
  const Comparison found = compare(100, 10'000, Kind::Even, simulated_worlds(Worlds));
  expect_worth(found.ladder, 2.95, 7.6, Worlds);
}

TEST(SimulatedLadders, OrderTwentyEntrantsWithinHalfAPlace) {
  constexpr int Worlds = 4'000;
  const Comparison found = compare(20, 5'000, Kind::Even, simulated_worlds(Worlds));
  expect_worth(found.ladder, 0.42, 5.5, Worlds);
}

TEST(SimulatedLadders, HaveHonestIntervalsWhereEntrantsCrowd) {
  constexpr int Worlds = 400;
  for (const auto& [entrants, boards] : {std::pair(20, 5'000), std::pair(100, 10'000)}) {
    const Comparison found = compare(static_cast<std::size_t>(entrants), static_cast<std::uint64_t>(boards),
                                     Kind::Crowded, simulated_worlds(Worlds));
    const double slack = found.ladder.worlds >= Worlds ? 0 : 3 * found.ladder.error.covered;
    EXPECT_GE(found.ladder.mean.covered, 0.93 - slack);
    EXPECT_LE(found.ladder.mean.covered, 0.97 + slack);
    expect_honest_places(found.ladder, Worlds);
  }
}

TEST(SimulatedLadders, OrderRealEntrantsBetterThanRandomPairing) {
  const Comparison found = compare(100, 10'000, Kind::Real, simulated_worlds(200));
  const double error = std::hypot(found.ladder.error.places_wrong, found.random.error.places_wrong);
  EXPECT_LE(found.ladder.mean.places_wrong, found.random.mean.places_wrong + 3 * error);
}

TEST(SimulatedLadders, KeepTheirWorthWithTheUsualMeetings) {
  constexpr int Worlds = 200;
  constexpr std::uint64_t Usual = 10;
  const Comparison found = compare(100, 10'000, Kind::Even, simulated_worlds(Worlds), Usual);
  expect_worth(found.ladder, 3.1, 8, Worlds);  // longer meetings know a little less than those of four boards
}

/// The boards that it takes until the entrant has had so many.
std::uint64_t play_until(LadderSchedule& ladder, const SimulatedWorld& world, EntrantId entrant, std::uint64_t own,
                         std::vector<RatedBoard>& boards) {
  const std::size_t before = boards.size();
  const auto plays = [&](const RatedBoard& board) {
    return board.entrants[0] == entrant || board.entrants[1] == entrant;
  };
  while (own > 0) {
    const std::size_t size = boards.size();
    play(ladder, world, 1, boards);
    if (boards.size() == size) return 0;
    if (plays(boards.back())) --own;
  }
  return boards.size() - before;
}

struct Newcomer {
  int worlds = 0;
  double width = 0;
  double within = 0;  ///< share of worlds in which its place is near its true one
  double boards = 0;  ///< of the ladder meanwhile
};

void note_newcomer(const SimulatedWorld& world, const std::vector<RatedBoard>& boards, int near, Newcomer& newcomer) {
  const std::size_t own = world.size() - 1;
  const FieldRating table = rate_points(world.size(), margins_of(boards));
  int better = 0;
  int rated_better = 0;
  for (std::size_t i = 0; i < own; ++i) {
    better += world.points(i) > world.points(own) ? 1 : 0;
    rated_better += table.value(i) > table.value(own) ? 1 : 0;
  }
  newcomer.worlds += 1;
  newcomer.width += table.error95(own);
  newcomer.within += std::abs(better - rated_better) <= near ? 1 : 0;
}

TEST(SimulatedLadders, RateANewcomerSoon) {
  constexpr std::size_t Established = 100;
  constexpr int Worlds = 200;
  Newcomer early;
  Newcomer late;
  for (int i = 0; i < simulated_worlds(Worlds); ++i) {
    const SimulatedWorld world(Established + 1, Kind::Even, 7'000 + static_cast<std::uint64_t>(i));
    LadderSchedule ladder(Established, BoardsOfMeeting, std::nullopt);
    std::vector<RatedBoard> boards;
    play(ladder, world, 10'000, boards);
    const auto newcomer = static_cast<EntrantId>(Established);
    ladder.change({ChangeKind::Enter, newcomer});
    early.boards += static_cast<double>(play_until(ladder, world, newcomer, 64, boards));
    note_newcomer(world, boards, 10, early);
    late.boards += static_cast<double>(play_until(ladder, world, newcomer, 256 - 64, boards));
    note_newcomer(world, boards, 5, late);
  }
  for (const auto& [what, found] : {std::pair("64 boards", early), std::pair("256 boards", late)}) {
    std::printf("a newcomer after %s: 95 %% interval of ±%.1f points, place near its own in %.0f %% of %d worlds\n",
                what, found.width / found.worlds, 100 * found.within / found.worlds, found.worlds);
  }
  std::printf("meanwhile the ladder played %.0f and then %.0f boards\n", early.boards / early.worlds,
              late.boards / late.worlds);
  EXPECT_LE(early.width / early.worlds, 26);
  EXPECT_LE(late.width / late.worlds, 14);
  const double slack = early.worlds >= Worlds ? 0 : 3 * std::sqrt(0.8 * 0.2 / early.worlds);
  EXPECT_GE(early.within / early.worlds, 0.8 - slack);
  EXPECT_GE(late.within / late.worlds, 0.8 - slack);
}

/// That this thread has had, so that other processes have no part in it.
double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Times are printed, not judged.
TEST(SimulatedLadders, TakeManyEntrants) {
  constexpr std::uint64_t Boards = 10;
  const auto meetings = static_cast<std::uint64_t>(simulated_worlds(50'000));
  for (const std::size_t entrants : {100u, 1'000u, 10'000u, 60'000u}) {
    const SimulatedWorld world(entrants + 100, Kind::Even, 1);
    LadderSchedule ladder(entrants, Boards, std::nullopt);
    std::vector<RatedBoard> boards;
    boards.reserve(2 * meetings * Boards);
    play(ladder, world, Boards, boards);
    const double began = processor_seconds();
    play(ladder, world, meetings * Boards, boards);
    const double with_boards = processor_seconds() - began;
    // What the world's luck takes is not the ladder's.
    const double luck_began = processor_seconds();
    double sum = 0;
    for (const RatedBoard& board : boards)
      sum += world.result({JobNumber(board.board.value()), board.board, board.entrants}).margin;
    const double luck = processor_seconds() - luck_began;
    double longest = 0;
    double all = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      const std::size_t newcomer = entrants + i / 2;
      const double change_began = processor_seconds();
      ladder.change({i % 2 == 0 ? ChangeKind::Enter : ChangeKind::Retire, static_cast<EntrantId>(newcomer)});
      play(ladder, world, Boards, boards);
      const double took = processor_seconds() - change_began;
      longest = std::max(longest, took);
      all += took;
    }
    std::printf("%zu entrants: %.0f meetings a second; a join or leave and a meeting take %.3f ms, at most %.3f (%g)\n",
                entrants, static_cast<double>(meetings) / (with_boards - luck), 5 * all, 1e3 * longest, sum);
    EXPECT_EQ(boards.size(), Boards + meetings * Boards + 200 * Boards);
  }
}

}  // namespace
}  // namespace tichu::arena
