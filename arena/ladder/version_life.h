#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string_view>

#include "arena/ladder/ladder_settings.h"
#include "arena/ladder/version.h"

namespace tichu::arena {

/// Which threads do a step.
enum class StepLane : std::uint8_t {
  Quick,  ///< a moment each, never behind a build
  Slow,   ///< builds and play
};

/// A step of a version's life: what must be passed before, what is reached by it.
struct StepRule {
  StepKind kind = StepKind::Unpacked;
  VersionState from = VersionState::Received;
  VersionState to = VersionState::Unpacked;
  StepLane lane = StepLane::Quick;
  std::string_view slot;  ///< what a version waits for before it
};

/// All steps after the first, which is receiving, in their order. What fails because of the machine or takes longer
/// than `limit_of`, is done once more; if that fails too, the version's state is InternalError.
inline constexpr std::array<StepRule, 5> StepTable{{
    {StepKind::Unpacked, VersionState::Received, VersionState::Unpacked, StepLane::Quick, "unpacking slot"},
    {StepKind::Screened, VersionState::Unpacked, VersionState::Screened, StepLane::Quick, "unpacking slot"},
    {StepKind::Built, VersionState::Screened, VersionState::Built, StepLane::Slow, "build slot"},
    {StepKind::Checked, VersionState::Built, VersionState::Checked, StepLane::Slow, "build slot"},
    {StepKind::Validated, VersionState::Checked, VersionState::Validated, StepLane::Slow, "build slot"},
}};

/// How often a step is begun whose attempts failed by the machine or took too long.
inline constexpr int MostAttempts = 2;
/// So often a step may be interrupted because the ladder was stopped or killed, before it is taken for the cause.
inline constexpr int MostInterruptions = 200;

/// The step that follows a state; nullptr if none does.
const StepRule* step_after(VersionState state);
/// Its rule; nullptr for Received.
const StepRule* rule_of(StepKind kind);
std::chrono::seconds limit_of(StepKind kind, const LadderSettings& settings);

}  // namespace tichu::arena
