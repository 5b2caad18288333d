#include "arena/service/ladder/struck_pair_table.h"

#include <algorithm>

#include "arena/service/ladder/ladder_sql.h"

namespace tichu::arena {

std::vector<StruckVersions> StruckPairTable::all() {
  SQLite::Statement query(work_.sql(), "SELECT first, second, since FROM struck_pair ORDER BY first, second");
  std::vector<StruckVersions> pairs;
  while (query.executeStep()) {
    pairs.push_back({{VersionId(query.getColumn(0).getInt64()), VersionId(query.getColumn(1).getInt64())},
                     query.getColumn(2).getDouble()});
  }
  return pairs;
}

void StruckPairTable::strike(VersionId first, VersionId second) {
  execute(work_.sql(), "INSERT OR IGNORE INTO struck_pair (first, second, since) VALUES (?, ?, ?)",
          sql_number(std::min(first, second)), sql_number(std::max(first, second)), work_.now());
}

void StruckPairTable::restore(VersionId first, VersionId second) {
  execute(work_.sql(), "DELETE FROM struck_pair WHERE first = ? AND second = ?", sql_number(std::min(first, second)),
          sql_number(std::max(first, second)));
}

}  // namespace tichu::arena
