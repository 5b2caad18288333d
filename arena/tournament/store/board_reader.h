#pragma once

#include <SQLiteCpp/Statement.h>

#include <optional>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// What is said of a job without its rounds.
constexpr std::string_view MissingRounds = "damaged: its rounds are missing";

/// Reads boards of a tournament, each by its job. For sources only.
class BoardReader {
 public:
  /// All must outlive it.
  BoardReader(const SQLite::Database& database, const TournamentConfig& config, const std::vector<Entrant>& entrants);

  /// The board of that job, or what is wrong with it; nullopt if no such job is finished. Throws SQLite::Exception if
  /// the database cannot be read at all.
  std::optional<tl::expected<StoredBoard, DamagedJob>> read(JobNumber job);

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
