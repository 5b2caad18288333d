#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/bot_usage.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/ids.h"
#include "arena/text/words.h"
#include "arena/tournament/config/tournament_config.h"
#include "engine/deal.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace tichu::arena {

/// A unit's number: in its tournament no two units share one, not even the same boards played again.
using UnitNumber = NumberOf<struct UnitTag>;

/// Which unit of which tournament (TournamentKeyDigits hexadecimal digits that tell nothing of it).
struct UnitId {
  std::string tournament;
  UnitNumber number;
  friend bool operator==(const UnitId&, const UnitId&) = default;
};

inline constexpr std::size_t TournamentKeyDigits = 32;

/// An argument of a bot's program.
struct UnitArgument {
  std::string text;
  bool in_artifact = false;  ///< it names a file of the artifact, by its path in there
  friend bool operator==(const UnitArgument&, const UnitArgument&) = default;
};

/// A bot as a worker gets it: by the hash of what holds its files, never by a path of the leader's.
struct UnitBot {
  BotId id{};        ///< in the tournament
  std::string name;  ///< in the tournament
  BotKind kind = BotKind::Plugin;
  std::string artifact;         ///< SHA-256 in 64 hexadecimal digits
  std::filesystem::path entry;  ///< in the artifact: relative, without ".."
  std::vector<UnitArgument> arguments;
  std::vector<std::pair<std::string, std::string>> options;
  bool trusted = false;  ///< the leader's word; whether it counts is the worker's decision
  BotNeeds needs;        ///< BotSpec::needs
  friend bool operator==(const UnitBot&, const UnitBot&) = default;
};

/// How the boards of a unit are played.
struct UnitSetup {
  BoardFormat format = BoardFormat::Deals;
  int tables = 2;  ///< 1, 2 or 4
  Rules rules;
  FaultPolicy faults = FaultPolicy::Forfeit;
  bool remarks = true;
  int give_up_after = 64;
  TimeLimits limits;
  SandboxConfig sandbox;
  bool allow_unsandboxed = false;
  bool pin = true;
  friend bool operator==(const UnitSetup&, const UnitSetup&) = default;
};

/// What decides the cards and the bots' random numbers of a board, without the seed that they come from.
struct UnitBoard {
  BoardNumber number;
  /// Of its rounds in their order: one, or as many as a game may need.
  std::vector<Deal> deals;
  std::vector<PerSeat<std::uint64_t>> bot_seeds;  ///< by table
  friend bool operator==(const UnitBoard&, const UnitBoard&) = default;
};

/// A job of a unit.
struct UnitJob {
  JobNumber number;
  std::size_t board = 0;  ///< index into Unit::boards
  std::array<Partnership, 2> teams{};
  std::vector<BotId> given_up;  ///< bots of its teams that are not started
  friend bool operator==(const UnitJob&, const UnitJob&) = default;
};

/// What a worker gets at a time. It has no reference to anything on the leader's machine, and tells nothing of boards
/// that are not in it.
struct Unit {
  UnitId id;
  UnitSetup setup;
  std::vector<UnitBot> bots;  ///< those that the jobs name, by rising id
  std::vector<UnitBoard> boards;
  std::vector<UnitJob> jobs;  ///< by rising number
  /// Rounds a second of the reference benchmark that a machine must play, because some bot looks at the clock; 0: any
  /// machine may play it.
  double least_speed = 0;
  /// No guest gets it, for the sake of some bot's files. The leader's own: messages do not say it.
  bool keeps_from_guests = false;
  friend bool operator==(const Unit&, const Unit&) = default;
};

/// Why a worker could not play a unit. None of these is a bot's fault, and none is scored.
enum class UnitFailureKind : std::uint8_t {
  Machine,   ///< no process, memory, file descriptor or disk
  Sandbox,   ///< no box stands on this machine, or not the one that is asked for
  Artifact,  ///< a bot's files cannot be had, or do not have their hash
  Deals      ///< a game is longer than the unit has deals: to be given out again with all of them
};

constexpr std::array<std::string_view, 4> words_of(UnitFailureKind) {
  return {"machine", "sandbox", "artifact", "deals"};
}

/// Why a unit was not played.
struct UnitFailure {
  UnitFailureKind kind = UnitFailureKind::Machine;
  std::string text;  ///< one sentence for people
  friend bool operator==(const UnitFailure&, const UnitFailure&) = default;
};

/// A round as a worker played it: what does not follow from the unit. What it scores is for the leader to compute.
struct PlayedRound {
  std::vector<RecordedAction> actions;
  std::vector<RecordedRemark> remarks;
  std::optional<RecordedResult> result;  ///< as the worker computed it; nullopt if the round did not come to its end
  std::vector<SeatFault> faults;         ///< RoundOutcome::faults
  bool forfeited = false;                ///< the last of them ended the round
};

/// A board as a worker played it.
struct PlayedJob {
  JobNumber number;
  std::vector<std::vector<PlayedRound>> tables;  ///< by seating, then round
  std::array<TimeSums, 2> think_time;            ///< by side
};

/// What a worker gives back: all jobs of the unit in their order, or why there are none.
struct UnitResult {
  UnitId id;
  std::vector<PlayedJob> jobs;
  std::vector<BotUsage> usage;  ///< by bot, over all jobs and all processes that were started for them
  std::optional<UnitFailure> failure;
  std::chrono::nanoseconds elapsed{0};  ///< from the first board's begin to the last one's end
};

}  // namespace tichu::arena
