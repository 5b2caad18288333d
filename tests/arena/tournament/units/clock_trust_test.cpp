#include "arena/tournament/units/clock_trust.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/random.h"

namespace tichu::arena {
namespace {

constexpr std::size_t Entrants = 10;
constexpr std::size_t Workers = 8;

/// Roughly normal, with deviation 1: the sum of twelve even numbers.
double chance(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.below(1'000'000)) / 1'000'000;
  return sum;
}

/// Boards of a round robin over all workers. On worker 0 the first `weakened` entrants lose so many points per round.
std::vector<WorkerBoard> boards(std::uint64_t seed, std::size_t count, std::size_t weakened, double points) {
  constexpr double Spread = 100;
  Random random(seed, 3);
  std::vector<WorkerBoard> boards;
  for (std::size_t i = 0; i < count; ++i) {
    WorkerBoard board;
    board.worker = random.below(Workers);
    board.first = random.below(Entrants);
    board.second = (board.first + 1 + random.below(Entrants - 1)) % Entrants;
    board.residual = Spread * chance(random);
    if (board.worker == 0) {
      if (board.first < weakened) board.residual -= points;
      if (board.second < weakened) board.residual += points;
    }
    boards.push_back(board);
  }
  return boards;
}

TEST(WorkerResiduals, NameTheWorkerThatWeakensSomeBots) {
  const std::vector<WorkerResidual> residuals = worker_residuals(boards(1, 16'000, 4, 40), Workers);
  const WorkerResidual* worst = worst_worker(residuals);
  ASSERT_NE(worst, nullptr);
  EXPECT_EQ(worst->worker, 0u);
  EXPECT_EQ(worst->degrees, Entrants - 1);
}

TEST(WorkerResiduals, AreStandardNormalIfAllPlayAlike) {
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::vector<WorkerResidual> residuals = worker_residuals(boards(seed, 1600, 0, 0), Workers);
    EXPECT_EQ(worst_worker(residuals), nullptr);
    for (const WorkerResidual& residual : residuals) {
      sum += residual.z;
      squares += residual.z * residual.z;
      count += 1;
    }
  }
  // Here nothing was fitted, so the adjustment for the fit makes chi squared larger by an eighth.
  EXPECT_EQ(count, 60 * Workers);
  EXPECT_NEAR(sum / count, 0.3, 0.25);
  EXPECT_NEAR(std::sqrt(squares / count), 1.1, 0.25);
}

TEST(WorkerResiduals, SayNothingAboutAFewBoards) {
  EXPECT_TRUE(worker_residuals(boards(1, 64, 0, 0), Workers).empty());
  EXPECT_TRUE(worker_residuals({}, Workers).empty());
}

TEST(Lateness, IsLargeForAWorkerOnWhichBotsAreLate) {
  EXPECT_GT(lateness_z({{60, 10'000, 10, 70'000}}), LatenessAlarm);
  EXPECT_GT(lateness_z({{20, 1000, 0, 7000}, {20, 1000, 3, 7000}}), LatenessAlarm);
}

TEST(Lateness, BlamesNoWorkerForABotThatIsLateEverywhere) {
  EXPECT_LT(lateness_z({{500, 10'000, 3400, 70'000}}), LatenessAlarm);
  EXPECT_EQ(lateness_z({{0, 10'000, 10, 70'000}}), 0);
  EXPECT_EQ(lateness_z({}), 0);
  EXPECT_LT(lateness_z({{2, 1000, 0, 7000}}), LatenessAlarm) << "two late answers are chance";
}

TEST(Lateness, RaisesNoAlarmByChance) {
  Random random(1, 9);
  for (int worker = 0; worker < 2000; ++worker) {
    std::vector<LatenessRow> rows(3);
    for (LatenessRow& row : rows) {
      row.seats = 2000;
      row.others_seats = 14'000;
      for (int i = 0; i < 2000; ++i) row.late += random.below(500) == 0 ? 1 : 0;
      row.others_late = 28;
    }
    EXPECT_LT(lateness_z(rows), LatenessAlarm);
  }
}

TEST(TimedBots, ArePlayedByFastMachinesAlone) {
  EXPECT_TRUE(may_play_timed(90'000, 100'000));
  EXPECT_FALSE(may_play_timed(79'000, 100'000));
}

}  // namespace
}  // namespace tichu::arena
