#include "arena/statistics/rating/likelihood_ratio.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "arena/statistics/rating/elo_scale.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

constexpr double MostElo = 800;

double t_of(const ScoreDistribution& d) { return (d.mean() - 0.5) / std::sqrt(d.variance()); }

/// Counts of boards whose lower scores are the likelier ones.
ScoreCounts counts_of_a_loser(std::size_t tables, Random& random) {
  ScoreCounts counts = ScoreCounts::of_tables(tables);
  for (std::uint64_t& count : counts.cells) count = random.below(200);
  std::sort(counts.cells.rbegin(), counts.cells.rend());
  return counts;
}

/// The largest log-likelihood among distributions on three scores with that t-value, by a search of the chances of the
/// scores 1/2 and, from the t-value, 1.
double largest_likelihood_on_a_grid(const ScoreDistribution& observed, double t) {
  double largest = -std::numeric_limits<double>::infinity();
  constexpr int Steps = 4'000;
  for (int i = 1; i < Steps; ++i) {
    const double drawn = static_cast<double>(i) / Steps;
    // The t-value rises with the share of wins in what is left.
    double low = 0;
    double high = 1;
    const auto distribution = [&](double share) {
      return ScoreDistribution{{{0, (1 - drawn) * (1 - share)}, {0.5, drawn}, {1, (1 - drawn) * share}}, 1};
    };
    constexpr int Halvings = 50;
    for (int k = 0; k < Halvings; ++k) {
      const double middle = (low + high) / 2;
      (t_of(distribution(middle)) < t ? low : high) = middle;
    }
    const ScoreDistribution found = distribution(low);
    if (std::abs(t_of(found) - t) > 1e-6) continue;
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += observed.cells[k].chance * std::log(found.cells[k].chance);
    largest = std::max(largest, sum);
  }
  return largest;
}

TEST(MostLikelyWithT, HasThatTHoweverFarItIsFromTheBoards) {
  for (const std::vector<std::uint64_t>& cells : {std::vector<std::uint64_t>{60, 20, 10},
                                                  {0, 0, 50},
                                                  {50, 0, 0},
                                                  {46, 936, 2083, 1043, 63},
                                                  {0, 0, 0, 0, 1000},
                                                  {5, 4, 3, 2, 1, 1, 1, 0, 0}}) {
    const ScoreDistribution observed = observed_distribution({cells});
    for (const double t : {-4.6, -1.0, -0.01, 0.0, 0.02, 0.7, 1.5, 4.6}) {
      EXPECT_NEAR(t_of(most_likely_with_t(observed, t)), t, 1e-6) << cells.size();
    }
  }
}

TEST(MostLikelyWithT, AgreesWithAGridOnThreeScores) {
  for (const std::vector<std::uint64_t>& cells :
       {std::vector<std::uint64_t>{60, 20, 10}, {10, 30, 70}, {30, 1, 30}, {80, 100, 20}}) {
    const ScoreDistribution observed = observed_distribution({cells});
    for (const double t : {-2.3, -0.6, 0.1, 0.6, 1.2, 2.3}) {
      const ScoreDistribution found = most_likely_with_t(observed, t);
      double likelihood = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        likelihood += observed.cells[k].chance * std::log(found.cells[k].chance);
      }
      EXPECT_NEAR(likelihood, largest_likelihood_on_a_grid(observed, t), 1e-5) << t << " " << cells[0];
    }
  }
}

TEST(LogLikelihoodRatio, OfALoserFallsWithEverySecondHypothesis) {
  Random random(1, 0);
  for (const std::size_t tables : {1, 2, 4}) {
    for (int i = 0; i < 100; ++i) {
      const ScoreCounts counts = counts_of_a_loser(tables, random);
      for (const EloModel model : {EloModel::Logistic, EloModel::Normalized}) {
        double last = 0;
        for (double elo1 = 5; elo1 <= MostElo; elo1 += 15) {
          const double ratio = log_likelihood_ratio(counts, model, 0, elo1);
          EXPECT_LE(ratio, last + 1e-9) << tables << " tables, elo1 " << elo1;
          last = ratio;
        }
      }
    }
  }
}

TEST(LogLikelihoodRatio, SeenFromTheOtherSideIsTheOpposite) {
  const ScoreCounts counts{{46, 936, 2083, 1043, 63}};
  const ScoreCounts turned{{63, 1043, 2083, 936, 46}};
  for (const EloModel model : {EloModel::Logistic, EloModel::Normalized}) {
    for (const double elo : {5.0, 240.0, 500.0, MostElo}) {
      const double ratio = log_likelihood_ratio(counts, model, -7, elo);
      EXPECT_NEAR(ratio, -log_likelihood_ratio(turned, model, -elo, 7), 1e-6 * (1 + std::abs(ratio))) << elo;
    }
  }
}

TEST(LogLikelihoodRatio, GrowsWithTheBoardsHoweverManyAreAlike) {
  for (const EloModel model : {EloModel::Logistic, EloModel::Normalized}) {
    for (const auto& shares : {std::array{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}) {
      const auto ratio_a_board = [&](double boards) {
        const auto count = [&](std::size_t verdict) { return static_cast<std::uint64_t>(shares[verdict] * boards); };
        return log_likelihood_ratio({{count(0), count(1), count(2)}}, model, -3, 5) / boards;
      };
      const double few = ratio_a_board(1e6);
      ASSERT_NE(few, 0);
      for (const double boards : {1e9, 1e11, 1e12}) EXPECT_NEAR(ratio_a_board(boards) / few, 1, 1e-3) << boards;
    }
  }
}

TEST(LogLikelihoodRatio, OfAnEvenMatchIsTheLessTheFartherTheHypothesis) {
  for (std::uint64_t decided = 0; decided < 40; ++decided) {
    for (std::uint64_t drawn = 0; drawn < 5; ++drawn) {
      const ScoreCounts counts{{decided, drawn, decided}};
      if (counts.boards() == 0) continue;
      for (const EloModel model : {EloModel::Logistic, EloModel::Normalized}) {
        const double near = log_likelihood_ratio(counts, model, 0, 5);
        EXPECT_LT(near, 0) << decided << " " << drawn;
        EXPECT_LT(log_likelihood_ratio(counts, model, 0, 50), near) << decided << " " << drawn;
        EXPECT_NEAR(log_likelihood_ratio(counts, model, -5, 5), 0, 1e-9) << decided << " " << drawn;
      }
    }
  }
}

}  // namespace
}  // namespace tichu::arena
