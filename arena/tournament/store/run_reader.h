#pragma once

#include <SQLiteCpp/Database.h>

#include <vector>

#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/stored_runs.h"

namespace tichu::arena {

/// With what the boards in the database were played; rows that are damaged are left out. Throws SQLite::Exception if
/// SQLite cannot read them. For sources only.
StoredRuns read_runs(const SQLite::Database& database, const std::vector<Entrant>& entrants);

}  // namespace tichu::arena
