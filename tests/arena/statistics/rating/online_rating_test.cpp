#include "arena/statistics/rating/online_rating.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "arena/statistics/rating/elo.h"
#include "arena/statistics/rating/elo_scale.h"

namespace tichu::arena {
namespace {

constexpr std::array<double, 6> Elos{180, 90, 20, -30, -80, -180};

std::vector<BoardValue> ladder(int boards, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::size_t> any(0, Elos.size() - 1);
  std::uniform_real_distribution<double> chance(0, 1);
  std::vector<BoardValue> played;
  while (played.size() < static_cast<std::size_t>(boards)) {
    const std::size_t a = any(random);
    const std::size_t b = any(random);
    if (a == b) continue;
    const double p = score_of_elo(Elos[a] - Elos[b]);
    const double score = ((chance(random) < p ? 1 : 0) + (chance(random) < p ? 1 : 0)) / 2.0;
    played.push_back({BoardNumber(played.size()), {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, score});
  }
  return played;
}

/// The largest difference between online and joint ratings, in the joint rating's 95 % errors.
double distance(const std::vector<BoardValue>& boards) {
  OnlineRatings online;
  for (const BoardValue& board : boards) online.add(board);
  const FieldRating joint = rate_elo(Elos.size(), boards);
  double mean = 0;
  for (std::size_t i = 0; i < Elos.size(); ++i) mean += online.rating(static_cast<EntrantId>(i)).elo / Elos.size();
  double largest = 0;
  for (std::size_t i = 0; i < Elos.size(); ++i) {
    const double elo = online.rating(static_cast<EntrantId>(i)).elo - mean;
    largest = std::max(largest, std::abs(elo - joint.value(i)));
  }
  return largest;
}

TEST(OnlineRatings, ConvergeToTheJointRating) {
  EXPECT_LT(distance(ladder(3'000, 1)), 12);
  EXPECT_LT(distance(ladder(30'000, 1)), 4);
  EXPECT_LT(distance(ladder(300'000, 1)), 1);
}

TEST(OnlineRatings, AreSurerWithEveryBoard) {
  OnlineRatings online;
  double before = online.rating(EntrantId{0}).deviation;
  std::uint64_t next = 50;
  for (const BoardValue& board : ladder(3200, 2)) {
    online.add(board);
    if (board.board.value() + 1 != next) continue;
    next *= 2;
    const double after = online.rating(EntrantId{0}).deviation;
    EXPECT_GT(after, 0);
    EXPECT_LT(after, before);
    before = after;
  }
}

TEST(OnlineRatings, AreSurerWherePairsOftenEndEvenly) {
  OnlineRatings decided;
  OnlineRatings drawn;
  for (std::uint64_t i = 0; i < 400; ++i) {
    decided.add({BoardNumber(i), {EntrantId{0}, EntrantId{1}}, i % 2 == 0 ? 1.0 : 0.0});
    drawn.add({BoardNumber(i), {EntrantId{0}, EntrantId{1}}, i % 4 == 0 ? 1.0 : i % 4 == 1 ? 0.0 : 0.5});
  }
  EXPECT_NEAR(drawn.rating(EntrantId{0}).deviation / decided.rating(EntrantId{0}).deviation, std::sqrt(0.5), 0.01);
}

/// How often the 95 % intervals against the mean hold the truth.
double coverage(double deviation, bool of_pairs) {
  constexpr std::size_t Bots = 12;
  constexpr int Pools = 60;
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  int held = 0;
  for (int pool = 0; pool < Pools; ++pool) {
    std::array<double, Bots> truth{};
    for (double& elo : truth) elo = deviation * normal(random);
    OnlineRatings online;
    for (std::uint64_t i = 0; i < 200 * Bots; ++i) {
      const auto a = static_cast<std::size_t>(random() % Bots);
      const std::size_t b = (a + 1 + static_cast<std::size_t>(random() % (Bots - 1))) % Bots;
      const double p = score_of_elo(truth[a] - truth[b]);
      const double score = uniform(random) < p ? 1 : 0;
      const double second = !of_pairs ? score : uniform(random) < p ? 1 : 0;
      online.add({BoardNumber(i), {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, (score + second) / 2});
    }
    double shift = 0;
    for (std::size_t i = 0; i < Bots; ++i) shift += (online.rating(static_cast<EntrantId>(i)).elo - truth[i]) / Bots;
    for (std::size_t i = 0; i < Bots; ++i) {
      const OnlineRating rating = online.rating(static_cast<EntrantId>(i));
      held += std::abs(rating.elo - shift - truth[i]) <= 1.96 * rating.deviation ? 1 : 0;
    }
  }
  return static_cast<double>(held) / (Pools * Bots);
}

TEST(OnlineRatings, HoldTheTruthInTheirIntervals) {
  for (const double deviation : {80.0, 300.0}) {
    for (const bool of_pairs : {false, true}) {
      EXPECT_GT(coverage(deviation, of_pairs), 0.925) << deviation << " Elo, pairs: " << of_pairs;
      EXPECT_LT(coverage(deviation, of_pairs), 0.98) << deviation << " Elo, pairs: " << of_pairs;
    }
  }
}

TEST(OnlineRatings, StayFiniteForOneThatAlwaysWins) {
  OnlineRatings online;
  for (std::uint64_t i = 0; i < 100'000; ++i) online.add({BoardNumber(i), {EntrantId{3}, EntrantId{1}}, 1.0});
  EXPECT_GT(online.rating(EntrantId{3}).elo, 400);
  EXPECT_LT(online.rating(EntrantId{3}).elo, 4000);
  EXPECT_EQ(online.rating(EntrantId{0}).elo, 0);
  EXPECT_EQ(online.rating(EntrantId{77}).elo, 0);
}

TEST(OnlineRatings, IgnoreABotAgainstItself) {
  OnlineRatings online;
  online.add({BoardNumber(0), {EntrantId{0}, EntrantId{0}}, 1.0});
  EXPECT_EQ(online.rating(EntrantId{0}).elo, 0);
}

}  // namespace
}  // namespace tichu::arena
