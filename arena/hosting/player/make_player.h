#pragma once

#include <memory>
#include <optional>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// A player for one seat that runs the bot as `spec` says: a trusted plug-in in this process, every other bot in one of
/// its own; one that is not trusted in a box of the sandbox, which must outlive the player, or without where that is
/// null. Nothing is loaded or started before the first `sit_down`.
std::unique_ptr<Player> make_player(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox = nullptr);

/// Whether the bot can play at all: loads or starts it, greets it, lets it sit down once and ends it. The fault where
/// it cannot. For telling before a tournament begins; waits at most the limits of start and shutdown.
std::optional<Fault> probe(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox = nullptr);

}  // namespace tichu::arena
