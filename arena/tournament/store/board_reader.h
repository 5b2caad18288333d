#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// Reads boards of a tournament, each by its job. For sources only.
class BoardReader {
 public:
  /// All must outlive it.
  BoardReader(const SQLite::Database& database, const TournamentConfig& config, const std::vector<Entrant>& entrants);

  /// The board of that job, or what is wrong with it; nothing where no such job is finished. Throws SQLite::Exception
  /// where the database cannot be read at all.
  std::optional<std::variant<StoredBoard, DamagedJob>> read(JobNumber job);

 private:
  void read_faults(StoredBoard& board);
  void read_rounds(StoredBoard& board);

  const TournamentConfig& config_;
  const std::vector<Entrant>& entrants_;
  SQLite::Statement job_;
  SQLite::Statement faults_;
  SQLite::Statement rounds_;
};

}  // namespace tichu::arena
