#pragma once

#include <functional>
#include <memory>
#include <tl/expected.hpp>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/remote_seats.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// Whether the bot plays in a process of its own on this machine: all but trusted plug-ins and remote bots.
inline bool has_process(const BotSpec& spec) {
  return is_program(spec.kind) || (spec.kind == BotKind::Plugin && !spec.trusted);
}

/// A player for one seat that runs the bot as `spec` says: a trusted plug-in in this process, every other bot in a
/// process of its own. A bot that is not trusted runs in a box of `sandbox`, which must outlive the player; null:
/// without a box. A remote bot sits at one of `seats`, which must outlive the player; null: it cannot sit down, and
/// std::runtime_error is thrown. Nothing is loaded or started before the first `sit_down`, which throws SeatsClosed if
/// `cancelled`, asked often, is true while the bot's program has not greeted.
std::unique_ptr<Player> make_player(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox = nullptr,
                                    RemoteSeats* seats = nullptr, std::function<bool()> cancelled = {});

/// Whether the bot, which is not remote, can play at all: loads or starts it, greets it, lets it sit down once and ends
/// it. For the time before a tournament begins. A program with options also has to come to its good end unasked, which
/// shows that a bot can be made with them. Returns what the bot says that it is. Waits at most the limits of start and
/// shutdown, and throws SeatsClosed as above.
tl::expected<BotIdentity, Fault> probe(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox = nullptr,
                                       std::function<bool()> cancelled = {});

}  // namespace tichu::arena
