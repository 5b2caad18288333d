#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "arena/tournament/schedule/staged_schedule.h"

namespace tichu::arena {

/// Knockout: the loser of a match is out. Entrants are seeded by their order of entry: the first two can meet only in
/// the final, the first four only in the semi-finals, and so on. If their number is not a power of two, the best seeds
/// have a bye in the first round. A match is won by the larger sum of margins. If it is even, 1, 2, 4, … further boards
/// are played, at most MaxFurtherBoards, and then the better seed goes on. All matches of a round play the same boards.
///
/// What it does not tell: who is the strongest. Little is played, so the winner was lucky too.
class Knockout : public StagedSchedule {
 public:
  Knockout(std::size_t entrants, std::uint64_t boards, bool balances_sides = false);

  /// Bots that play alike could stay even for ever.
  static constexpr std::uint64_t MaxFurtherBoards = 127;

  std::optional<std::uint64_t> total() const override;
  /// By rounds won, then by seed. A bye counts as a round won.
  std::vector<Place> places() const override;

 protected:
  std::vector<Meeting> plan() override;
  void take_result(const Pairing& entrants, double margin) override;

 private:
  struct Match {
    std::optional<EntrantId> first;  ///< nullopt: the other has a bye
    std::optional<EntrantId> second;
    double margin = 0;  ///< of the first, summed over boards

    bool is_played() const { return first && second; }
  };

  void begin_round(const std::vector<std::optional<EntrantId>>& players);
  std::vector<Meeting> meetings(std::uint64_t boards);
  std::vector<std::optional<EntrantId>> winners() const;

  std::uint64_t boards_;
  std::vector<Place> standing_;  ///< by entrant
  std::vector<Match> matches_;   ///< of this round, in the order of the bracket
  std::uint64_t further_ = 0;    ///< boards that were added to this round so far
  std::uint64_t step_ = 0;       ///< how many boards are added next; 0: the round has not begun
  std::uint64_t next_board_ = 0;
};

/// The seeds, from 0, in the order of a bracket of `size` places, a power of two. Neighbours meet.
std::vector<std::size_t> bracket_order(std::size_t size);

}  // namespace tichu::arena
