// How often the 95 % intervals of ratings hold the truth, in simulated pools. Each prints its figures.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "arena/statistics/rating/elo.h"
#include "arena/statistics/rating/elo_calculator.h"
#include "arena/statistics/rating/elo_scale.h"
#include "arena/statistics/rating/field_rating.h"
#include "arena/statistics/rating/online_rating.h"
#include "arena/statistics/rating/partnership_rating.h"
#include "tests/arena/statistics/sequential/simulated_boards.h"

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
  void expect_right(const char* what, double most = 0.97) const {
    std::printf("%s: %.2f %% of %d intervals hold the truth\n", what, 100 * share(), total_);
    EXPECT_GE(share(), 0.93) << what;
    EXPECT_LE(share(), most) << what;
  }

 private:
  int total_ = 0;
  int covered_ = 0;
};

/// Strengths around a mean of 0.
std::vector<double> random_strengths(SimulatedBoards& random, double deviation, std::size_t entrants = Entrants) {
  std::vector<double> strengths(entrants);
  double mean = 0;
  for (double& s : strengths) mean += (s = deviation * random.normal()) / static_cast<double>(entrants);
  for (double& s : strengths) s -= mean;
  return strengths;
}

/// Adds the intervals of a table whose true strengths add up, with a mean of 0. Of `others` alone, or of all.
void add_intervals(const StrengthTable& table, const std::vector<double>& strengths, Coverage& ratings, Coverage& pairs,
                   bool others = false) {
  std::vector<double> truth = strengths;
  const auto count = static_cast<double>(truth.size());
  for (double& strength : truth) strength *= others ? count / (count - 1) : 1;

  for (std::size_t i = 0; i < table.size(); ++i) {
    ratings.add(table.value(i), table.error95(i), truth[i]);
    for (std::size_t k = 0; k < i; ++k) {
      pairs.add(table.value(i) - table.value(k), table.difference_error95(i, k), truth[i] - truth[k]);
    }
  }
}

