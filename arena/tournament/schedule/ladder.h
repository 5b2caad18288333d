#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "arena/tournament/schedule/staged_schedule.h"

namespace tichu::arena {

/// An endless ladder's matchmaking: always the meetings that tell most about the order. Each entrant has an estimate of
/// its strength (points a round) with a variance, each pair also a deviation of its own. The value of a meeting is the
/// entropy of the pair's order times the information that its boards add (half the logarithm of 1 + variance / variance
/// of the meeting's mean): new entrants, of whom nothing is known, come first. So that every pair of neighbours stays
/// measured, however sure its order is, the first meeting of each stage is that of the neighbours with the fewest
/// boards. Each stage has half as many meetings as entrants, each of `boards` boards; a pair's boards are 0, 1, 2, ….
///
/// What it does not tell: the estimates are for matchmaking; variances of different entrants are taken as independent.
class Ladder : public StagedSchedule {
 public:
  /// Ends after `limit` boards; without it never.
  Ladder(std::size_t entrants, std::uint64_t boards, std::optional<std::uint64_t> limit, bool balances_sides = false);

  std::optional<std::uint64_t> total() const override { return limit_; }

 protected:
  std::vector<Meeting> plan() override;
  void enter(const Pairing& entrants, double margin) override;

 private:
  struct Strength {
    double mean = 0;
    double variance = 0;
  };

  /// Variance of one board's margin about its expectation, as seen so far.
  double board_variance() const { return squares_ / weight_; }
  static std::vector<std::size_t> by_rank(const std::vector<Strength>& strengths);
  std::uint64_t boards_of(const Pairing& pairing) const;
  double log_value(const std::vector<Strength>& strengths, EntrantId a, EntrantId b) const;
  Pairing best_pairing(const std::vector<Strength>& strengths) const;
  Pairing least_measured_neighbours(const std::vector<Strength>& strengths) const;

  std::uint64_t boards_;
  std::optional<std::uint64_t> limit_;
  std::uint64_t planned_ = 0;
  std::vector<Strength> strengths_;
  std::map<Pairing, std::uint64_t> met_;  ///< boards that were planned for each pair, the lower number first
  std::vector<Meeting> under_way_;        ///< the last stage, whose results are not entered yet
  double squares_;
  double weight_;
};

}  // namespace tichu::arena
