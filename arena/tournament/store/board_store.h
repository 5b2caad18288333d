#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "arena/record/record.h"
#include "arena/tournament/store/stored_board.h"
#include "arena/tournament/store/stored_results.h"

namespace tichu::arena {

struct StoreConnection;

/// The boards of a tournament as they are stored, each a finished job. A damaged row that was asked for is told to
/// `lose`, and the other rows follow; if a page of the database is damaged only `each_board` goes on with the others.
class BoardStore {
 public:
  explicit BoardStore(StoreConnection& connection) : connection_(connection) {}

  /// How many jobs are finished.
  std::uint64_t job_count() const;
  /// Whether a job of this number is finished.
  bool has_job(JobNumber job) const;
  /// The highest number of a finished job; nullopt if none is.
  std::optional<JobNumber> latest_job() const;
  /// How many jobs with lower numbers are stored.
  std::uint64_t jobs_before(JobNumber job) const;
  /// One board with all its rounds; nullopt if no such job is finished. Throws std::runtime_error, which names the
  /// job, if it is damaged.
  std::optional<StoredBoard> board(JobNumber job) const;
  /// How many bytes a board's rounds take before they are compressed, without unpacking them; 0 if damage keeps that
  /// from being told, nullopt if no such job is finished.
  std::optional<std::uint64_t> board_bytes(JobNumber job) const;
  /// The record of one round; nullopt if no such round is stored. Throws as `board` does.
  std::optional<Record> record(JobNumber job, SeatingNumber seating, RoundNumber round) const;
  /// Hands out every board with its rounds in the order of jobs, until `take` returns false. Throws std::runtime_error
  /// if the list of jobs is damaged.
  void each_board(const std::function<bool(const StoredBoard& board)>& take, const OnDamage& lose) const;
  /// Finished jobs of which the rounds are missing.
  std::vector<DamagedJob> jobs_without_rounds() const;

 private:
  StoreConnection& connection_;
};

}  // namespace tichu::arena
