#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/ids.h"
#include "arena/text/words.h"
#include "arena/tournament/play/false_work.h"
#include "arena/tournament/units/unit.h"

namespace tichu::arena {

/// A unit as the book has it: which jobs, and with which of their bots given up.
struct BookedUnit {
  UnitId id;
  std::vector<JobNumber> jobs;               ///< by rising number
  std::vector<std::vector<BotId>> given_up;  ///< of each job
};

/// What was said of a unit, in the words of WorkerTrust.
struct TrustEvent {
  enum class Kind : std::uint8_t {
    First,
    Again,
    Home,
    GivenUp,
    Unaudited,
    Doubted,  ///< a first one in which a bot's program ended, or a bot was late
    False,    ///< what the worker said of it is, by the leader's own play
    Machine,  ///< what the worker said of it is a machine's fault, likewise
    Odd,      ///< it differs from the leader's own play, and strangers' bots at each of those boards may be the reason
    Inconstant,  ///< bots did not repeat themselves there
    Late,        ///< in what the worker said of it bots were late, as others did not see
    Undecided    ///< nobody bears out what the worker said of it, nor is it known to be false
  };
  Kind kind = Kind::First;
  UnitNumber unit;
  std::string worker = {};
  /// Of First and Doubted the owners follow, of Machine they are it: a line each, an empty line between sets. Of Odd
  /// and Inconstant each line has a bot's id and its owner, of Late and Undecided an id.
  std::string digest = {};
};

constexpr std::array<std::string_view, 12> words_of(TrustEvent::Kind) {
  return {"first", "again",   "home", "given_up",   "unaudited", "doubted",
          "false", "machine", "odd",  "inconstant", "late",      "undecided"};
}

/// A unit that waits for another worker, as it was played first.
struct BookedAudit {
  UnitNumber unit;
  std::vector<std::string> digests;  ///< `play_digests`
  std::string bots;                  ///< a digest of their files
  std::string other = {};            ///< who played it otherwise; empty: nobody yet
  std::vector<std::string> other_digests = {};
};

/// What is to be booked of a unit as soon as its boards are stored: who played it, and what is compared of it.
struct BookedResult {
  TrustEvent said;  ///< First, Doubted or Unaudited
  BookedAudit audit;
};

/// The file of a tournament's folder in which its units are kept.
inline constexpr const char* UnitBookName = "units.sqlite";

/// The units of a tournament that are given out, in a database beside the tournament's own: a leader that was killed
/// knows them when it is resumed. Losing it loses no result: the units' jobs are then given out once more. One thread
/// at a time. Functions throw std::runtime_error if the disk refuses.
class UnitBook {
 public:
  /// Opens or makes the book in a tournament's folder.
  explicit UnitBook(const std::filesystem::path& folder);
  ~UnitBook();
  UnitBook(const UnitBook&) = delete;
  UnitBook& operator=(const UnitBook&) = delete;

  /// What the tournament is called among workers: drawn at random when the book was made.
  const std::string& tournament() const;
  /// Those that are open, by rising number.
  std::vector<BookedUnit> open_units() const;

  /// Writes a unit before it is given out; returns it with a number of its own.
  BookedUnit add(std::vector<JobNumber> jobs, std::vector<std::vector<BotId>> given_up);
  /// It is given out again.
  void note_attempt(const UnitId& id);
  /// How a unit ended.
  enum class End : std::uint8_t {
    Stored,   ///< all its results are
    Dropped,  ///< its jobs are in other units
    Aside,    ///< nobody could play it
  };
  void close(UnitNumber unit, End end, std::string_view worker);
  /// The boards of a unit that is still open are about to be stored.
  void note(const BookedResult& result);
  /// What was noted so of a unit that is still open; nullopt if nothing was.
  std::optional<BookedResult> result(UnitNumber unit) const;
  /// A unit that was added, whether it is open or not.
  BookedUnit unit(UnitNumber number) const;
  /// Who has played it; empty if nobody has yet.
  std::string player_of(UnitNumber unit) const;

  /// Who has played each job of the units that are stored.
  std::map<JobNumber, std::string> players() const;

  /// Writes all that `work` writes, or nothing if it throws.
  void together(const std::function<void()>& work);

  /// What decides which units are played again; drawn at random when the book was made.
  const std::string& secret() const;
  /// Whom to believe follows from these, in their order.
  std::vector<TrustEvent> trust_events() const;
  void add(const TrustEvent& event);
  std::vector<BookedAudit> audits() const;
  /// In place of what was there of the unit.
  void add(const BookedAudit& audit);
  void remove_audit(UnitNumber unit);
  /// Work that is to be struck, and is not known to be.
  std::vector<FalseWork> false_work() const;
  void add(const FalseWork& work);
  /// All of it is struck.
  void forget_false_work();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tichu::arena
