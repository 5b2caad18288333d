#include "arena/statistics/rating/elo.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "arena/statistics/rating/field_rating.h"
#include "arena/statistics/rating/normal_distribution.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

/// The boards' numbers as 0, 1, 2, … by size, and how many there are.
struct BoardNumbers {
  std::vector<std::size_t> of_board;
  std::size_t count = 0;
};

BoardNumbers number_boards(std::span<const BoardValue> boards) {
  std::vector<BoardNumber> distinct;
  distinct.reserve(boards.size());
  for (const BoardValue& board : boards) distinct.push_back(board.board);
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  BoardNumbers numbers;
  numbers.count = distinct.size();
  for (const BoardValue& board : boards) {
    const auto place = std::lower_bound(distinct.begin(), distinct.end(), board.board);
    numbers.of_board.push_back(static_cast<std::size_t>(place - distinct.begin()));
  }
  return numbers;
}

/// The standard deviation of values, which come one by one (Welford 1962): no digits are lost to a large mean.
class Spread {
 public:
  void add(double value) {
    count_ += 1;
    const double before = value - mean_;
    mean_ += before / count_;
    squares_ += before * (value - mean_);
  }
  /// Of at least two values.
  double deviation() const { return std::sqrt(squares_ / (count_ - 1)); }

 private:
  double count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

}  // namespace

std::vector<std::optional<double>> bootstrap_elo_errors(std::size_t entrants, std::span<const BoardValue> boards,
                                                        std::optional<StrengthAnchor> anchor, int samples,
                                                        std::uint64_t seed) {
  assert(samples >= 2);
  const BoardNumbers numbers = number_boards(boards);
  std::vector<Spread> spreads(entrants);
  std::vector<double> weights(boards.size());
  for (int sample = 0; sample < samples; ++sample) {
    Random random(seed, static_cast<std::uint64_t>(sample));
    std::vector<double> drawn(numbers.count, 0.0);
    for (std::size_t i = 0; i < numbers.count; ++i) drawn[random.below(static_cast<std::uint32_t>(numbers.count))] += 1;
    for (std::size_t i = 0; i < boards.size(); ++i) weights[i] = drawn[numbers.of_board[i]];
    const FieldRating table(
        fit_field(ResultKind::Score, entrants, head_to_heads_of(ResultKind::Score, boards, weights)), {},
        {.anchor = anchor});
    for (std::size_t i = 0; i < entrants; ++i) spreads[i].add(table.value(i));
  }
  std::vector<std::optional<double>> errors(entrants);
  constexpr double Rounding = 1e-4;  // Elo
  for (std::size_t i = 0; i < entrants; ++i) {
    const double error = Normal95 * spreads[i].deviation();
    if (error > Rounding) errors[i] = error;
  }
  if (anchor) errors[anchor->entrant] = 0;
  return errors;
}

}  // namespace tichu::arena
