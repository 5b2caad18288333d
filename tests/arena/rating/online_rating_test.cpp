#include "arena/rating/online_rating.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "arena/rating/elo.h"
#include "arena/rating/elo_scale.h"

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
    played.push_back({played.size(), {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, score});
  }
  return played;
}

/// The largest difference between online and joint ratings, in the joint rating's 95 % errors.
double distance(const std::vector<BoardValue>& boards) {
  OnlineRatings online;
  for (const BoardValue& board : boards) online.add(board);
  const StrengthTable joint = rate_elo(Elos.size(), boards);
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
  for (const BoardValue& board : ladder(200, 2)) {
    online.add(board);
    const double after = online.rating(board.entrants[0]).deviation;
    EXPECT_GT(after, 0);
    if (board.entrants[0] != EntrantId{0}) continue;
    EXPECT_LT(after, before);
    before = after;
  }
}

TEST(OnlineRatings, StayFiniteForOneThatAlwaysWins) {
  OnlineRatings online;
  for (std::uint64_t i = 0; i < 100'000; ++i) online.add({i, {EntrantId{3}, EntrantId{1}}, 1.0});
  EXPECT_GT(online.rating(EntrantId{3}).elo, 400);
  EXPECT_LT(online.rating(EntrantId{3}).elo, 4000);
  EXPECT_EQ(online.rating(EntrantId{0}).elo, 0);
  EXPECT_EQ(online.rating(EntrantId{77}).elo, 0);
}

TEST(OnlineRatings, IgnoreABotAgainstItself) {
  OnlineRatings online;
  online.add({0, {EntrantId{0}, EntrantId{0}}, 1.0});
  EXPECT_EQ(online.rating(EntrantId{0}).elo, 0);
}

}  // namespace
}  // namespace tichu::arena
