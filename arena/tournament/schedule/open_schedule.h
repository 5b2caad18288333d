#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/ids.h"
#include "arena/text/words.h"
#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// What may become of a ladder's field while it is played.
enum class ChangeKind : std::uint8_t {
  Enter,   ///< an entrant joins, with the next free number
  Retire,  ///< it gets no more meetings, for good
  Pause,   ///< it gets none until it returns
  Return,  ///< it is back from its pause
  Cost,    ///< what a board of it takes is known better
};

constexpr std::array<std::string_view, 5> words_of(ChangeKind) {
  return {"enter", "retire", "pause", "return", "cost"};
}

/// A change of the field, as it was asked for.
struct FieldChange {
  ChangeKind kind = ChangeKind::Enter;
  EntrantId entrant{};
  /// Of Enter: a former version, near whose strength it begins in the eyes of the matchmaker, and nowhere else.
  std::optional<EntrantId> other = std::nullopt;
  std::string owner = {};  ///< of Enter: two entrants of one owner never meet; empty: nobody's, and meets everybody
  double seconds = 0;      ///< of Enter and Cost: what its side of a board takes; 0: not known, taken as quick
  friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

/// A change that has taken effect.
struct TakenChange {
  FieldChange change;
  JobNumber job;  ///< the first that was planned with it
  friend bool operator==(const TakenChange&, const TakenChange&) = default;
};

/// Why two entrants met.
enum class MeetingReason : std::uint8_t {
  Spread,    ///< the one of which least is known, against anybody
  Risk,      ///< the meeting that makes the order most certain, for what it costs
  Newcomer,  ///< newcomers had less than their share
  Floor,     ///< it had waited for too long
};

constexpr std::array<std::string_view, 4> words_of(MeetingReason) { return {"spread", "risk", "newcomer", "floor"}; }

/// Some boards of two entrants, one after another, as they were decided.
struct LadderMeeting {
  std::uint64_t number = 0;  ///< from 0
  JobNumber first_job;       ///< and the number of its first board: no two meetings share one
  std::uint64_t boards = 0;  ///< at least 1; if a limit ends the ladder within the meeting not all have been played
  Pairing entrants{};        ///< the lower number first
  MeetingReason reason = MeetingReason::Spread;
  std::uint64_t results = 0;  ///< of how many boards the decision was drawn
  friend bool operator==(const LadderMeeting&, const LadderMeeting&) = default;
};

/// A schedule whose entrants come and go while it is played. It is a pure function of what it was made from, of the
/// changes and the jobs before which each took effect, and of the results of its jobs. One thread at a time.
class OpenSchedule : public Schedule {
 public:
  OpenSchedule* open() override { return this; }
  /// Takes a change, which has effect on every meeting that is decided from now on. Returns the number of the first job
  /// that has. What is decided already is played. Numbers of entrants that enter must be dense. A change that makes no
  /// sense (who retired returns, who never entered pauses) has no effect.
  virtual JobNumber change(const FieldChange& change) = 0;
  /// The first job that belongs to no meeting which is decided yet.
  virtual JobNumber first_undecided() const = 0;
  /// Before all else, of a stored ladder: its meetings in their order, from the first on without a gap, and its changes
  /// in the order in which they were taken. `next` gives out the jobs of these meetings as they are, without deciding
  /// them once more; changes after the last meeting have effect at their own jobs.
  virtual void recall(std::vector<LadderMeeting> meetings, std::vector<TakenChange> changes) = 0;
  /// The meetings that were decided since the last call, in their order; those that were recalled are none.
  virtual std::vector<LadderMeeting> take_decided() = 0;
};

}  // namespace tichu::arena
