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

#include "arena/tournament/units/odd_words.h"
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
/// in it. Of a board at which a machine may be to blame it is longer: it has which bots were late or used too much, or
/// whose programs ended, and of each table the rounds before that; if nobody was late the whole, too. `unit_jobs`: who
/// sat there.
std::vector<std::string> play_digests(const std::vector<UnitJob>& unit_jobs, const std::vector<PlayedJob>& jobs);

/// Whether a bot was late or used too much at a board, by its digest, and who.
bool is_late(const std::string& digest);
std::set<BotId> late_bots(const std::string& digest);

/// Whether another play of a board bears out what was said of it: the same was played; or each bot that was late there
/// was in both plays, and before that the same was played. An empty digest is of a board that is not compared.
bool bears_out(const std::string& other, const std::string& said);
/// The places of the boards at which another play of a unit does not bear out what was said.
std::vector<std::size_t> differences(const std::vector<std::string>& said, const std::vector<std::string>& other);

/// Whether in another play programs of the same bots ended, too, wherever in the board, and the same was played before.
bool bears_out_ends(const std::string& other, const std::string& said);

/// The digests of a unit's boards as one, 16 bytes.
std::string play_digest(const std::vector<std::string>& digests);

/// Whether a bot's program ended or did not start at a board, and nobody was late, by the board's digest. A machine may
/// be to blame for it: it was out of memory, or somebody killed the program.
bool has_ended_program(const std::string& digest);

/// Why boards of a worker are struck.
enum class StrikeReason : std::uint8_t {
  False,          ///< what it played differs from what its bots play
  MachineFault,   ///< a bot's program ended there, and not at home: its machine's fault, which is not scored
  MachineFaults,  ///< that happened MostMachineFaults times
  Odd,            ///< as False, but some stranger's bots may be the reason; only the unit in question
  Late,           ///< bots were late there, and not elsewhere, which is not scored
  Undecided,      ///< others saw otherwise, and nobody could tell who is right; only the unit in question
};

/// So often a bot's program may end on a worker, and not at home, before the worker takes part no more. Once is what
/// happens to machines; a worker that claims it to be rid of boards is soon found out, since these are looked at.
inline constexpr int MostMachineFaults = 3;
/// After so many units that were confirmed without another such fault one is forgotten: a machine may have one in a
/// while.
inline constexpr std::uint64_t UnitsOfForgiveness = 50;
/// So often may a bot be late on one worker alone, or not be late there alone, before others play its boards.
inline constexpr int MostLate = 3;
/// After so many units, whoever played them, one such time is forgotten: nobody plays a bot of which his word is not
/// taken, so that his own units could not tell that his machine is quick again. Ten bots that are late on a machine
/// each time have a twentieth of the units struck then; bots that are late in three of a hundred are not kept from it.
inline constexpr std::uint64_t UnitsUntilForgotten = 200;

/// So many units with an owner's bots must others have played truly, since a worker played otherwise with them, before
/// that counts against the worker; until then all units with these bots are played again.
inline constexpr std::uint64_t UnitsOfProof = 60;
/// The share of its later units that is played again at least, as long as a worker has a word against it.
inline constexpr double ShareOfOdd = 0.1;

/// The reason as a clause, such as "it plays otherwise than others on the same boards".
std::string text_of(StrikeReason reason);

/// What is to be struck and played again, and because of whom.
struct TrustStrike {
  std::string worker;
  StrikeReason reason = StrikeReason::False;
  std::vector<UnitNumber> units = {};  ///< those that it played, and those that it alone confirmed; by number

  /// Whether the worker takes part no more.
  bool drains() const { return reason == StrikeReason::False || reason == StrikeReason::MachineFaults; }
  /// Whether nothing follows but that people are to hear of the worker: no board of its is stored.
  bool is_word_alone() const { return units.empty() && !drains(); }
};

/// What to do next about a unit.
struct TrustStep {
  enum class Kind : std::uint8_t {
    Believe,  ///< store it; nobody plays it again
    Audit,    ///< store it, and give the same boards to another worker than those in `players`
    Home,     ///< the leader's own machine shall play it
    Keep,     ///< it was confirmed
    Strike,   ///< something is held against workers: see `strikes`
  };
  Kind kind = Kind::Believe;
  std::set<std::string> players = {};     ///< of this unit so far
  std::vector<TrustStrike> strikes = {};  ///< Strike: one a worker
};

