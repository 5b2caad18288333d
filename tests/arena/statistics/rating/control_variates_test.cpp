#include "arena/statistics/rating/control_variates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tichu::arena {
namespace {

/// Boards of one pairing with two controls.
struct Sample {
  std::vector<BoardValue> boards;
  BoardControls controls{2, {}};

  void add(double value, double first, double second) {
    boards.push_back({BoardNumber(boards.size()), {EntrantId{0}, EntrantId{1}}, value});
    controls.values.insert(controls.values.end(), {first, second});
  }
  std::vector<ControlGain> gains() const {
    return compare_adjusted(boards, control_variate_adjusted(boards, controls));
  }
};

constexpr double Truth = 10;

/// Boards whose value hangs on the first control, which is skewed, by more than a straight line: `bend` times its
/// square. A coefficient that was found from the boards that it corrects would shift the mean.
Sample skewed(std::size_t count, double bend, std::mt19937_64& random) {
  std::exponential_distribution<double> exponential;
  std::normal_distribution<double> normal;
  Sample sample;
  for (std::size_t i = 0; i < count; ++i) {
    const double luck = exponential(random) - 1;
    sample.add(Truth + 60 * luck + bend * (luck * luck - 1) + 30 * normal(random), luck, normal(random));
  }
  return sample;
}

/// The mean with one coefficient from all boards, as a textbook would have it.
double textbook_mean(const Sample& sample) {
  double value = 0;
  double control = 0;
  double product = 0;
  double square = 0;
  const auto count = static_cast<double>(sample.boards.size());
  for (std::size_t i = 0; i < sample.boards.size(); ++i) {
    value += sample.boards[i].value / count;
    control += sample.controls.values[2 * i] / count;
  }
  for (std::size_t i = 0; i < sample.boards.size(); ++i) {
    product += (sample.boards[i].value - value) * (sample.controls.values[2 * i] - control);
    square += std::pow(sample.controls.values[2 * i] - control, 2);
  }
  return value - product / square * control;
}

/// Mean and standard error of what many simulations estimate.
struct Estimates {
  double sum = 0;
  double squares = 0;
  double count = 0;

  void add(double value) {
    sum += value;
    squares += value * value;
    count += 1;
  }
  double mean() const { return sum / count; }
  double error() const { return std::sqrt((squares / count - mean() * mean()) / count); }
};

TEST(ControlVariates, LeaveTheMeanUnbiasedWhereTheTextbookDoesNot) {
  std::mt19937_64 random(1);
  Estimates controlled;
  Estimates textbook;
  for (int simulation = 0; simulation < 20'000; ++simulation) {
    const Sample sample = skewed(30, 40, random);
    controlled.add(sample.gains().front().adjusted.mean);
    textbook.add(textbook_mean(sample));
  }
  EXPECT_NEAR(controlled.mean(), Truth, 3.5 * controlled.error());
  EXPECT_GT(std::abs(textbook.mean() - Truth), 10 * textbook.error());
}

TEST(ControlVariates, HaveIntervalsThatHoldTheTruth) {
  std::mt19937_64 random(2);
  constexpr int Simulations = 4000;
  int covered = 0;
  for (int simulation = 0; simulation < Simulations; ++simulation) {
    const PointsEstimate estimate = skewed(200, 4, random).gains().front().adjusted;
    if (std::abs(estimate.mean - Truth) <= estimate.error95().value_or(0)) ++covered;
  }
  EXPECT_GE(covered, Simulations * 93 / 100);
  EXPECT_LE(covered, Simulations * 97 / 100);
}

TEST(ControlVariates, TakeOutWhatTheyExplain) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  Sample sample;
  for (int i = 0; i < 5000; ++i) {
    const double luck = normal(random);
    sample.add(5 + 30 * luck + 40 * normal(random), luck, normal(random));
  }
  const ControlGain gain = sample.gains().front();
  EXPECT_NEAR(gain.factor.value_or(0), 2500.0 / 1600, 0.06);
  EXPECT_NEAR(gain.adjusted.mean, 5, 2);
}

TEST(ControlVariates, CostLittleWhereTheyExplainNothing) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  Estimates factors;
  for (int simulation = 0; simulation < 300; ++simulation) {
    Sample sample;
    for (int i = 0; i < 50; ++i) sample.add(normal(random), normal(random), normal(random));
    factors.add(sample.gains().front().factor.value_or(0));
  }
  EXPECT_GT(factors.mean(), 0.93);
}

TEST(ControlVariates, FindEachPairingsOwnCoefficientFromEitherSide) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::vector<BoardValue> boards;
  BoardControls controls{1, {}};
  for (std::uint64_t board = 0; board < 600; ++board) {
    const double luck = normal(random);
    const double sign = board % 2 == 0 ? 1 : -1;
    const EntrantId low{0};
    const EntrantId high{static_cast<std::uint16_t>(1 + board / 2 % 2)};
    const double slope = high == EntrantId{1} ? 50 : -20;
    boards.push_back({BoardNumber(board), {sign > 0 ? low : high, sign > 0 ? high : low}, sign * (7 + slope * luck)});
    controls.values.push_back(sign * luck);
  }
  const std::vector<ControlGain> gains = compare_adjusted(boards, control_variate_adjusted(boards, controls));
  ASSERT_EQ(gains.size(), 2u);
  for (const ControlGain& gain : gains) {
    EXPECT_EQ(gain.entrants[0], EntrantId{0});
    EXPECT_NEAR(gain.adjusted.mean, 7, 0.5);
    EXPECT_GT(gain.factor.value_or(0), 100);
  }
}

TEST(ControlVariates, AreDefinedForEveryInput) {
  EXPECT_TRUE(compare_adjusted({}, control_variate_adjusted({}, {})).empty());
  Sample one;
  one.add(40, 1, 0);
  EXPECT_EQ(one.gains().front().adjusted.mean, 40);
  EXPECT_FALSE(one.gains().front().factor);
  Sample alike;
  for (int i = 0; i < 20; ++i) alike.add(0, 0, 0);
  EXPECT_EQ(alike.gains().front().adjusted.mean, 0);
  EXPECT_FALSE(alike.gains().front().factor);
}

}  // namespace
}  // namespace tichu::arena
