#include "arena/service/ladder/struck_pair_table.h"

#include <algorithm>

#include "arena/service/ladder/ladder_sql.h"

namespace tichu::arena {

std::vector<StruckVersions> StruckPairTable::all() {
  return rows_of(bound(work_.sql(), "SELECT first, second, since FROM struck_pair ORDER BY first, second"),
                 [](SQLite::Statement& row) {
                   return StruckVersions{
                       {VersionId(row.getColumn(0).getInt64()), VersionId(row.getColumn(1).getInt64())},
                       row.getColumn(2).getDouble()};
                 });
}

void StruckPairTable::strike(VersionId first, VersionId second) {
  execute(work_.sql(), "INSERT OR IGNORE INTO struck_pair (first, second, since) VALUES (?, ?, ?)",
          std::min(first, second), std::max(first, second), work_.now());
}

void StruckPairTable::restore(VersionId first, VersionId second) {
  execute(work_.sql(), "DELETE FROM struck_pair WHERE first = ? AND second = ?", std::min(first, second),
          std::max(first, second));
}

}  // namespace tichu::arena