/// Every pairing over the same boards; `value(a, b, board)` gives each value.
template <typename Value>
std::vector<BoardValue> round_robin(std::uint64_t boards, const Value& value, std::size_t entrants = Entrants) {
  std::vector<BoardValue> played;
  for (std::size_t a = 0; a < entrants; ++a) {
    for (std::size_t b = a + 1; b < entrants; ++b) {
      for (std::uint64_t board = 0; board < boards; ++board) {
        played.push_back(
            {BoardNumber(board), {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, value(a, b, board)});
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
    add_intervals(rate_elo(Entrants, boards).numbers(), truth, ratings, pairs);
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
    const FieldRating table = rate_elo(Entrants, boards);
    const auto errors = bootstrap_elo_errors(Entrants, boards, std::nullopt, 100, static_cast<std::uint64_t>(pool));
    for (std::size_t i = 0; i < Entrants; ++i) ratings.add(table.value(i), *errors[i], truth[i]);
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
    add_intervals(rate_points(Entrants, boards).numbers(), truth, ratings, pairs, true);
  }
  ratings.expect_right("points against the mean");
  pairs.expect_right("differences of points");
}

/// How many boards each entrant of a lopsided pool begins: the first four meet each other as often as the first says.
constexpr std::array<int, 12> Begun{250, 250, 250, 250, 2, 2, 5, 5, 20, 20, 80, 80};

/// A pool in which some have played much and some have just come: those begin their boards against one of the first
/// four. `is_common`: board numbers begin anew for each entrant, so that many of them share their cards.
template <typename Value>
std::vector<BoardValue> lopsided_pool(SimulatedBoards& random, bool is_common, const Value& value) {
  constexpr std::size_t Old = 4;
  std::vector<BoardValue> played;
  for (std::size_t a = 0; a < Begun.size(); ++a) {
    for (int i = 0; i < Begun[a]; ++i) {
      const std::size_t b = a < Old ? (a + 1 + random.below(Old - 1)) % Old : random.below(Old);
      const std::uint64_t number = is_common ? static_cast<std::uint64_t>(i) : played.size();
      played.push_back(
          {BoardNumber(number), {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, value(a, b, number)});
    }
  }
  return played;
}

/// Coverage of those with so many boards, and of all their differences.
class LopsidedCoverage {
 public:
  void add(const StrengthTable& table, const std::vector<double>& strengths, bool others) {
    std::vector<double> truth = strengths;
    const auto count = static_cast<double>(truth.size());
    for (double& strength : truth) strength *= others ? count / (count - 1) : 1;
    for (std::size_t i = 0; i < Begun.size(); ++i) {
      ratings_[Begun[i]].add(table.value(i), table.error95(i), truth[i]);
      for (std::size_t k = 0; k < i; ++k) {
        differences_.add(table.value(i) - table.value(k), table.difference_error95(i, k), truth[i] - truth[k]);
      }
    }
  }
  void expect_right(const std::string& what, double most) const {
    for (const auto& [boards, coverage] : ratings_) {
      coverage.expect_right((what + " with " + std::to_string(boards) + " boards").c_str(), most);
    }
    differences_.expect_right((what + ", differences").c_str(), most);
  }

 private:
  std::map<int, Coverage> ratings_;
  Coverage differences_;
};

// Of normal margins: of two boards with tails as heavy as real ones no normal interval holds 95 % (92.5 % here).
TEST(SimulatedPools, HoldTheTruthInTheIntervalsOfPointsThoughSomePlayedLittle) {
  for (const bool is_common : {false, true}) {
    LopsidedCoverage coverage;
    SimulatedBoards random(7);
    for (int pool = 0; pool < Pools; ++pool) {
      const std::vector<double> truth = random_strengths(random, 15, Begun.size());
      const auto boards = lopsided_pool(random, is_common, [&](std::size_t a, std::size_t b, std::uint64_t) {
        return truth[a] - truth[b] + 80 * random.normal();
      });
      coverage.add(rate_points(Begun.size(), boards).numbers(), truth, true);
    }
    coverage.expect_right(is_common ? "points of common numbers" : "points", 0.97);
  }
}

// Strengths as wide apart as the prior, which otherwise makes intervals of few boards safer than they say.
TEST(SimulatedPools, HoldTheTruthInTheIntervalsOfEloThoughSomePlayedLittle) {
  LopsidedCoverage coverage;
  SimulatedBoards random(8);
  for (int pool = 0; pool < Pools; ++pool) {
    const std::vector<double> truth = random_strengths(random, 300, Begun.size());
    const auto boards = lopsided_pool(random, false, [&](std::size_t a, std::size_t b, std::uint64_t) {
      return pair_score(random, truth[a] - truth[b]);
    });
    coverage.add(rate_elo(Begun.size(), boards).numbers(), truth, false);
  }
  // Of so few pairs the width of effects is guessed, and these have none.
  coverage.expect_right("Elo", 0.985);
}

TEST(SimulatedPools, HoldTheTruthInTheIntervalsOfEloThoughCardsAreCommon) {
  constexpr std::size_t Many = 12;
  constexpr std::uint64_t Boards = 100;
  for (const bool opposite : {false, true}) {
    Coverage ratings;
    Coverage pairs;
    SimulatedBoards random(9);
    for (int pool = 0; pool < Pools / 4; ++pool) {
      const std::vector<double> truth = random_strengths(random, 40, Many);
      // What each entrant makes of each deal's cards, in all its pairings: so much more, or less, of the chances.
      std::vector<double> liking(Many * Boards);
      for (double& value : liking) value = random.uniform() < 0.5 ? -0.13 : 0.13;
      const auto value = [&](std::size_t a, std::size_t b, std::uint64_t board) {
        const double of_a = liking[a * Boards + board];
        // Else the cards are for whoever entered at an odd distance, so that they cancel over an entrant's opponents.
        const double cards = opposite ? ((a + b) % 2 == 0 ? 2 : -2) * liking[board] : of_a - liking[b * Boards + board];
        const double p = score_of_elo(truth[a] - truth[b]) + cards;
        return ((random.uniform() < p ? 1 : 0) + (random.uniform() < p ? 1 : 0)) / 2.0;
      };
      add_intervals(rate_elo(Many, round_robin(Boards, value, Many)).numbers(), truth, ratings, pairs);
    }
    ratings.expect_right(opposite ? "Elo of cards that cancel" : "Elo of cards that add up");
    pairs.expect_right("differences of that");
  }
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
      boards.push_back({BoardNumber(boards.size()),
                        {teams[first], teams[second]},
                        random.margin(strength(first) - strength(second), 80).margin});
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

/// What a tournament of mixed partnerships plays: each pair's strength, and what it makes of each deal's cards.
std::vector<PartnershipBoard> mixed_tournament(SimulatedBoards& random, const std::vector<double>& truth,
                                               double cards) {
  constexpr std::uint64_t Boards = 30;
  std::vector<BotPair> teams;
  for (std::size_t a = 0; a < truth.size(); ++a) {
    for (std::size_t b = a + 1; b < truth.size(); ++b) teams.push_back(BotPair::of(a, b));
  }
  std::vector<double> liking(teams.size() * Boards);
  for (double& value : liking) value = cards * random.normal();
  std::vector<double> synergy(teams.size());
  for (double& value : synergy) value = 6 * random.normal();
  const auto strength = [&](std::size_t team, std::uint64_t board) {
    return truth[teams[team].bots[0]] + truth[teams[team].bots[1]] + synergy[team] + liking[team * Boards + board];
  };
  const auto has = [&](std::size_t team, std::size_t bot) {
    return teams[team].bots[0] == bot || teams[team].bots[1] == bot;
  };
  std::vector<PartnershipBoard> boards;
  for (std::size_t a = 0; a < teams.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (has(a, teams[b].bots[0]) || has(a, teams[b].bots[1])) continue;
      for (std::uint64_t board = 0; board < Boards; ++board) {
        const double mean = strength(a, board) - strength(b, board);
        boards.push_back({BoardNumber(board), {teams[a], teams[b]}, mean + 70 * random.normal()});
      }
    }
  }
  return boards;
}

// What cards do looks like synergies too, which makes intervals somewhat wide.
TEST(SimulatedPools, HoldTheTruthInTheIntervalsOfPartnershipsThoughCardsAreCommon) {
  constexpr double Most = 0.99;
  constexpr std::size_t Bots = 8;
  for (const double cards : {0.0, 40.0, 60.0}) {
    Coverage members;
    Coverage differences;
    SimulatedBoards random(10);
    for (int pool = 0; pool < Pools / 5; ++pool) {
      const std::vector<double> truth = random_strengths(random, 12, Bots);
      add_intervals(rate_partnerships(Bots, mixed_tournament(random, truth, cards)).members, truth, members,
                    differences);
    }
    members.expect_right("members of common cards", Most);
    differences.expect_right("differences of that", Most);
  }
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
      online.add({BoardNumber(i), {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, score});
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
    normalized.add(found.normalized->value, *found.normalized->error95(), NormalizedEloPerT * (mean - 0.5) / deviation);
  }
  elo.expect_right("Elo of a match");
  normalized.expect_right("normalized Elo of a match");
}

}  // namespace
}  // namespace tichu::arena
