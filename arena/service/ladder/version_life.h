#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/version.h"

namespace tichu::arena {

/// Which threads do a step.
enum class StepQueue : std::uint8_t {
  Quick,  ///< a moment each, never behind a build
  Slow,   ///< builds and play
};

/// A step of a version's life: what must be passed before, what is reached by it.
struct StepRule {
  StepKind kind = StepKind::Unpacked;
  VersionState from = VersionState::Received;
  VersionState to = VersionState::Unpacked;
  StepQueue queue = StepQueue::Quick;
  std::string_view slot;  ///< what a version waits for before it
};

/// All steps after the first, which is receiving, in their order. What fails because of the machine or takes longer
/// than `limit_of`, is done once more; if that fails too, the version's state is InternalError.
inline constexpr std::array<StepRule, 5> StepTable{{
    {StepKind::Unpacked, VersionState::Received, VersionState::Unpacked, StepQueue::Quick, "unpacking slot"},
    {StepKind::Screened, VersionState::Unpacked, VersionState::Screened, StepQueue::Quick, "unpacking slot"},
    {StepKind::Built, VersionState::Screened, VersionState::Built, StepQueue::Slow, "build slot"},
    {StepKind::Checked, VersionState::Built, VersionState::Checked, StepQueue::Slow, "build slot"},
    {StepKind::Validated, VersionState::Checked, VersionState::Validated, StepQueue::Slow, "build slot"},
}};

/// How often a step is begun whose attempts failed by the machine or took too long.
inline constexpr int MostAttempts = 2;
/// An attempt after the first has so many times the limit: the machine may have been busy.
inline constexpr int MoreTimeForAnother = 4;

/// Some of the states.
class VersionStates {
 public:
  constexpr VersionStates(std::initializer_list<VersionState> states) {
    for (const VersionState state : states) bits_ |= 1U << static_cast<unsigned>(state);
  }
  constexpr VersionStates operator|(VersionStates other) const {
    other.bits_ |= bits_;
    return other;
  }
  constexpr bool contains(VersionState state) const { return (bits_ >> static_cast<unsigned>(state) & 1U) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

/// Those before which a step is done.
inline constexpr VersionStates SteppingStates{VersionState::Received, VersionState::Unpacked, VersionState::Screened,
                                              VersionState::Built, VersionState::Checked};
/// Those that play.
inline constexpr VersionStates PlayingStates{VersionState::Provisional, VersionState::Rated};
/// Those that may still come to play, or play.
inline constexpr VersionStates LivingStates =
    SteppingStates | PlayingStates |
    VersionStates{VersionState::Validated, VersionState::Paused, VersionState::Quarantined};

/// Who or what changes a version's state.
enum class StateCause : std::uint8_t {
  Arrival,    ///< it has been received; or, of a reference bot, the ladder was made
  Step,       ///< one of StepTable
  Entry,      ///< the tournament has taken it in, or a newer version of its bot
  Rating,     ///< the rules of ratings and of quarantine
  Author,     ///< or an admin in the author's place
  Moderator,  ///< also one who bans its author
};

constexpr std::array<std::string_view, 6> words_of(StateCause) {
  return {"arrival", "step", "entry", "rating", "author", "moderator"};
}

/// What a cause may make of versions in some states.
struct StateChange {
  StateCause cause = StateCause::Step;
  VersionStates from;
  VersionStates to;
};

/// Every change of a version's state but the steps that are passed, which StepTable has. What is not here is not done.
inline constexpr std::array<StateChange, 13> StateChanges{{
    {StateCause::Arrival, {VersionState::Received}, {VersionState::Received, VersionState::Rated}},
    // Refused, or failed by the machine MostAttempts times.
    {StateCause::Step, SteppingStates, {VersionState::Refused, VersionState::InternalError}},
    {StateCause::Entry,
     {VersionState::Validated},
     {VersionState::Provisional, VersionState::Unranked, VersionState::InternalError}},
    // A newer version has taken its place ("replaced").
    {StateCause::Entry, PlayingStates | VersionStates{VersionState::Paused}, {VersionState::Retired}},
    {StateCause::Rating, {VersionState::Provisional}, {VersionState::Rated}},
    // Too many faults.
    {StateCause::Rating, PlayingStates, {VersionState::Quarantined}},
    {StateCause::Author, PlayingStates, {VersionState::Paused}},
    // Resumed: it is what it was before.
    {StateCause::Author, {VersionState::Paused}, PlayingStates},
    {StateCause::Author, LivingStates, {VersionState::Retired}},
    {StateCause::Author,
     LivingStates | VersionStates{VersionState::Unranked, VersionState::Retired, VersionState::Refused,
                                  VersionState::InternalError},
     {VersionState::Withdrawn}},
    {StateCause::Moderator, PlayingStates | VersionStates{VersionState::Paused}, {VersionState::Quarantined}},
    // Released.
    {StateCause::Moderator, {VersionState::Quarantined}, {VersionState::Provisional}},
    // Its author is banned.
    {StateCause::Moderator, LivingStates, {VersionState::Retired}},
}};

/// Whether StateChanges or StepTable have this change.
bool may_change(StateCause cause, VersionState from, VersionState to);

/// What an author can do with a version.
enum class AuthorAct : std::uint8_t { Pause, Resume, Retire, Withdraw };

constexpr std::array<std::string_view, 4> words_of(AuthorAct) { return {"pause", "resume", "retire", "withdraw"}; }

/// What StateChanges let its author do with a version in a state, in the order of AuthorAct.
std::vector<AuthorAct> author_acts(VersionState state);

/// The step that follows a state; nullptr if none does.
const StepRule* step_after(VersionState state);
std::chrono::seconds limit_of(StepKind kind, const LadderSettings& settings);

}  // namespace tichu::arena
