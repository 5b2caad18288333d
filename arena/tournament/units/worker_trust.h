#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/units/unit.h"

namespace tichu::arena {

/// How much of what workers send is played again by others.
struct AuditPolicy {
  std::uint64_t first_units = 10;  ///< of a worker, all of which are
  double least_share = 0.01;       ///< of the later ones, at least
};

/// Which share of a worker's units is played again after so many, of which so many that another worker confirmed come
/// in a row: all of the first, then 1 in as many as were confirmed, and never less than the policy's least.
double audit_share(const AuditPolicy& policy, std::uint64_t units, std::uint64_t confirmed_in_a_row);

/// A number in [0, 1) that nobody can foresee who does not know the secret: which units are played again must follow
/// from nothing that a worker knows.
double audit_draw(const std::string& secret, UnitNumber unit);

/// What each of a unit's boards holds that depends on nothing but its bots, 16 bytes: equal exactly if the same was
/// played, with the same faults, and remarks on the same decisions. What bots say may depend on the clock, so it is not
/// in it. Empty of a board at which a bot was late, did not start or used too much: that depends on the machine.
std::vector<std::string> play_digests(const std::vector<PlayedJob>& jobs);

/// The places of the boards that were played otherwise, by the digests of two plays of one unit. Boards that depend on
/// a machine are in no list.
std::vector<std::size_t> differences(const std::vector<std::string>& one, const std::vector<std::string>& other);

/// The digests of a unit's boards as one, 16 bytes.
std::string play_digest(const std::vector<std::string>& digests);

/// What to do next about a unit.
struct TrustStep {
  enum class Kind : std::uint8_t {
    Believe,  ///< store it; nobody plays it again
    Audit,    ///< store it, and give the same boards to another worker than those in `players`
    Keep,     ///< it was confirmed
    Strike,   ///< a worker was found false: what it played and nobody confirmed is to be struck and played again
    Doubt,    ///< no two of many agree: its bots do not repeat, so nothing follows from differences
  };
  Kind kind = Kind::Believe;
  std::set<std::string> players = {};    ///< of this unit so far
  std::vector<std::string> losers = {};  ///< Strike: take part no more
  std::vector<UnitNumber> struck = {};   ///< Strike: theirs that nobody confirmed, this one too if it was theirs
};

/// Whom a leader believes: pure bookkeeping over units of bots that repeat themselves (same seed, same answers). It
/// knows neither a network nor a clock; chance is given to it.
///
/// A unit is played by one worker, and some by a second. If they differ, others play it until two agree; whoever played
/// otherwise is a loser. Every worker of a unit is another one, so that a liar among honest ones never has a second who
/// agrees with it, unless they conspire.
///
/// What it does not tell: that workers who conspire are found. If two false ones are asked for the same unit and have
/// agreed on what to say, an honest one loses. Where strangers play, the third should be a machine of one's own.
class WorkerTrust {
 public:
  WorkerTrust(AuditPolicy policy, std::string secret) : policy_(policy), secret_(std::move(secret)) {}

  /// The first result of a unit has come, from this worker. The digest is `play_digest` of it, or any other word for
  /// the same.
  TrustStep take_first(UnitNumber unit, const std::string& worker, const std::string& digest);
  /// The same boards from another worker, in answer to an audit of `unit`. Not of a unit that is settled.
  TrustStep take_again(UnitNumber unit, const std::string& worker, const std::string& digest);
  /// The same boards from the leader's own machine, whose word counts: whoever said otherwise is a loser.
  TrustStep take_home(UnitNumber unit, const std::string& digest);
  /// Nobody is there who could play the unit again: it is believed as it is.
  void give_up_audit(UnitNumber unit);
  /// A unit of this worker is stored that nobody will play again. It is struck if the worker is found false.
  void take_unaudited(UnitNumber unit, const std::string& worker) { workers_[worker].unconfirmed.insert(unit); }

  bool is_drained(const std::string& worker) const;
  bool is_open(UnitNumber unit) const { return open_.contains(unit); }
  /// Those that wait for another worker, by number, and who has played them.
  std::map<UnitNumber, std::set<std::string>> open_audits() const;
  /// Who has played one of them; nobody if it does not wait.
  std::set<std::string> players(UnitNumber unit) const;
  /// Of a worker: how many units were taken from it, and how many of them others confirmed in a row.
  std::uint64_t units(const std::string& worker) const;
  std::uint64_t confirmed_in_a_row(const std::string& worker) const;
  /// The worker to ask for a unit again: among those given who have not played it and are not drained, the one with
  /// most confirmed in a row; nullopt if there is none.
  std::optional<std::string> best_for(UnitNumber unit, const std::vector<std::string>& workers) const;

 private:
  struct Worker {
    std::uint64_t units = 0;
    std::uint64_t confirmed_in_a_row = 0;
    bool drained = false;
    std::set<UnitNumber> unconfirmed;  ///< stored, and nobody else has played them
  };
  /// What was said of a unit, in the order of coming.
  struct Said {
    std::string worker;
    std::string digest;
  };

  TrustStep settle(UnitNumber unit, const std::string& true_digest);
  /// Drains it. Returns its units that nobody confirmed, by number.
  std::vector<UnitNumber> strike(const std::string& loser);

  AuditPolicy policy_;
  std::string secret_;
  std::map<std::string, Worker> workers_;
  std::map<UnitNumber, std::vector<Said>> open_;
};

}  // namespace tichu::arena
