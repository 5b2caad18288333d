#pragma once

#include <cstddef>
#include <vector>

#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// Pairings that are known beforehand, all over the same boards 0..boards-1, so that differences between pairings do
/// not come from the cards. They are played pairing after pairing, so that a worker's bot processes seldom change: job
/// number = pairing * boards + board.
class FixedPairings : public Schedule {
 public:
  /// `balances_sides`: for boards of a single table (`balanced_sides`).
  FixedPairings(std::vector<Pairing> pairings, std::uint64_t boards, bool balances_sides = false);

  std::variant<Job, NoJob> next() override;
  /// Has no effect: what comes next does not depend on results.
  void report(const Job& job, const BoardResult& result) override;
  std::optional<std::uint64_t> total() const override { return pairings_.size() * boards_; }

 private:
  std::vector<Pairing> pairings_;
  std::uint64_t boards_;
  bool balances_sides_;
  std::uint64_t next_ = 0;
};

/// Everyone against everyone: (0,1), (0,2), …, (1,2), ….
std::vector<Pairing> round_robin(std::size_t entrants);

/// Each candidate against each entrant that is not a candidate.
std::vector<Pairing> gauntlet(std::size_t entrants, const std::vector<EntrantId>& candidates);

}  // namespace tichu::arena