/// Whom a leader believes: pure bookkeeping over units of bots that repeat themselves (same seed, same answers). It
/// knows neither a network nor a clock; chance is given to it.
///
/// A unit is played by one worker, and some by a second; a worker's very first one by the leader's own machine. If two
/// differ, that machine decides. What a worker played and nobody confirmed is struck if it turns out to be false, and
/// so is what it alone has confirmed.
///
/// Nobody is drained for what strangers' bots may have done: those of owners who submit them, which may play otherwise
/// by chance, or on some machines. If a stranger's bot sat at each board that a worker played otherwise, the unit is
/// struck, and the worker's word on the bots that are likely to be why is not taken any more (`is_barred`) unless
/// another worker, or the leader's own machine, plays them otherwise as well, which explains it. What stays unexplained
/// while others play these bots truly counts against the worker, if no MostExcused owners could be why. All of it is
/// remembered for good.
///
/// Nor is anybody drained for bots that were late, for a machine may be busy: a unit in which somebody was, and whom no
/// other player of it saw late, is struck, and from the MostLate-th on others play this bot's boards, until one of
/// these times is forgotten (UnitsUntilForgotten).
///
/// What it does not tell: that workers who conspire are found. If one plays what the other has played, nobody asks the
/// leader's machine.
class WorkerTrust {
 public:
  WorkerTrust(AuditPolicy policy, std::string secret) : policy_(policy), secret_(std::move(secret)) {}

  /// The first result of a unit has come, from this worker. The digest is `play_digest` of it, or any other word for
  /// the same. `is_in_doubt`: a bot's program ended in it, or a bot was late, so that somebody plays it again.
  /// `owners`: those who have a bot in it.
  TrustStep take_first(UnitNumber unit, const std::string& worker, const std::string& digest, bool is_in_doubt = false,
                       const std::set<std::string>& owners = {});
  /// The same boards from another worker, in answer to an audit of `unit`. Not of a unit that is settled.
  TrustStep take_again(UnitNumber unit, const std::string& worker, const std::string& digest);
  /// The same boards from the leader's own machine, whose word counts: whoever said otherwise is false.
  TrustStep take_home(UnitNumber unit, const std::string& digest);
  /// What this worker said of an open unit differs from the leader's own play. If the unit is its own it is settled,
  /// and struck with the worker's others; else the worker's word on it is forgotten.
  TrustStep take_false(UnitNumber unit, const std::string& worker);
  /// The same, but at each of the boards that differ sat bots of strangers, which may play otherwise on other machines
  /// or by chance: the unit is struck if it is the worker's own, and the worker's next units are all looked at. If it
  /// is another's, and no strike has named the worker so, there is one without units as soon as something is
  /// unexplained.
  TrustStep take_odd(UnitNumber unit, const std::string& worker, const std::set<OddBoard>& boards);
  /// The leader's own machine has seen that these bots do not repeat themselves, each of them.
  void take_odd_at_home(const OddBoard& bots) { words_.add_of_home(bots); }
  /// The same as `take_false`, but it differs by nothing but programs that ended: the worker's other units stand,
  /// unless it is the last time. `ends`: whose bots sat at all of these boards, or if nobody's did at each; none: the
  /// tournament's own alone. As bots may end by chance, what a few owners could explain (MostExcused) does not count
  /// against the worker; nor does it if one's programs ended so on two others, too. The unit is struck all the same:
  /// who claims that a program ended is believed by whoever sees it end there as well, and by nobody else.
  TrustStep take_machine_fault(UnitNumber unit, const std::string& worker,
                               const std::set<std::set<std::string>>& ends = {{}});
  /// What this worker said of an open unit nobody bears out, but it is not known to be false (`reason`: Late or
  /// Undecided). If the unit is its own it is struck, else the worker's word on it is forgotten. `bots`: who was late,
  /// or was not, on this worker alone. After what is undecided the worker's next units are all looked at.
  TrustStep take_unconfirmed(UnitNumber unit, const std::string& worker, StrikeReason reason,
                             const std::set<BotId>& bots = {});
  /// Nobody is there who could play the unit again: it is believed as it is.
  void give_up_audit(UnitNumber unit);
  /// A unit of this worker is stored that nobody will play again. It is struck if the worker is found false.
  void take_unaudited(UnitNumber unit, const std::string& worker) { workers_[worker].unconfirmed.insert(unit); }

  bool is_drained(const std::string& worker) const;
  /// Whether a worker's word on this owner's bots is not taken: they are likely to be why it played otherwise
  /// (`OddWords::is_likely`), or their programs ended on it at least MostMachineFaults times.
  bool is_barred(const std::string& worker, const std::string& owner) const;
  /// Whether it is not taken on this bot, for it was late there alone, or there alone was not, MostLate times.
  bool is_barred(const std::string& worker, BotId bot) const;
  /// Whether it is known that a bot does not repeat itself, or not on all machines (`OddWords::is_inconstant`).
  bool is_inconstant(BotId bot) const { return words_.is_inconstant(bot); }
  /// In how many units a worker has played boards of this owner's bots otherwise.
  std::uint64_t odd_units(const std::string& worker, const std::string& owner) const;
  bool is_open(UnitNumber unit) const { return open_.contains(unit); }
  /// Whether an open unit is for the leader's own machine.
  bool is_for_home(UnitNumber unit) const;
  /// Whether it is open for nothing but the boards at which programs ended or bots were late.
  bool is_for_doubts(UnitNumber unit) const;
  /// Those that wait for another player, by number, and who has played them.
  std::map<UnitNumber, std::set<std::string>> open_audits() const;
  /// Who has played one of them; nobody if it does not wait.
  std::set<std::string> players(UnitNumber unit) const;
  /// Of a worker: how many units were taken from it, and how many of them others confirmed in a row.
  std::uint64_t units(const std::string& worker) const;
  std::uint64_t confirmed_in_a_row(const std::string& worker) const;

