#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/units/result_parts.h"
#include "arena/tournament/units/unit.h"
#include "arena/tournament/workers/broker.h"
#include "arena/tournament/workers/unit_book.h"

namespace tichu::arena {

/// Deals that a unit has for each of its games, as long as none has turned out to be longer.
inline constexpr std::size_t UsualDeals = 40;

/// For each core of the workers: one that is played, and one that waits.
inline constexpr std::size_t UnitsOfCore = 2;
/// Units that are given out at a time, however many cores workers say that they have: two thousand machines of one
/// core.
inline constexpr std::size_t MostUnitsGivenOut = 4096;

/// How many units are to be given out for so many cores: one more, so that there is always one to take.
inline std::size_t units_wanted(std::size_t cores) {
  return std::min(UnitsOfCore * std::max<std::size_t>(cores, 1) + 1, MostUnitsGivenOut);
}

/// A job that waits to be given out.
struct WaitingJob {
  Job job;
  int failures = 0;                      ///< of machines, so far
  std::set<std::string> failed_on = {};  ///< the workers
  std::size_t deals = UsualDeals;
  std::chrono::steady_clock::time_point not_before{};
  int untaken = 0;  ///< results of workers whose word on its bots is not taken
};

/// A unit that is given out.
struct OpenUnit {
  BookedUnit booked;
  std::vector<WaitingJob> jobs;  ///< in the order of `booked.jobs`
  std::optional<Unit> unit;      ///< nullopt while jobs of a unit of an earlier run are not asked for yet
  bool published = false;
  std::chrono::steady_clock::time_point published_at{};
  std::optional<UnitNumber> audited = std::nullopt;       ///< the unit that this one plays again
  std::chrono::steady_clock::time_point not_before = {};  ///< to be published
  int refusals = 0;                                       ///< of workers that are too slow for it

  bool is_complete() const { return jobs.size() == booked.jobs.size(); }
};

/// A result of which all pieces have come, or what is wrong with them.
struct WholeResult {
  OrInputError<std::string> bytes;
  std::vector<PulledMessage> messages;  ///< that brought it
};

/// Bytes that a worker may have on the way in results of which not all pieces have come: some of the largest.
inline constexpr std::size_t MostBytesArriving = std::size_t{256} << 20;

/// The units that are given out, and the pieces of their results that have come. One thread.
class OpenUnits {
 public:
  using Map = std::map<UnitNumber, OpenUnit>;

  /// The book must outlive it.
  explicit OpenUnits(UnitBook& book) : book_(book) {}

  Map& all() { return units_; }
  const Map& all() const { return units_; }
  bool empty() const { return units_.empty(); }
  /// Null if it is not open.
  OpenUnit* find(UnitNumber unit);
  /// Under the number that it was booked with. Returns that.
  UnitNumber add(OpenUnit unit);
  /// To be published once more.
  void give_out_again(OpenUnit& open);
  /// Nobody's result of it counts: its book is closed, and it is not open any more. Unless the caller has taken them
  /// its jobs are lost.
  void drop(UnitNumber unit);
  /// Whether pieces of a result have come.
  bool is_arriving(UnitNumber unit) const;
  /// Its result has come: it is not open any more, and pieces of other results of it are acknowledged.
  void take_out(UnitNumber unit);

  /// A piece of the result of a unit that is open; the whole if it was the last one. One that comes again takes the
  /// place of the former. A worker of which too many bytes wait for other pieces loses those: they are acknowledged.
  std::optional<WholeResult> take_piece(const ResultPart& part, PulledMessage message);

 private:
  /// A result of which not all pieces have come.
  struct Arriving {
    ResultAssembly assembly;
    std::map<std::uint32_t, PulledMessage> messages;  ///< by piece
  };
  /// One play of a unit.
  struct Play {
    UnitNumber unit;
    std::string worker;
    std::uint32_t attempt = 1;
    std::string digest;
    friend auto operator<=>(const Play&, const Play&) = default;
  };
  using Pieces = std::map<Play, Arriving>;

  void forget_pieces(const std::string& worker);

  void forget_pieces(UnitNumber unit);

  UnitBook& book_;
  Map units_;
  Pieces arriving_;
};

}  // namespace tichu::arena
