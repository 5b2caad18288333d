#include "arena/tournament/units/clock_trust.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
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

/// Boards of a round robin over workers of unlike speed, who play up to 40 boards of a pairing in a row. The pairings
/// differ in strength and spread. On worker 0 the first `weakened` entrants lose so many points per round.
std::vector<WorkerBoard> boards(std::uint64_t seed, std::size_t count, std::size_t weakened, double points) {
  Random random(seed, 3);
  std::vector<WorkerBoard> boards;
  while (boards.size() < count) {
    WorkerBoard board;
    board.worker = std::min(random.below(Workers), random.below(Workers));
    board.first = random.below(Entrants - 1);
    board.second = board.first + 1 + random.below(static_cast<std::uint32_t>(Entrants - 1 - board.first));
    const double strength = 10 * static_cast<double>(board.second) - 12 * static_cast<double>(board.first);
    const double spread = 50 + 10 * static_cast<double>(board.first + board.second);
    double shift = strength;
    if (board.worker == 0 && board.first < weakened) shift -= points;
    if (board.worker == 0 && board.second < weakened) shift += points;
    for (std::uint32_t unit = 1 + random.below(40); unit > 0; --unit) {
      board.margin = shift + spread * chance(random);
      boards.push_back(board);
    }
  }
  return boards;
}

TEST(WorkerResiduals, NameTheWorkerThatWeakensSomeBots) {
  const std::vector<WorkerResidual> worst = doubtful_workers(boards(1, 16'000, 4, 60), Workers);
  ASSERT_EQ(worst.size(), 1u) << "and nobody else, though its boards are in the fit";
  EXPECT_EQ(worst[0].worker, 0u);
  EXPECT_EQ(worst[0].degrees, Entrants - 1);
}

TEST(WorkerResiduals, AreStandardNormalIfAllPlayAlike) {
  const char* wanted = std::getenv("TICHU_RESIDUAL_WORKERS");
  const std::size_t workers = wanted == nullptr ? 800 : std::stoull(wanted);
  double sum = 0;
  double squares = 0;
  double largest = 0;
  std::size_t count = 0;
  for (std::uint64_t seed = 1; count < workers; ++seed) {
    for (const WorkerResidual& residual : worker_residuals(boards(seed, 2000, 0, 0), Workers)) {
      sum += residual.z;
      squares += residual.z * residual.z;
      largest = std::max(largest, residual.z);
      ++count;
      EXPECT_LE(residual.z, ResidualAlarm) << "an honest worker in run " << seed;
    }
  }
  const double mean = sum / static_cast<double>(count);
  const double deviation = std::sqrt(squares / static_cast<double>(count) - mean * mean);
  std::cout << count << " honest workers: mean " << mean << ", deviation " << deviation << ", largest " << largest
            << "\n";
  EXPECT_NEAR(mean, 0, 0.15);
  EXPECT_NEAR(deviation, 1, 0.15);
}

TEST(WorkerResiduals, SayNothingOfFewBoardsOrOfAWorkerThatIsAlone) {
  EXPECT_TRUE(worker_residuals(boards(1, 60, 0, 0), Workers).empty());
  EXPECT_TRUE(worker_residuals({}, Workers).empty());
  std::vector<WorkerBoard> alone = boards(1, 2000, 0, 0);
  for (WorkerBoard& board : alone) board.worker = 3;
  EXPECT_TRUE(worker_residuals(alone, Workers).empty());
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
