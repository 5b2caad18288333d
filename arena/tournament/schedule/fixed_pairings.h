#pragma once

#include <cstddef>
#include <vector>

#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// Pairings that are known beforehand, all over the same boards 0..boards-1, so that differences between pairings do
/// not come from the cards. They take turns: each plays its next `block` boards (at the end as many as are left), then
/// comes the next pairing. So at any time all have played the same boards, but for a block, and can be compared.
class FixedPairings : public Schedule {
 public:
  /// Waking the programs of a pairing takes about as long as a board of quick bots; with 20 boards a turn that is a
  /// twentieth. A usual meeting of 100 boards then has five turns.
  static constexpr std::uint64_t UsualBlock = 20;
  /// If most programs have to be started for each turn, it has as many boards as pay for that: starting takes as long
  /// as about forty boards.
  static constexpr std::uint64_t LongBlock = 100;

  /// `balances_sides`: for boards of a single table (`balanced_sides`).
  FixedPairings(std::vector<Pairing> pairings, std::uint64_t boards, bool balances_sides = false,
                std::uint64_t block = UsualBlock);

  std::variant<Job, NoJob> next() override;
  /// Has no effect: what comes next does not depend on results.
  void report(const Job& job, const BoardResult& result) override;
  std::optional<std::uint64_t> total() const override { return pairings_.size() * boards_; }

 private:
  std::vector<Pairing> pairings_;
  std::uint64_t boards_;
  bool balances_sides_;
  std::uint64_t block_;
  std::uint64_t next_ = 0;   ///< job
  std::size_t turn_ = 0;     ///< whose: index of its pairing
  std::uint64_t first_ = 0;  ///< board of the turn
  std::uint64_t board_ = 0;  ///< that comes next
};

/// Everyone against everyone: (0,1), (0,2), …, (1,2), ….
std::vector<Pairing> round_robin(std::size_t entrants);

/// Each candidate against each entrant that is not a candidate.
std::vector<Pairing> gauntlet(std::size_t entrants, const std::vector<EntrantId>& candidates);

}  // namespace tichu::arena
