#include "arena/statistics/sequential/larger_hypothesis.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tichu::arena {
namespace {

/// 1, 1.5, 2, 3, 5, 7, 10, 15, …: those above `second` and up to `most`, rising.
std::vector<double> round_numbers_above(double second, double most) {
  constexpr std::array Digits{1.0, 1.5, 2.0, 3.0, 5.0, 7.0};
  constexpr double Largest = 1000;
  std::vector<double> numbers;
  for (double power = 1; power <= Largest; power *= 10) {
    for (const double digit : Digits) {
      if (digit * power > second && digit * power <= most) numbers.push_back(digit * power);
    }
  }
  return numbers;
}

SequentialState state_with(SequentialPlan plan, double second, std::span<const BoardResult> boards) {
  plan.second = second;
  SequentialTest test(plan);
  for (const BoardResult& board : boards) {
    if (test.is_over()) break;
    test.add(board);
  }
  return test.state();
}

}  // namespace

std::optional<LargerHypothesis> larger_hypothesis(const SequentialPlan& plan, std::span<const BoardResult> boards,
                                                  double most) {
  const std::vector<double> numbers = round_numbers_above(plan.second, most);
  const auto decides = [&](double second) {
    return state_with(plan, second, boards).verdict != SprtVerdict::Undecided;
  };
  const auto found = std::partition_point(numbers.begin(), numbers.end(), [&](double n) { return !decides(n); });
  if (found == numbers.end()) return std::nullopt;
  const SequentialState state = state_with(plan, *found, boards);
  return LargerHypothesis{*found, state.verdict, state.boards};
}

}  // namespace tichu::arena
