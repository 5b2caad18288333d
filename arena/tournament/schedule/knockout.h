#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "arena/tournament/schedule/staged_schedule.h"

namespace tichu::arena {

/// Knockout: who loses is out. Entrants are seeded by their order of entry: the first two can meet only in the final,
/// the first four only in the semi-finals, and so on; where their number is no power of two the first have a bye in the
/// first round. A match is won by the larger sum of margins; where it is even, 1, 2, 4, … further boards are played, at
/// most MaxFurtherBoards, then the better seed goes on. All matches of a round play the same boards.
class Knockout : public StagedSchedule {
 public:
  Knockout(std::size_t entrants, std::uint64_t boards, bool balances_sides = false);

  /// Bots that play the same can be even for ever.
  static constexpr std::uint64_t MaxFurtherBoards = 127;

  std::optional<std::uint64_t> total() const override;
  /// By rounds won, then by seed; a bye counts as won.
  std::vector<Place> places() const override;

 protected:
  std::vector<Meeting> plan() override;
  void enter(const Pairing& entrants, double margin) override;

 private:
  struct Match {
    std::optional<EntrantId> first;  ///< nothing: the other has a bye
    std::optional<EntrantId> second;
    double margin = 0;  ///< of the first, summed

    bool is_played() const { return first && second; }
  };

  void begin_round(const std::vector<std::optional<EntrantId>>& players);
  std::vector<Meeting> meetings(std::uint64_t boards);
  std::vector<std::optional<EntrantId>> winners() const;

  std::uint64_t boards_;
  std::vector<Place> standing_;  ///< by entrant
  std::vector<Match> matches_;   ///< of this round, in the order of the bracket
  std::uint64_t further_ = 0;    ///< boards that were added to this round
  std::uint64_t step_ = 0;       ///< how many are added next; 0: the round has not begun
  std::uint64_t next_board_ = 0;
};

/// The seeds (from 0) in the order of the bracket of `size` places, a power of two: neighbours meet.
std::vector<std::size_t> bracket_order(std::size_t size);

}  // namespace tichu::arena
