#include "arena/tournament/schedule/joint_strengths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "arena/tournament/schedule/maximum_tree.h"
#include "tests/arena/statistics/rating/additive_rating.h"

namespace tichu::arena {
namespace {

constexpr double BoardVariance = 100.0 * 100.0;

TEST(JointStrengths, ApproachTheLeastSquaresOverAllBoards) {
  constexpr std::uint32_t Entrants = 12;
  // As weak as that of the least squares: a hundredth of a board.
  constexpr double WeakPrior = BoardVariance / 0.01;
  JointStrengths strengths;
  for (std::uint32_t i = 0; i < Entrants; ++i) EXPECT_EQ(strengths.add(0, WeakPrior), i);
  std::mt19937_64 random(1);
  std::normal_distribution<double> luck(0, 90);
  std::vector<BoardValue> boards;
  const auto ignore = [](std::uint32_t) {};
  for (int i = 0; i < 400; ++i) {
    const auto a = static_cast<std::uint32_t>(random() % Entrants);
    const auto b = static_cast<std::uint32_t>((a + 1 + random() % (Entrants - 1)) % Entrants);
    std::vector<double> margins(1 + random() % 4);
    for (double& margin : margins) {
      margin = 10.0 * a - 10.0 * b + luck(random);
      boards.push_back({BoardNumber(boards.size()), {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, margin});
    }
    strengths.take(a, b, margins, BoardVariance, ignore);
  }
  const StrengthTable fit = rate_additively(Entrants, boards);
  constexpr double OfAll = (Entrants - 1.0) / Entrants;
  // A meeting without boards lets others have their turn.
  for (int i = 0; i < 500; ++i) strengths.take(0, 1, {}, BoardVariance, ignore);
  for (std::uint32_t i = 0; i < Entrants; ++i) {
    EXPECT_NEAR(strengths.strength(i) - strengths.strength(0), OfAll * (fit.value(i) - fit.value(0)), 0.01) << i;
  }
}

TEST(JointStrengths, BeginAtTheirPriorAndStayNearIt) {
  JointStrengths strengths;
  strengths.add(0, BoardVariance);
  strengths.add(70, 1);
  EXPECT_EQ(strengths.strength(1), 70);
  std::vector<std::uint32_t> changed;
  strengths.take(0, 1, std::vector<double>{0, 10}, BoardVariance,
                 [&](std::uint32_t index) { changed.push_back(index); });
  EXPECT_NEAR(strengths.strength(1), 70, 0.1);
  EXPECT_GT(strengths.strength(0), 40);
  EXPECT_NE(std::find(changed.begin(), changed.end(), 0u), changed.end());
}

TEST(MaximumTree, KnowsTheLargestOfChangingValues) {
  MaximumTree tree;
  EXPECT_EQ(tree.largest(), MaximumTree::None);
  std::vector<double> values;
  std::mt19937 random(1);
  for (int i = 0; i < 3'000; ++i) {
    if (random() % 16 == 0) {
      values.push_back(MaximumTree::None);
      tree.grow(values.size());
    }
    if (values.empty()) continue;
    const std::size_t element = random() % values.size();
    values[element] = random() % 4 == 0 ? MaximumTree::None : static_cast<double>(random() % 50);
    tree.set(element, values[element]);
    const auto largest = std::max_element(values.begin(), values.end());
    ASSERT_EQ(tree.largest(), *largest);
    if (*largest == MaximumTree::None) continue;
    ASSERT_EQ(tree.element_of_largest(), static_cast<std::size_t>(largest - values.begin()));
  }
}

}  // namespace
}  // namespace tichu::arena
