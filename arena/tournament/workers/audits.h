#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/ids.h"
#include "arena/tournament/config/tournament_config.h"
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
    Waiting,    ///< nobody has it
    Away,       ///< a worker
    WantsHome,  ///< nobody has it, and only the leader's own machine may
    Home        ///< the leader's own machine
  };
  StoredUnit first;
  State state = State::Waiting;
  /// It has all boards of its unit. Those that were struck meanwhile are nobody's word any more.
  bool is_whole = true;
  int own_answers = 0;  ///< that came from the worker that had played it
  int failures = 0;     ///< of workers that should have played it
  /// The leader's own machine has played it and could not tell: bots were late there, or ended, or did not start.
  bool is_open_at_home = false;
  /// Who played it otherwise, and what.
  std::optional<std::pair<std::string, std::vector<std::string>>> other = {};
};

/// The owner of a bot who is not the tournament's own; empty: it has none.
using OwnerOf = std::function<std::string(BotId bot)>;

/// Which units are played again, and what follows: WorkerTrust with a memory in the book of units, so that it outlives
/// the leader. One thread.
class Audits {
 public:
  /// The book must outlive it.
  explicit Audits(UnitBook& book);

  bool is_drained(const std::string& worker) const { return trust_.is_drained(worker); }
  /// Workers that take part no more, and why.
  const std::map<std::string, StrikeReason>& drained() const { return drained_; }
  /// How many stored units wait to be played again, by the book.
  std::size_t unanswered() const { return trust_.open_audits().size(); }
  /// Units that were stored, but for those of false workers.
  std::uint64_t stored_units() const { return stored_; }

  /// Audits that an earlier run has left open: it asks `make` for each what was stored, which it may not know any more,
  /// or not of all boards: those that are still stored are compared.
  void restore(const std::function<std::optional<StoredUnit>(const BookedUnit& unit)>& make);

  /// All boards of a unit are stored; to be called once a unit. If its bots do not repeat themselves nobody plays it
  /// again. Without `owner_of` all bots are the tournament's own.
  void take_stored(StoredUnit unit, bool repeats, const OwnerOf& owner_of = {});
  /// What the book is to know of such a unit before its boards are stored.
  static BookedResult result_of(const StoredUnit& unit, bool repeats, const OwnerOf& owner_of = {});
  /// Boards of a unit of an earlier run are stored: what the book knows of its result follows, and `restore` compares
  /// them.
  void take_forgotten(UnitNumber unit, const std::string& worker);

  /// Those that are to be played again, by the number of the unit that was stored.
  std::map<UnitNumber, OpenAudit>& open() { return open_; }
  const std::map<UnitNumber, OpenAudit>& open() const { return open_; }
  /// Who has played one of them.
  std::set<std::string> players(UnitNumber unit) const { return trust_.players(unit); }

  /// Another worker's play of an open one. How many boards differ so that they must be played at home. Where bots were
  /// late in the first play, and not in this one, there is nothing to decide: the unit is struck. If two have played it
  /// already, and home could not tell, this is the third, and what two of them say is believed: then 0.
  std::size_t take_other(UnitNumber unit, const std::string& worker, std::vector<std::string> digests,
                         const OwnerOf& owner_of = {});
  /// What must be played at home to know whether the play of an open one is true: the boards that differ, those at
  /// which a program ended or bots were late if the unit is open for that alone, or else all.
  HomeQuestion question(const OpenAudit& audit) const;
  /// Which of these open ones are to be given up so that no more than `most` remain: nobody can foresee which.
  std::vector<UnitNumber> beyond(std::size_t most, std::vector<UnitNumber> units) const;
  /// What came of an open one at home, which confirms it only if all its boards were played there. Returns what has to
  /// be struck. Who played otherwise only boards of strangers' bots is not drained for it, but his unit is struck.
  /// `is_alone`: whether nobody but this worker is there whose word could explain what it plays; then its own does,
  /// from the third such unit with an owner's bots on. Beside others one worker's word never does. If bots did not
  /// repeat themselves nothing follows but that the bot is known, and nobody plays the unit again. If home could not
  /// tell, the unit stays open for another worker (`is_open_at_home`).
  std::vector<TrustStrike> take_verdict(const HomeVerdict& verdict, const OwnerOf& owner_of,
                                        const std::function<bool(const std::string& worker)>& is_alone = {});
  /// Home could not tell whether the play of an open one is true, and no other worker is there: it is struck if two
  /// differ about it, else believed.
  void leave_open(UnitNumber unit);
  /// Too many are open to wait for home. If a bot was late in this one it is struck, else believed.
  void leave_unanswered(UnitNumber unit);
  /// What has to be struck since the last call because of what workers said.
  std::vector<TrustStrike> take_strikes() { return std::exchange(strikes_, {}); }
  /// Whether there is any of that.
  bool has_strikes() const { return !strikes_.empty(); }
  /// Whether boards of a bot tell nothing of workers, for it has turned out not to repeat itself.
  bool is_inconstant(BotId bot) const { return trust_.is_inconstant(bot); }
  /// Whether a bot looks at the clock, or may, as it does not repeat itself.
  bool is_timed(BotId bot, const TournamentConfig& config) const {
    return config.bots.at(static_cast<std::size_t>(bot)).timed || is_inconstant(bot);
  }
  /// Whether a worker's word on a board of these bots is not taken (`WorkerTrust::is_barred`).
  bool is_barred(const std::string& worker, const std::vector<BotId>& bots, const OwnerOf& owner_of) const;
  /// Nobody can play it again.
  void give_up(UnitNumber unit);

 private:
  /// Tells `trust_` what was said.
  TrustStep apply(const TrustEvent& event);
  /// Writes it too, with all that follows. Returns what has to be struck.
  std::vector<TrustStrike> conclude(const TrustEvent& event);
  FalseWork false_work(const TrustStrike& strike) const;
  /// The digests without those of boards of inconstant bots.
  std::vector<std::string> comparable(const Unit& unit, std::vector<std::string> digests) const;
  /// What a third worker said of a unit about which two differ, and of which home could not tell.
  void take_third(UnitNumber unit, const std::string& worker, const std::vector<std::string>& digests,
                  const OwnerOf& owner_of);
  /// Concludes, and keeps what has to be struck for whoever asks.
  void conclude_later(const TrustEvent& event);
  /// These bots, each of them, do not repeat themselves.
  void take_inconstant(UnitNumber unit, const OddBoard& bots);
  /// The strangers' bots at these boards that are likely to be why a worker played otherwise.
  OddBoard likely_at(const std::set<OddBoard>& boards, const std::string& worker) const;
  /// Home could not tell: another worker is waited for. `is_other_settled`: the word of who was second is forgotten.
  void leave_to_others(OpenAudit& audit, bool is_other_settled);

  UnitBook& book_;
  WorkerTrust trust_;
  std::map<UnitNumber, OpenAudit> open_;
  std::map<std::string, StrikeReason> drained_;
  std::vector<TrustStrike> strikes_;  ///< that nobody was told of
  std::uint64_t stored_ = 0;
};

}  // namespace tichu::arena
