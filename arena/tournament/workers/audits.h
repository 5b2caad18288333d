#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/tournament/play/playing_place.h"
#include "arena/tournament/units/unit.h"
#include "arena/tournament/units/worker_trust.h"
#include "arena/tournament/workers/home_referee.h"
#include "arena/tournament/workers/unit_book.h"

namespace tichu::arena {

/// A unit whose boards are stored, as a worker played them.
struct StoredUnit {
  Unit unit;  ///< as it was given out
  std::vector<Job> jobs;
  std::vector<std::vector<BotId>> given_up;  ///< of each job
  std::string worker;
  std::vector<std::string> digests;  ///< `play_digests`
};

/// A digest of the files of a unit's bots.
std::string digest_of_bots(const Unit& unit);

/// A unit that is to be played again.
struct OpenAudit {
  enum class State : std::uint8_t {
    Waiting,  ///< nobody has it
    Away,     ///< a worker
    Home      ///< the leader's own machine
  };
  StoredUnit first;
  State state = State::Waiting;
  int own_answers = 0;  ///< that came from the worker that had played it
  /// Who played it otherwise, and what.
  std::optional<std::pair<std::string, std::vector<std::string>>> other = {};
};

/// Which units are played again, and what follows: WorkerTrust with a memory in the book of units, so that it outlives
/// the leader. One thread.
class Audits {
 public:
  /// Of the jobs of a worker that was found false those that are on their way into the store.
  using OnTheWay = std::function<std::vector<JobNumber>(const std::string& worker)>;

  /// The book must outlive it.
  Audits(UnitBook& book, OnTheWay on_the_way);

  bool is_drained(const std::string& worker) const { return trust_.is_drained(worker); }
  const std::set<std::string>& drained() const { return drained_; }
  /// Units that were stored, but for those of false workers.
  std::uint64_t stored_units() const { return stored_; }

  /// Audits that an earlier run has left open: it asks `make` for each what was stored, which it may not know any more.
  void restore(const std::function<std::optional<StoredUnit>(const BookedUnit& unit)>& make);

  /// All boards of a unit are stored; to be called once a unit. If its bots do not repeat themselves nobody plays it
  /// again.
  void take_stored(StoredUnit unit, bool repeats);
  /// Boards of a unit are stored, but what its result was is not known any more.
  void take_forgotten(UnitNumber unit, const std::string& worker);

  /// Those that are to be played again, by the number of the unit that was stored.
  std::map<UnitNumber, OpenAudit>& open() { return open_; }
  const std::map<UnitNumber, OpenAudit>& open() const { return open_; }
  /// Who has played one of them.
  std::set<std::string> players(UnitNumber unit) const { return trust_.players(unit); }

  /// Another worker's play of an open one. What must be played at home, if the two differ.
  std::optional<HomeQuestion> take_other(UnitNumber unit, const std::string& worker, std::vector<std::string> digests);
  /// The question whether the play of an open one is true.
  HomeQuestion question(const OpenAudit& audit, std::vector<std::size_t> places) const;
  /// What came of an open one at home. Returns the workers that are found false by it.
  std::vector<std::string> take_verdict(const HomeVerdict& verdict);
  /// Nobody can play it again.
  void give_up(UnitNumber unit);

 private:
  /// Tells `trust_` what was said.
  TrustStep apply(const TrustEvent& event);
  /// Writes it too, with all that follows. Returns who was found false.
  std::vector<std::string> conclude(const TrustEvent& event);
  std::vector<FalseWork> false_work(const TrustStep& step) const;

  UnitBook& book_;
  const OnTheWay on_the_way_;
  WorkerTrust trust_;
  std::map<UnitNumber, OpenAudit> open_;
  std::set<std::string> drained_;
  std::uint64_t stored_ = 0;
};

}  // namespace tichu::arena
