#pragma once

#include <string>
#include <vector>

#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// The boards of a tournament as rows of CSV (arena/presentation/report/RESULTS.md), which `tichu-arena rate` reads.
class BoardsCsv {
 public:
  explicit BoardsCsv(const TournamentConfig& config);

  /// With a line end.
  std::string heading() const;
  /// One board as a row, with a line end. The job's entrants must be the tournament's.
  std::string row(const StoredBoard& board) const;

 private:
  std::vector<std::string> names_;  ///< by entrant, as fields
  std::vector<std::string> teams_;  ///< by entrant: the fields of its two bots; empty if all play with themselves
};

}  // namespace tichu::arena
