#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tichu::arena {

/// Strengths in points per round that follow a ladder: they approach the least squares over all its boards, each
/// entrant with a prior of its own, by solving the equation of one entrant after another (Gauss and Seidel). Taking a
/// meeting costs as much as its two entrants, and as many more, have met others. Only sums, products and quotients are
/// used, so that every machine has the same numbers to the last bit.
///
/// What it does not tell: errors, and strengths for a table. Between fits it is a step behind.
class JointStrengths {
 public:
  using Index = std::uint32_t;

  /// The next index. A meeting's boards are weighed against the prior by `variance`, that of a board's margin.
  Index add(double mean, double prior_variance);
  std::size_t size() const { return strengths_.size(); }
  double strength(Index entrant) const { return strengths_[entrant]; }
  /// The boards of a meeting, by their margins for `a`. Solves for both, and for those whose turn it is.
  /// `changed` is called with the index of each whose strength may have changed.
  template <typename Changed>
  void take(Index a, Index b, std::span<const double> margins, double variance, const Changed& changed) {
    note(a, b, margins);
    for (const Index entrant : {a, b}) {
      solve(entrant, variance);
      changed(entrant);
    }
    for (std::size_t i = 0; i < SolvedBesides; ++i) {
      turn_ = turn_ + 1 < strengths_.size() ? turn_ + 1 : 0;
      solve(turn_, variance);
      changed(turn_);
    }
  }

 private:
  /// Besides those that met: so often per meeting somebody has a turn.
  static constexpr std::size_t SolvedBesides = 2;

  struct Met {
    Index other;
    std::uint32_t boards;
  };
  struct Equation {
    double prior_mean = 0;
    double prior_variance = 0;
    double margins = 0;     ///< sum over all boards
    double boards = 0;      ///< in all
    std::vector<Met> with;  ///< by rising index
  };

  void note(Index a, Index b, std::span<const double> margins);
  void solve(Index entrant, double variance);

  std::vector<double> strengths_;
  std::vector<Equation> equations_;
  Index turn_ = 0;
};

}  // namespace tichu::arena
