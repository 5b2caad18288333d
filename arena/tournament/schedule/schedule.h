#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "arena/statistics/rating/board_result.h"
#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// Two entrants that meet.
using Pairing = std::array<EntrantId, 2>;

/// The unit of work: one board of one pairing. With the configuration it decides the rest.
struct Job {
  std::uint64_t number = 0;
  std::uint64_t board = 0;
  Pairing entrants{};
  friend bool operator==(const Job&, const Job&) = default;
};

/// Why there is no job now.
enum class NoJob : std::uint8_t {
  Wait,  ///< what comes next depends on results that are not reported yet; there will be some
  Done,  ///< all are given out
};

/// An entrant's standing by the schedule's own rules.
struct Place {
  EntrantId entrant{};
  double points = 0;  ///< rounds won; a drawn one counts half
  double margin = 0;  ///< points a round, summed over all boards
  friend bool operator==(const Place&, const Place&) = default;
};

/// Says what is played next. A pure function of what it was made from and of the results of the jobs that it gave out:
/// neither the order in which these are reported nor how many are under way changes any job. Used by one thread at a
/// time; it knows neither bots nor threads.
class Schedule {
 public:
  virtual ~Schedule() = default;

  /// The next job, numbered from 0 in the order of calls, or why there is none.
  virtual std::variant<Job, NoJob> next() = 0;
  /// The result of a job that was given out, each once.
  virtual void report(const Job& job, const BoardResult& result) = 0;
  /// How many jobs there are in all, for progress; nothing where there is no end. A knockout may come to some more.
  virtual std::optional<std::uint64_t> total() const = 0;
  /// Who stands where, the first first; empty where the schedule ranks nobody. Counts what `next` has taken note of.
  virtual std::vector<Place> places() const { return {}; }
};

}  // namespace tichu::arena
