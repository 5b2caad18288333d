#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/committed_seed.h"
#include "arena/service/ladder/ladder_database.h"

namespace tichu::arena {

/// A day of UTC on which people play the same deal.
struct DayRow {
  std::string day;  ///< "2026-11-28"
  CommittedSeed secret;
  double committed = 0;  ///< seconds since 1970
};

/// What a person made of a day's board.
struct DayResult {
  std::string board;  ///< the name of its folder
  std::string person;
  std::int64_t points = 0;  ///< the own less the opponents'
};

/// The day at a time in seconds since 1970.
std::string day_of(double time);

/// The boards of the day and their results, in one transaction. Nothing is committed.
class DayTable {
 public:
  explicit DayTable(LadderDatabase::Work& work) : work_(work) {}

  /// Nullopt if nobody could play on it.
  std::optional<DayRow> find(const std::string& day);
  /// Draws the secret of a day that has none.
  DayRow announce(const std::string& day);
  /// So many at most, the latest first.
  std::vector<DayRow> latest(std::uint64_t most);
  /// Unless the board has a result.
  void add(const std::string& day, const DayResult& result);
  /// That of one board.
  std::optional<DayResult> result(const std::string& day, const std::string& board);
  /// So many at most, the best first.
  std::vector<DayResult> results(const std::string& day, std::uint64_t most);

 private:
  LadderDatabase::Work& work_;
};

}  // namespace tichu::arena
