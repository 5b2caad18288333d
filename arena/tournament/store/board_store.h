#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/record/record.h"
#include "arena/tournament/store/stored_board.h"
#include "arena/tournament/store/stored_results.h"

namespace tichu::arena {

struct StoreConnection;

/// The boards of a tournament as they are stored. A damaged row that was asked for is told to `lose`, and the
/// other rows follow.
class BoardStore {
 public:
  explicit BoardStore(StoreConnection& connection) : connection_(connection) {}

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
  /// What SQLite's own check finds wrong with the whole database, one sentence each.
  std::vector<std::string> database_flaws() const;

 private:
  StoreConnection& connection_;
};

}  // namespace tichu::arena
