#include "arena/analysis/judgement.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/combination.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

/// Alternatives that are told apart by the length of their play, which is their place.
std::vector<Answer> alternatives_of(std::size_t count) {
  std::vector<Answer> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    all[i].action.kind = ActionKind::Play;
    all[i].action.play.length = static_cast<std::uint8_t>(i);
  }
  return all;
}

/// An analyst for which each alternative has a true value, and whose worlds scatter.
class Worlds {
 public:
  Worlds(std::vector<double> values, double scatter) : values_(std::move(values)), scatter_(scatter) {}

  std::size_t operator()(std::span<const Answer> alternatives, std::uint64_t seed, std::span<float> margins) {
    const std::size_t worlds = margins.size() / alternatives.size();
    for (std::size_t world = 0; world < worlds; ++world) {
      Random random(seed, world);
      const double common = static_cast<double>(random.below(400)) - 200;
      for (std::size_t i = 0; i < alternatives.size(); ++i) {
        const double own = (static_cast<double>(random.below(2001)) - 1000) / 1000 * scatter_;
        margins[world * alternatives.size() + i] =
            static_cast<float>(common + own + values_[alternatives[i].action.play.length]);
      }
    }
    playouts += margins.size();
    return worlds;
  }

  std::size_t playouts = 0;

 private:
  std::vector<double> values_;
  double scatter_;
};

Judgement judged(Worlds& worlds, std::size_t count, std::int64_t simulations, std::uint64_t seed) {
  JudgementBudget budget;
  budget.simulations = simulations;
  return judge(alternatives_of(count), budget, seed, std::ref(worlds));
}

TEST(Judgement, FindsTheBetterAlternativeAndMeasuresTheLoss) {
  Worlds worlds({0, -20, 30, 5}, 50);
  const Judgement found = judged(worlds, 4, 4000, 1);
  EXPECT_EQ(found.best, 2u);
  EXPECT_NEAR(found.loss, 30, 4 * found.error);
  EXPECT_LT(found.error, 3);
  EXPECT_GT(found.better, 0.7);
  EXPECT_EQ(mark_of(found.loss, found.error, found.better), Mark::Mistake);
}

TEST(Judgement, LosesNothingIfTheBestWasPlayed) {
  Worlds worlds({20, -20, 0, 5}, 50);
  const Judgement found = judged(worlds, 4, 2000, 1);
  EXPECT_EQ(found.best, 0u);
  EXPECT_EQ(found.loss, 0);
  EXPECT_EQ(found.worlds, 0u);
}

TEST(Judgement, NeverCostsMoreThanItsBudget) {
  for (const std::int64_t simulations : {20, 100, 777, 2000}) {
    Worlds worlds({0, 1, 2, 3, 4, 5, 6, 7}, 80);
    judged(worlds, 8, simulations, 3);
    EXPECT_LE(worlds.playouts, static_cast<std::size_t>(simulations));
  }
}

TEST(Judgement, IsAFunctionOfTheSeed) {
  Worlds worlds({0, 3, 2, 6}, 80);
  const Judgement one = judged(worlds, 4, 1000, 5);
  const Judgement same = judged(worlds, 4, 1000, 5);
  EXPECT_EQ(one.loss, same.loss);
  EXPECT_EQ(one.best, same.best);
}

// The winner of a race is lucky in the race; measured there it would seem better than it is.
TEST(Judgement, IsNotBiasedByTheRace) {
  double raced = 0;
  double lost = 0;
  double errors = 0;
  int better = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Worlds worlds({0, 0, 0, 0, 0, 0, 0, 0}, 100);
    const Judgement found = judged(worlds, 8, 600, seed);
    if (found.best == 0) continue;
    ++better;
    raced += found.alternatives[found.best].ahead;
    lost += found.loss;
    errors += found.error * found.error;
  }
  ASSERT_GT(better, 100);
  EXPECT_GT(raced / better, 10);
  EXPECT_LT(std::abs(lost), 4 * std::sqrt(errors));
}

TEST(Judgement, MarksHardlyAnyOfMovesThatAreAsGoodAsTheBest) {
  int marks = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Worlds worlds({0, 0, 0, 0}, 100);
    const Judgement found = judged(worlds, 4, 1000, seed);
    marks += mark_of(found.loss, found.error, found.better) == Mark::None ? 0 : 1;
  }
  EXPECT_LE(marks, 10);
}

TEST(Judgement, EndsWithoutWorlds) {
  const auto none = [](std::span<const Answer>, std::uint64_t, std::span<float>) -> std::size_t { return 0; };
  const Judgement found = judge(alternatives_of(3), JudgementBudget{}, 1, none);
  EXPECT_EQ(found.best, 0u);
  EXPECT_EQ(found.loss, 0);
}

TEST(Marks, NeedALossBeyondTwoErrorsAndMostOfTheWorlds) {
  EXPECT_EQ(mark_of(4.9, 0.1, 1), Mark::None);
  EXPECT_EQ(mark_of(5, 0.1, 1), Mark::Inaccuracy);
  EXPECT_EQ(mark_of(15, 7, 1), Mark::Mistake);
  EXPECT_EQ(mark_of(40, 19, 0.7), Mark::Blunder);
  EXPECT_EQ(mark_of(40, 20, 1), Mark::None);
  EXPECT_EQ(mark_of(40, 1, 0.69), Mark::None);
}

}  // namespace
}  // namespace tichu::arena
