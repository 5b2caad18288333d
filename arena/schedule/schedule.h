#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "arena/match/board_result.h"
#include "arena/rating/rated_board.h"

namespace tichu::arena {

/// The unit of work: one board of one pairing. Its number alone, with the configuration, decides the rest.
struct Job {
  std::uint64_t number = 0;
  std::uint64_t board = 0;
  std::array<EntrantId, 2> entrants{};
  friend bool operator==(const Job&, const Job&) = default;
};

/// Says what is played next. Used by one thread at a time; it knows neither bots nor threads.
class Schedule {
 public:
  virtual ~Schedule() = default;

  /// The next job, or nothing when all are given out.
  virtual std::optional<Job> next() = 0;
  /// A job's result, in any order; each job that was given out is reported at most once.
  virtual void report(const Job& job, const BoardResult& result) = 0;
  /// How many jobs there are in all, for progress.
  virtual std::uint64_t total() const = 0;
};

}  // namespace tichu::arena
