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
#include "arena/workers/broker/broker.h"
#include "arena/workers/leader/unit_book.h"
#include "arena/workers/units/result_parts.h"
#include "arena/workers/units/unit.h"

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
  /// By worker, of each play with a machine's fault: `BoardDigest::bytes`.
  std::map<std::string, std::string> faults_seen = {};
  int plays = 0;  ///< that had such a fault
};

/// A unit that is given out.
struct OpenUnit {
  BookedUnit booked;
  std::vector<WaitingJob> jobs;  ///< in the order of `booked.jobs`
  std::optional<Unit> unit;      ///< nullopt while jobs of a unit of an earlier run are not asked for yet
  bool published = false;
  std::chrono::steady_clock::time_point published_at{};
  std::optional<UnitNumber> rechecked = std::nullopt;     ///< the unit that this one plays again
  std::chrono::steady_clock::time_point not_before = {};  ///< to be published
  int refusals = 0;                                       ///< of workers that are too slow for it
  int times_kept = 0;                                     ///< longer than `longest_kept`
  /// When the first piece came from each worker of which no result was whole since then.
  std::map<std::string, std::chrono::steady_clock::time_point> first_pieces = {};

  bool is_complete() const { return jobs.size() == booked.jobs.size(); }
};

/// How long a unit may be kept before somebody else gets it as well, who may show signs of life for ever; it may have
/// waited for its turn meanwhile. Each time that it was kept so long it is twice as long, sixteen times as long at
/// most. `board_seconds`: what a board takes; 0: nothing is measured.
std::chrono::duration<double> longest_kept(const OpenUnit& open, double board_seconds);

/// Whether the pieces that the broker has of results of a unit, from these workers, are to be believed: a result whose
/// first piece came long ago, and is not whole, may never be, and its unit is nowhere if the queue does not have it.
bool is_coming(const OpenUnit& open, const std::set<std::string>& workers, std::chrono::steady_clock::time_point now);

/// A result of which all pieces have come, or what is wrong with them.
struct WholeResult {
  OrInputError<std::string> bytes;
  std::vector<PulledMessage> messages;  ///< that brought it
};

/// Whether a message is one of those that are held, sent again: it takes that one's place. If not it is left as it is.
bool take_again(std::vector<PulledMessage>& held, PulledMessage& message);

/// Pieces that a worker may have on the way, of results of which not all have come: 256 MiB, some of the largest. The
/// broker gives out a hundred times as many without their being acknowledged.
inline constexpr std::size_t MostPiecesArriving = 512;

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
  /// Likewise, since somebody has kept it for too long.
  void give_out_kept(OpenUnit& open);
  /// Nobody's result of it counts: its book is closed, and it is not open any more. Unless the caller has taken them
  /// its jobs are lost.
  void drop(UnitNumber unit);
  /// Whether pieces of a result have come.
  bool is_arriving(UnitNumber unit) const;
  /// Its result has come: it is not open any more, and pieces of other results of it are acknowledged.
  void take_out(UnitNumber unit);

  /// A piece of the result of a unit that is open; the whole if it was the last one. One that comes again takes the
  /// place of the former. A worker of which too many pieces wait for others loses its oldest results: these pieces are
  /// acknowledged.
  std::optional<WholeResult> take_piece(const ResultPart& part, PulledMessage message,
                                        std::chrono::steady_clock::time_point now);

 private:
  /// A result of which not all pieces have come.
  struct Arriving {
    ResultAssembly assembly;
    std::map<std::uint32_t, PulledMessage> messages;  ///< by piece
    std::uint64_t place = 0;                          ///< among all, in the order of their first pieces
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
  /// What a worker has on the way.
  struct OfWorker {
    std::size_t pieces = 0;
    std::map<std::uint64_t, Pieces::iterator> plays;  ///< by place
  };

  /// Takes out what has come of a play, and returns it.
  std::map<std::uint32_t, PulledMessage> take_messages(Pieces::iterator play);
  void forget(Pieces::iterator play);
  void forget_pieces(UnitNumber unit);

  UnitBook& book_;
  Map units_;
  Pieces arriving_;
  std::map<std::string, OfWorker> of_worker_;
  std::uint64_t next_place_ = 0;
};

}  // namespace tichu::arena
