#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tichu {

/// By how much one alternative was ahead of another, guess by guess, over the guesses that both met.
struct Lead {
  double mean = 0;      ///< points
  double error = 0;     ///< its standard error
  double better = 0.5;  ///< in which part of the guesses that tell the two apart it scored more

  /// How many standard errors it was ahead; 0 without guesses.
  double in_errors() const { return error > 0 ? mean / error : 0; }
};

/// The lead of the scores `a` over `b`, which are as many. As if one guess more had shown a difference of a hundred
/// points, so that a few equal scores do not pass for certainty.
Lead lead_of(std::span<const float> a, std::span<const float> b);

/// Some alternatives that are tried on the same guesses, so that the luck of the guess cancels in their differences.
/// Those that fall behind beyond chance are dropped, and what is left of the budget goes to the others.
class Race {
 public:
  struct Settings {
    /// An alternative is dropped once it is more than so many standard errors behind the leader.
    double drop = 2.5;
    /// The first alternative is never dropped, so that all others can be compared with it to the end.
    bool keeps_first = false;
  };
  /// With fewer guesses than this nothing should be dropped.
  static constexpr std::size_t FirstLook = 16;

  explicit Race(const Settings& settings) : settings_(settings) {}

  /// Begins anew, with so many alternatives.
  void start(std::size_t alternatives);
  /// The places, among the alternatives, of those that are still in, in order.
  std::span<const std::size_t> in() const { return in_; }
  /// How many guesses those that are in have met.
  std::size_t guesses() const { return guesses_; }
  /// What those that are in scored in one more guess, in the order of `in`.
  void add(std::span<const float> scores);
  /// Drops who is behind beyond chance.
  void drop_losers();

  /// The place of the one in the race with the largest mean; of equals the first.
  std::size_t leader() const;
  /// How far `place` was ahead of `other`, over the guesses that both met.
  Lead lead(std::size_t place, std::size_t other) const;
  /// The mean score of an alternative; 0 before the first guess.
  double mean(std::size_t place) const;
  /// In which part of the guesses each of those that are in scored best, in their order. Equals share a guess, so the
  /// parts sum to 1, once there are guesses.
  std::vector<double> shares() const;

 private:
  struct Runner {
    double sum = 0;  ///< of `scores`
    std::vector<float> scores;
  };

  Settings settings_;
  std::vector<Runner> runners_;  ///< all alternatives
  std::vector<std::size_t> in_;
  std::size_t guesses_ = 0;
};

}  // namespace tichu