 private:
  /// How often a bot was late on a worker alone, as far as it was not forgotten, and after how many units of all
  /// workers for the last time.
  struct Late {
    int times = 0;  ///< at most MostLate
    std::uint64_t latest = 0;
  };
  struct Worker {
    std::uint64_t units = 0;
    bool has_own_unit = false;  ///< it has played one that nobody had played before
    std::uint64_t confirmed_in_a_row = 0;
    /// Of each end of programs that is not forgotten: whose bots sat at all of its boards. No more than
    /// MostMachineFaults are alike.
    std::vector<std::set<std::string>> machine_faults;
    std::uint64_t confirmed_since_fault = 0;
    std::map<BotId, Late> late;  ///< when a bot was late on it alone, or there alone was not
    std::uint64_t units_before_odd = 0;
    bool is_named_odd = false;  ///< a strike has said that it plays strangers' bots otherwise
    bool drained = false;
    std::set<UnitNumber> unconfirmed;  ///< stored, and nobody else has played them
  };
  /// Of whom there are bots.
  struct Owner {
    /// What a worker has played otherwise with bots of this owner.
    struct Odd {
      std::uint64_t units = 0;
      std::uint64_t confirmed_before = 0;  ///< units that others had played truly before the first of these
    };
    std::map<std::string, Odd> odd_on;                    ///< by worker
    std::uint64_t confirmed = 0;                          ///< units with these bots
    std::map<std::string, std::uint64_t> confirmed_with;  ///< of these, those that a worker has played
    std::set<std::string> ended_on;                       ///< workers on which programs ended, and nowhere else
  };
  /// What was said of a unit, in the order of coming.
  struct Said {
    std::string worker;
    std::string digest;
  };
  struct Open {
    std::vector<Said> said;
    bool for_home = false;
    bool for_doubts = false;  ///< it is open for the boards alone at which programs ended or bots were late
    std::set<std::string> owners = {};
  };

  /// Notes where the programs of an owner ended, and whether they did so on two other workers, too.
  bool has_ended_on_others(const std::set<std::set<std::string>>& ends, const std::string& worker);
  const Owner* find_owner(const std::string& owner) const;
  /// How many units with an owner's bots were confirmed without this worker.
  static std::uint64_t confirmed_without(const Owner& owner, const std::string& worker);
  /// Whether others have played an owner's bots truly often enough since this worker played otherwise with them.
  static bool is_proven(const Owner& owner, const std::string& worker);
  /// Whether it is still to be seen if others play otherwise with an owner's bots.
  bool is_suspect(const std::string& owner) const;
  double share_of(const Worker& player, const std::string& worker, const std::set<std::string>& owners) const;
  /// Strikes a worker if too much counts against it.
  std::optional<TrustStrike> weigh(const std::string& worker);
  /// A unit with bots of these owners was confirmed, as these workers played it. Adds to the strikes what follows.
  void note_confirmed_of(const std::set<std::string>& owners, const std::set<std::string>& workers, TrustStep& step);
  /// What is not forgotten by now.
  int times_of(const Late& late) const;
  /// Forgets what the worker said of an open unit. Whether the unit is its own, which ends the audit.
  bool forget(UnitNumber unit, const std::string& worker);
  /// A unit of it was confirmed.
  static void note_confirmed(Worker& worker);
  TrustStep settle(UnitNumber unit, const std::string& true_digest);
  /// Drains it. What it leaves to be struck; nullopt if that was done before.
  std::optional<TrustStrike> strike(const std::string& loser, StrikeReason reason);

  AuditPolicy policy_;
  std::string secret_;
  std::map<std::string, Worker> workers_;
  std::uint64_t units_ = 0;  ///< that were played first, by all workers
  std::map<std::string, Owner> owners_;
  OddWords words_;  ///< of those who are not drained
  std::map<UnitNumber, Open> open_;
  /// Units that nobody but another worker has confirmed: who played them, and who did so again.
  std::map<UnitNumber, std::pair<std::string, std::string>> confirmed_;
};

}  // namespace tichu::arena
