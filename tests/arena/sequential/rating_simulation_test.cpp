// How often the 95 % intervals of ratings hold the truth, in simulated pools. Each prints its figures.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "arena/rating/elo.h"
#include "arena/rating/elo_estimate.h"
#include "arena/rating/elo_scale.h"
#include "arena/rating/online_rating.h"
#include "arena/rating/partnership_rating.h"
#include "arena/rating/points_rating.h"
#include "tests/arena/sequential/simulated_boards.h"

namespace tichu::arena {
namespace {

constexpr int Pools = 2000;
constexpr std::size_t Entrants = 5;

/// How often intervals held.
class Coverage {
 public:
  void add(double value, double error95, double truth) {
    total_ += 1;
    covered_ += std::abs(value - truth) <= error95 ? 1 : 0;
  }
  double share() const { return static_cast<double>(covered_) / total_; }
  void expect_right(const char* what) const {
    std::printf("%s: %.2f %% of %d intervals hold the truth\n", what, 100 * share(), total_);
    EXPECT_GE(share(), 0.93) << what;
    EXPECT_LE(share(), 0.97) << what;
  }

 private:
  int total_ = 0;
  int covered_ = 0;
};

/// Strengths around a mean of 0.
std::vector<double> random_strengths(SimulatedBoards& random, double deviation) {
  std::vector<double> strengths(Entrants);
  double mean = 0;
  for (double& s : strengths) mean += (s = deviation * random.normal()) / Entrants;
  for (double& s : strengths) s -= mean;
  return strengths;
}

void add_intervals(const StrengthTable& table, const std::vector<double>& truth, Coverage& ratings, Coverage& pairs) {
  for (std::size_t i = 0; i < Entrants; ++i) {
    ratings.add(table.value(i), table.error95(i), truth[i]);
    for (std::size_t k = 0; k < i; ++k) {
      pairs.add(table.value(i) - table.value(k), table.difference_error95(i, k), truth[i] - truth[k]);
    }
  }
}

/// Every pairing over the same boards; `value(a, b, board)` gives each value.
template <typename Value>
std::vector<BoardValue> round_robin(std::uint64_t boards, const Value& value) {
  std::vector<BoardValue> played;
  for (std::size_t a = 0; a < Entrants; ++a) {
    for (std::size_t b = a + 1; b < Entrants; ++b) {
      for (std::uint64_t board = 0; board < boards; ++board) {
        played.push_back({board, {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, value(a, b, board)});
      }
    }
  }
  return played;
}

/// A pair of rounds whose results hang together: `shared` of them go to the same side, or to opposite ones.
double pair_score(SimulatedBoards& random, double elo) {
  constexpr double Opposite = 0.4;
  const double p = score_of_elo(elo);
  // With opposite cards a side wins one of two, but for what its strength adds.
  if (random.uniform() < Opposite) return 0.5 + (random.uniform() < std::abs(2 * p - 1) ? (p > 0.5 ? 0.5 : -0.5) : 0.0);
  return ((random.uniform() < p ? 1 : 0) + (random.uniform() < p ? 1 : 0)) / 2.0;
}

TEST(SimulatedPools, HoldTheTruthInTheIntervalsOfElo) {
  Coverage ratings;
  Coverage pairs;
  SimulatedBoards random(1);
  for (int pool = 0; pool < Pools; ++pool) {
    const std::vector<double> truth = random_strengths(random, 80);
    const auto boards = round_robin(
        60, [&](std::size_t a, std::size_t b, std::uint64_t) { return pair_score(random, truth[a] - truth[b]); });
    add_intervals(rate_elo(Entrants, boards), truth, ratings, pairs);
  }
  ratings.expect_right("Elo against the mean");
  pairs.expect_right("differences of Elo");
}

TEST(SimulatedPools, HoldTheTruthInTheBootstrapsIntervals) {
  Coverage ratings;
  SimulatedBoards random(2);
  for (int pool = 0; pool < Pools / 4; ++pool) {
    const std::vector<double> truth = random_strengths(random, 80);
    const auto boards = round_robin(
        60, [&](std::size_t a, std::size_t b, std::uint64_t) { return pair_score(random, truth[a] - truth[b]); });
    const StrengthTable table = rate_elo(Entrants, boards);
    const auto errors = bootstrap_elo_errors(Entrants, boards, std::nullopt, 100, static_cast<std::uint64_t>(pool));
    for (std::size_t i = 0; i < Entrants; ++i) ratings.add(table.value(i), errors[i], truth[i]);
  }
  ratings.expect_right("Elo, by bootstrap");
}

TEST(SimulatedPools, HoldTheTruthInTheIntervalsOfPointsThoughCardsAreCommon) {
  Coverage ratings;
  Coverage pairs;
  SimulatedBoards random(3);
  for (int pool = 0; pool < Pools; ++pool) {
    const std::vector<double> truth = random_strengths(random, 15);
    constexpr std::uint64_t Boards = 60;
    // What each entrant makes of each deal's cards, in all its pairings.
    std::vector<double> liking(Entrants * Boards);
    for (double& value : liking) value = 40 * random.normal();
    const auto boards = round_robin(Boards, [&](std::size_t a, std::size_t b, std::uint64_t board) {
      const double mean = truth[a] - truth[b] + liking[a * Boards + board] - liking[b * Boards + board];
      return random.margin(mean, 70).margin;
    });
    add_intervals(rate_points(Entrants, boards), truth, ratings, pairs);
  }
  ratings.expect_right("points against the mean");
  pairs.expect_right("differences of points");
}

TEST(SimulatedPools, HoldTheTruthInTheIntervalsOfPartnerships) {
  Coverage members;
  Coverage synergies;
  SimulatedBoards random(4);
  std::vector<BotPair> teams;
  for (std::size_t a = 0; a < Entrants; ++a) {
    for (std::size_t b = a; b < Entrants; ++b) teams.push_back(BotPair::of(a, b));
  }
  for (int pool = 0; pool < Pools / 4; ++pool) {
    const std::vector<double> truth = random_strengths(random, 12);
    std::vector<double> synergy(teams.size());
    for (double& value : synergy) value = 6 * random.normal();
    std::vector<PartnershipBoard> boards;
    for (int i = 0; i < 2000; ++i) {
      const std::size_t first = random.below(teams.size());
      const std::size_t second = random.below(teams.size());
      if (first == second) continue;
      const auto strength = [&](std::size_t team) {
        return truth[teams[team].bots[0]] + truth[teams[team].bots[1]] + synergy[team];
      };
      boards.push_back({{teams[first], teams[second]}, random.margin(strength(first) - strength(second), 80).margin});
    }
    const PartnershipRatings ratings = rate_partnerships(Entrants, boards);
    for (std::size_t i = 0; i < Entrants; ++i) {
      members.add(ratings.members.value(i), ratings.members.error95(i), truth[i]);
    }
    // Against the mean of all pairs, which nothing tells from the members' level.
    double mean = 0;
    for (const double value : synergy) mean += value / static_cast<double>(teams.size());
    for (std::size_t i = 0; i < teams.size(); ++i) {
      const Synergy& found = ratings.synergies.at(teams[i]);
      synergies.add(found.value, found.error95, synergy[i] - mean);
    }
  }
  members.expect_right("members");
  synergies.expect_right("synergies");
}

// With as many entrants as a ladder has: among a few the deviation, which takes opponents' errors as independent, is
// too large by about n/(n - 1) against their mean.
TEST(SimulatedLadders, HoldTheTruthInTheIntervalsOfOnlineRatings) {
  constexpr std::size_t Bots = 20;
  Coverage ratings;
  SimulatedBoards random(5);
  for (int pool = 0; pool < Pools / 2; ++pool) {
    std::array<double, Bots> truth{};
    for (double& strength : truth) strength = 80 * random.normal();
    OnlineRatings online;
    for (std::uint64_t i = 0; i < 4000; ++i) {
      const std::size_t a = random.below(Bots);
      const std::size_t b = (a + 1 + random.below(Bots - 1)) % Bots;
      const double score = random.uniform() < score_of_elo(truth[a] - truth[b]) ? 1 : 0;
      online.add({i, {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, score});
    }
    double shift = 0;
    for (std::size_t i = 0; i < Bots; ++i) shift += (online.rating(static_cast<EntrantId>(i)).elo - truth[i]) / Bots;
    for (std::size_t i = 0; i < Bots; ++i) {
      const OnlineRating rating = online.rating(static_cast<EntrantId>(i));
      ratings.add(rating.elo - shift, 1.96 * rating.deviation, truth[i]);
    }
  }
  ratings.expect_right("online ratings of a ladder");
}

TEST(SimulatedMatches, HoldTheTruthInTheIntervalsOfTheCalculator) {
  Coverage elo;
  Coverage normalized;
  SimulatedBoards random(6);
  const std::array<double, 5> chances{0.10, 0.20, 0.36, 0.21, 0.13};
  double mean = 0;
  double square = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    mean += chances[i] * static_cast<double>(i) / 4;
    square += chances[i] * static_cast<double>(i * i) / 16;
  }
  const double deviation = std::sqrt(2 * (square - mean * mean));
  for (int match = 0; match < Pools; ++match) {
    ScoreCounts counts = ScoreCounts::of_tables(2);
    for (int i = 0; i < 200; ++i) counts.add(random.score(chances).score);
    const EloEstimate found = estimate_elo(counts);
    const double truth = elo_of_score(mean);
    elo.add((*found.elo.low + *found.elo.high) / 2, *found.elo.error95(), truth);
    normalized.add(found.normalized.value, *found.normalized.error95(), NormalizedEloPerT * (mean - 0.5) / deviation);
  }
  elo.expect_right("Elo of a match");
  normalized.expect_right("normalized Elo of a match");
}

}  // namespace
}  // namespace tichu::arena
