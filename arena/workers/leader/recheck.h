#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/play/seen_workers.h"
#include "arena/workers/leader/leader.h"
#include "arena/workers/leader/validator.h"

namespace tichu::arena {

/// Has some units of each worker played a second time, by another worker or by the leader, and stops workers that
/// played differently than the leader does. Not thread-safe.
class Recheck {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Refuses the workers that an earlier run has stopped. The leader must outlive it.
  explicit Recheck(Leader& leader);

  /// Goes on with the recheck of a unit of an earlier run; nullopt if its boards are not known any more.
  void restore(UnitNumber number, std::optional<OpenUnit> unit);

  /// A digest of the files of a unit's bots, and of the form of digests, for the book.
  static std::string digest_of_bots(const units::Unit& unit);
  /// All boards of a unit are stored; once a unit.
  void take_stored(OpenUnit unit);
  /// The boards of a unit of an earlier run are stored; before `restore`.
  void take_recalled(UnitNumber unit, const std::string& worker) { validator_.take_stored(unit, worker, true); }
  /// A second play has come; `open` is the unit that was given out for it.
  void take_second(const OpenUnit& open, const std::string& worker, const std::vector<BoardDigest>& digests);
  /// A worker did not bring back a unit that was given out for a second play: the leader plays it.
  void take_failure(const OpenUnit& open);
  /// The leader has played boards of a unit that is rechecked.
  void take_local(const LocalResult& local);
  /// Gives rechecks to workers, and to the leader those that no worker brings back. `board_seconds`: what a board
  /// takes.
  void give_out(Time now, double board_seconds);

  /// Whether stored boards are invalid since this was made: they stand in the book, and are to be played again.
  bool has_invalid() const { return has_invalid_; }
  bool has_open() const { return !open_.empty(); }
  /// Whether a bot looks at the clock or does not repeat itself: its boards cannot be compared.
  bool is_timed(BotId bot, const TournamentConfig& config) const;
  const Validator& validator() const { return validator_; }
  const Rechecks& counts() const { return counts_; }

 private:
  /// A unit that is to be played a second time.
  struct Open {
    OpenUnit first;  ///< as it is stored
    bool is_for_leader = false;
    bool is_local = false;                         ///< the leader has it
    std::optional<UnitNumber> out = std::nullopt;  ///< by which it is given out to workers
    Time since{};                                  ///< when that was parsed
    std::optional<std::pair<std::string, std::vector<BoardDigest>>> second = std::nullopt;  ///< that differs
  };

  bool is_comparable(const units::Unit& unit) const;
  void give_to_worker(UnitNumber number, Open& open, Time now);
  void give_to_leader(Open& open);
  /// Whether workers have had it for too long. Some may take no units, or give none back: the end does not wait for
  /// them.
  bool is_overdue(const Open& open, Time now, double board_seconds);
  void take_back(Open& open);
  /// A play differs from the leader's at these boards. `is_first`: it is stored.
  void take_wrong(const OpenUnit& unit, const std::string& worker, const std::vector<std::size_t>& boards,
                  bool is_first);
  void stop(const std::string& worker);
  void mark(BotId bot, bool is_certain);
  /// The strangers' bots at a board.
  std::set<BotId> strangers_at(const Job& job) const;

  Leader& leader_;
  Validator validator_;
  std::map<UnitNumber, Open> open_;
  Rechecks counts_;
  bool has_invalid_ = false;
};

}  // namespace tichu::arena
