#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "arena/ids.h"
#include "arena/statistics/rating/board_result.h"

namespace tichu::arena {

/// Two entrants that meet.
using Pairing = std::array<EntrantId, 2>;

/// The pairing in the order in which it takes its seats on its `nth` board, for boards of a single table. The two
/// change sides from board to board and from pairing to pairing. Otherwise an entrant would have the same cards in all
/// its pairings, and precision would depend on the order of entry.
inline Pairing balanced_sides(Pairing pairing, std::uint64_t nth) {
  const std::uint64_t sum = nth + static_cast<std::uint64_t>(pairing[0]) + static_cast<std::uint64_t>(pairing[1]);
  if (sum % 2 == 0) std::swap(pairing[0], pairing[1]);
  return pairing;
}

/// What is played at a time: one board of one pairing. Together with the configuration it decides everything that is
/// played.
struct Job {
  JobNumber number;   ///< from 0, in the order in which jobs are given out
  BoardNumber board;  ///< decides the cards
  Pairing entrants{};
  friend bool operator==(const Job&, const Job&) = default;
};

/// Why there is no job now.
enum class NoJob : std::uint8_t {
  Wait,  ///< the next job depends on results that are not reported yet
  Done,  ///< all jobs are given out
};

/// An entrant's standing by the schedule's own rules.
struct Place {
  EntrantId entrant{};
  double points = 0;       ///< rounds won; a drawn round counts half
  double margin = 0;       ///< points per round, summed over all boards
  std::uint64_t rank = 1;  ///< from 1; equals share one
  friend bool operator==(const Place&, const Place&) = default;
};

/// Ranks places that are in order: each that `is_equal` calls equal to the one before it shares its rank.
template <typename IsEqual>
void share_ranks(std::vector<Place>& places, const IsEqual& is_equal) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].rank = i > 0 && is_equal(places[i - 1], places[i]) ? places[i - 1].rank : i + 1;
  }
}

/// How many jobs a test is expected to take in all if the strength is `at`, in the unit of its hypotheses.
struct ExpectedTotal {
  double at = 0;
  std::uint64_t jobs = 0;
  friend bool operator==(const ExpectedTotal&, const ExpectedTotal&) = default;
};

class OpenSchedule;

/// Decides what is played next. A pure function of what it was made from and of the results of the jobs that it gave
/// out: neither the order in which these are reported nor how many are under way changes any job. Use it from one
/// thread at a time; it knows neither bots nor threads.
///
/// What it does not tell: who is stronger. Places follow the schedule's own rules; ratings have errors.
class Schedule {
 public:
  virtual ~Schedule() = default;

  /// The next job, numbered from 0 in the order of calls, or why there is none.
  virtual std::variant<Job, NoJob> next() = 0;
  /// Takes the result of a job that was given out, each once.
  virtual void report(const Job& job, const BoardResult& result) = 0;
  /// How many jobs there are in all, for progress; nullopt if there is no end. A knockout may play some more.
  virtual std::optional<std::uint64_t> total() const = 0;
  /// Of a test, at each of its two hypotheses, by the boards that it has judged; empty if these are too few to tell.
  virtual std::vector<ExpectedTotal> expected() const { return {}; }
  /// The entrants by place, the best first, equals in an order that means nothing; empty if the schedule ranks nobody.
  /// Counts the results that `next` has used.
  virtual std::vector<Place> places() const { return {}; }
  /// This schedule, if its entrants come and go while it is played; else null.
  virtual OpenSchedule* open() { return nullptr; }
};

}  // namespace tichu::arena
