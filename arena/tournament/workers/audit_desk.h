#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "arena/tournament/play/observer.h"
#include "arena/tournament/play/roster.h"
#include "arena/tournament/play/seen_workers.h"
#include "arena/tournament/workers/audits.h"
#include "arena/tournament/workers/home_referee.h"
#include "arena/tournament/workers/open_units.h"
#include "arena/tournament/workers/roll_call.h"

namespace tichu::arena {

/// Has units played again by other workers, or by the leader's own machine, and drains workers that are found false.
/// One thread.
class AuditDesk {
 public:
  /// What it asks of the place where it stands.
  struct Place {
    std::function<std::shared_ptr<const Roster>()> roster;
    std::function<void(std::string text, RunNote::Level level)> note;
  };

  /// All must outlive it.
  AuditDesk(UnitBook& book, OpenUnits& units, RollCall& roll, Place place);

  /// Workers that an earlier run has found false take part no more, and what it has left open goes on: it asks `make`
  /// what was stored of a unit, which may not be known any more.
  void restore(const std::function<std::optional<StoredUnit>(const BookedUnit& unit)>& make);

  /// All boards of a unit are stored; to be called once a unit.
  void take_stored(StoredUnit unit);
  /// What the book is to know of such a unit before its boards are stored.
  BookedResult result_of(const StoredUnit& unit) const;
  /// Boards of a unit are stored, but what its result was is not known any more.
  void take_forgotten(UnitNumber unit, const std::string& worker) { audits_.take_forgotten(unit, worker); }
  /// Another worker's play of a unit that is stored; `open` is that which was given out for it.
  void take_answer(OpenUnit& open, const std::string& worker, std::vector<std::string> digests);
  /// A worker could not play a unit that was given out to be played again.
  void take_failure(const OpenUnit& open);

  /// What is to be done besides taking answers.
  enum class Work : std::uint8_t {
    Nothing,  ///< the run ends
    Little,   ///< as much as leaves time for boards that are still to be played
    All       ///< no others are
  };
  /// What has turned out to be false of what is stored. It stands in the book, and is struck before the run goes on.
  enum class Falsehood : std::uint8_t {
    None,
    Boards,  ///< of a worker that goes on
    Worker   ///< one is drained
  };
  /// Takes the answers from home, and gives out units that are to be played again. Returns what was found false by it.
  Falsehood go_on(Work work);

  /// Whether a bot looks at the clock, or may.
  bool is_timed(BotId bot, const TournamentConfig& config) const { return audits_.is_timed(bot, config); }
  /// Whether a worker's word on a board of these bots is not taken, and others are there whose word is.
  bool is_barred(const std::string& worker, const std::vector<BotId>& bots) const;
  bool has_open() const { return !audits_.open().empty() || audits_.has_strikes(); }
  const std::map<std::string, StrikeReason>& drained() const { return audits_.drained(); }
  std::uint64_t stored_units() const { return audits_.stored_units(); }
  /// What came of units that were played again.
  const Rechecks& rechecks() const { return rechecks_; }

 private:
  /// Whether somebody else is there whose word on a board of these bots is taken.
  bool has_others(const std::string& worker, const std::vector<BotId>& bots, const OwnerOf& owner_of) const;
  /// Whether its bots repeat themselves, as far as is known.
  bool repeats(const Unit& unit) const;
  /// Whose the bots are that the roster has now.
  OwnerOf owners() const;
  void ask_home(OpenAudit& audit);
  /// No worker could play it: it is for home, unless that could not tell.
  void give_home(UnitNumber number, OpenAudit& audit);
  void give_out(Work work);
  void give_out(UnitNumber number, OpenAudit& audit);
  /// If workers have it: they have all gone.
  void take_back(UnitNumber number);
  Falsehood take_verdict(const HomeVerdict& verdict);
  /// A sentence on each bot of the unit that was `constant` until now.
  void tell_of_inconstant(const Unit& unit, const std::vector<BotId>& constant);
  Falsehood tell_of(const std::vector<TrustStrike>& strikes);

  UnitBook& book_;
  OpenUnits& units_;
  RollCall& roll_;
  const Place place_;
  Audits audits_;
  HomeReferee referee_;
  Rechecks rechecks_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace tichu::arena
