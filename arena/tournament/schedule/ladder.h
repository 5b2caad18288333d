#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "arena/tournament/schedule/staged_schedule.h"

namespace tichu::arena {

/// Matchmaking of an endless ladder: it plays the meetings that tell most about the order.
///
/// Each entrant has an estimated strength (points per round) with a variance, and each pair a deviation of its own. The
/// value of a meeting is the entropy of the pair's order times the information that its boards add (half the logarithm
/// of 1 + variance / variance of the meeting's mean) times the probability that the two differ by more than
/// Indifference, by their own boards too. So new entrants come first, and two that play alike, whose boards end even,
/// soon leave the boards to others. The first meeting of each stage is that of the neighbours with the fewest boards,
/// so that neighbours stay measured however sure their order is.
///
/// Each stage has half as many meetings as entrants, of different pairs, each with `boards` boards. All meetings of a
/// stage are over the same boards, and those of the next are over others: many different deals make errors honest, and
/// programs that have met no board twice can be kept from stage to stage.
///
/// What it does not tell: strengths for a table. The estimates are for matchmaking, and take errors of different
/// entrants as independent.
class Ladder : public StagedSchedule {
 public:
  /// Ends after `limit` boards; without a limit it never ends.
  Ladder(std::size_t entrants, std::uint64_t boards, std::optional<std::uint64_t> limit, bool balances_sides = false);

  /// In points per round. Two bots that differ by less are as good as equal: it is about what playing styles cause.
  static constexpr double Indifference = 5;

  std::optional<std::uint64_t> total() const override { return limit_; }

 protected:
  std::vector<Meeting> plan() override;
  void take_result(const Pairing& entrants, double margin) override;

 private:
  struct Strength {
    double mean = 0;
    double variance = 0;
  };
  /// What two have played.
  struct Met {
    std::uint64_t planned = 0;  ///< boards
    double boards = 0;          ///< with a result
    double mean = 0;            ///< of their margins for the lower number, in points per round
    double squares = 0;         ///< sum of squared distances from that mean
  };

  /// The variance of a board's margin about its expectation, as seen so far.
  double board_variance() const { return squares_ / weight_; }
  static std::vector<std::size_t> by_rank(const std::vector<Strength>& strengths);
  const Met& met(const Pairing& pairing) const;
  /// The logarithm of the probability that two differ by more than Indifference; `difference` and `variance` are what
  /// is known without what they have played against each other.
  double log_relevance(const Met& met, double difference, double variance) const;
  bool meets_in_stage(const Pairing& pairing) const;
  double log_value(const std::vector<Strength>& strengths, EntrantId a, EntrantId b) const;
  Pairing best_pairing(const std::vector<Strength>& strengths) const;
  Pairing least_measured_neighbours(const std::vector<Strength>& strengths) const;

  std::uint64_t boards_;
  std::optional<std::uint64_t> limit_;
  std::uint64_t planned_ = 0;
  std::vector<Strength> strengths_;
  std::uint64_t stages_ = 0;        ///< planned
  std::map<Pairing, Met> met_;      ///< of each pair, the lower number first
  std::vector<Meeting> under_way_;  ///< the last stage, whose results are not entered yet
  double squares_;
  double weight_;
};

}  // namespace tichu::arena
