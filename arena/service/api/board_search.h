#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/tournament/store/board_index.h"

namespace tichu::arena {

/// Which boards are wanted.
struct BoardQuery {
  std::vector<EntrantId> of = {};                              ///< one of these plays; empty: anybody
  std::vector<EntrantId> against = {};                         ///< one of these plays on the other side; empty: anybody
  std::optional<FaultKind> fault = std::nullopt;               ///< a side of `of` had it
  bool any_fault = false;                                      ///< likewise, of any kind
  std::optional<int> verdict = std::nullopt;                   ///< for the side of `of`: 0 lost, 1 drawn, 2 won
  float margin = 0;                                            ///< at least, of whichever side
  std::uint8_t deeds = 0;                                      ///< all of these, of the side of `of`
  std::optional<std::vector<JobNumber>> among = std::nullopt;  ///< these alone, in their order; nullopt: all
  std::optional<std::uint64_t> before = std::nullopt;          ///< jobs below this number
  std::uint64_t since = 0;                                     ///< stored then or later, seconds since 1970
  std::uint64_t until = UINT64_MAX;  ///< stored before; without either bound imported ones too
  std::size_t most = 50;
};

/// Some of the boards that a query means, the latest first.
struct FoundBoards {
  std::vector<BoardRow> boards;
  std::optional<std::uint64_t> next;  ///< `before` of the rest; nullopt if there is none
};

FoundBoards search_boards(std::span<const BoardRow> rows, const BoardQuery& query);

/// What came of the boards between one entrant and another, or all others.
struct MeetingFigures {
  std::uint64_t boards = 0;
  std::array<std::uint64_t, 3> verdicts{};  ///< lost, drawn, won
  double sum = 0;                           ///< of margins
  double squares = 0;
  std::uint64_t faults = 0;           ///< boards with a fault of its own
  std::uint64_t opponent_faults = 0;  ///< boards with a fault of the other side

  void add(const BoardRow& row, int side);
  double mean() const { return boards == 0 ? 0 : sum / static_cast<double>(boards); }
  /// Half of the 95 % interval of the mean, boards being independent; nullopt below two boards.
  std::optional<double> error() const;
};

/// An entrant's boards against each other entrant, in the order of entrants.
struct MetOpponent {
  EntrantId opponent{};
  MeetingFigures figures;
};
std::vector<MetOpponent> opponents_of(std::span<const BoardRow> rows, EntrantId entrant);

/// What came of the boards between two entrants of a list, as the first of the two sees it.
struct CrosstableCell {
  std::size_t first = 0;   ///< its index in the list
  std::size_t second = 0;  ///< likewise; above `first`
  MeetingFigures figures;
};
/// The pairs of a list that have met, in the order of `first`, then of `second`. Nobody stands in the list twice. Each
/// board is looked at once, however many entrants there are.
std::vector<CrosstableCell> crosstable_of(std::span<const BoardRow> rows, std::span<const EntrantId> entrants);

/// How an entrant did up to a board: its margins plus its opponents' present ratings, on average.
struct FormPoint {
  std::uint64_t boards = 0;
  double points = 0;
  double error = 0;  ///< half of the 95 % interval, the opponents' ratings being exact
};

/// At most `most` points over an entrant's boards, evenly spread, the last after all of them. `ratings` by entrant;
/// boards against an entrant without a rating are left out.
std::vector<FormPoint> form_of(std::span<const BoardRow> rows, EntrantId entrant,
                               std::span<const std::optional<double>> ratings, std::size_t most);

}  // namespace tichu::arena
