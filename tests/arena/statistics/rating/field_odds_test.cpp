#include "arena/statistics/rating/field_odds.h"

#include <gtest/gtest.h>

#include <array>

#include "arena/statistics/rating/elo_scale.h"

namespace tichu::arena {
namespace {

/// Four members and a guest, whose scores are not those of strengths that add up.
const std::vector<RatedField> Fields{{{0, 1, 2, 4}, {3}}};
constexpr std::array<std::array<double, 5>, 5> Scores{{{0.5, 0.9, 0.6, 0.7, 0.8},
                                                       {0.1, 0.5, 0.8, 0.2, 0.6},
                                                       {0.4, 0.2, 0.5, 0.9, 0.7},
                                                       {0.3, 0.8, 0.1, 0.5, 0.95},
                                                       {0.2, 0.4, 0.3, 0.05, 0.5}}};

std::vector<double> excesses() {
  std::vector<double> excess(5, 0.0);
  for (std::size_t i = 0; i < 5; ++i) {
    for (const std::size_t member : Fields[0].members) excess[i] += (Scores[i][member] - 0.5) / (i == 3 ? 4 : 3);
  }
  return excess;
}

FieldOdds solved(const std::vector<double>& excess) { return field_odds(Fields, excess, {0, 3, 0, -2, 0}); }

TEST(FieldOdds, BringTheirMeanScores) {
  const FieldOdds found = solved(excesses());
  for (std::size_t i = 0; i < 5; ++i) {
    double mean = 0;
    for (const std::size_t member : Fields[0].members) {
      if (member != i) mean += (logistic(found.log_odds[i] - found.log_odds[member]) - 0.5) / (i == 3 ? 4 : 3);
    }
    EXPECT_NEAR(mean, excesses()[i], 1e-9) << i;
  }
  EXPECT_NEAR(found.log_odds[0] + found.log_odds[1] + found.log_odds[2] + found.log_odds[4], 0, 1e-9);
}

TEST(FieldOdds, KnowHowTheyChangeWithTheScores) {
  constexpr double Step = 1e-5;
  const FieldOdds before = solved(excesses());
  // What a member scores more another scores less.
  for (const auto& change : {std::array{1.0, -1.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.5, -1.0}}) {
    std::vector<double> excess = excesses();
    for (std::size_t i = 0; i < 5; ++i) excess[i] += Step * change[i];
    const FieldOdds after = solved(excess);
    for (std::size_t i = 0; i < 5; ++i) {
      double expected = 0;
      for (std::size_t k = 0; k < 5; ++k) expected += before.by_score[5 * i + k] * change[k];
      EXPECT_NEAR((after.log_odds[i] - before.log_odds[i]) / Step, expected, 1e-3) << i;
    }
  }
}

TEST(FieldOdds, AreZeroOfEntrantsWithoutAField) {
  const FieldOdds found = field_odds({{{0, 2}, {}}}, {0.2, 0, -0.2}, {0, 0, 0});
  EXPECT_EQ(found.log_odds[1], 0);
  EXPECT_NEAR(logistic(found.log_odds[0] - found.log_odds[2]), 0.7, 1e-9);
}

}  // namespace
}  // namespace tichu::arena
