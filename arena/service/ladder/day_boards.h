#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/service/ladder/day_table.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/refusal.h"

namespace tichu::arena {

/// A guest's seat at the board of the day.
struct DaySeat {
  std::string day;
  std::uint64_t seed = 0;  ///< of the deal and the bots
  std::string token;       ///< the secret of the table's link
};

/// A board of a day with its replay, beside that of the house, in JSON (PAGE.md).
struct DayReplay {
  DayResult result;
  std::string replay;
};

/// A day's deal, which all guests play with the same bots, so that they can be compared: each secret once, which a
/// guest chooses. Who plays it agrees that the board is kept. Results are told once the day is over, in UTC, and so is
/// the seed, whose hash was known before. Any thread.
class DayBoards {
 public:
  static constexpr const char* Partner = "sampler";
  static constexpr const char* Opponents = "steady";

  /// `folder` holds a folder for each table. `database` must outlive this object.
  DayBoards(std::filesystem::path folder, LadderDatabase& database) : folder_(std::move(folder)), database_(database) {}

  /// The present day; nullopt if it has no secret yet.
  std::optional<DayRow> announced();
  /// The present day, whose secret is drawn if it has none yet.
  DayRow today();
  /// The present day's seat of the guest who has this secret, a free choice of 32 hexadecimal digits: always the same
  /// one. Refused with `guest_bad`.
  OrRefusal<DaySeat> seat_of(const std::string& guest);
  /// Takes in what a day's table has made of its board, unless the board has a result, ended on a later
  /// day, or has another deal.
  void note(const std::string& day, const std::filesystem::path& table, double ended);

  /// The latest days that are over.
  std::vector<DayRow> past();
  /// One of them. Refused with `day_unknown`.
  OrRefusal<DayRow> past(const std::string& day);
  /// Its results, the best first, as far as their boards are still there.
  std::vector<DayResult> results(const DayRow& day);
  /// One of its boards. Refused with `board_unknown`.
  OrRefusal<DayReplay> replay(const DayRow& day, const std::string& board);

 private:
  std::filesystem::path folder_;
  LadderDatabase& database_;
};

}  // namespace tichu::arena
