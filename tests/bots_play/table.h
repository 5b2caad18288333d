#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "engine/deal.h"
#include "engine/observer.h"
#include "engine/round.h"
#include "sdk/bot.h"

namespace tichu::testing {

using BotMaker = std::function<std::unique_ptr<Bot>(const BotSetup&)>;

/// A round that four bots played in this process.
struct PlayedRound {
  RoundResult result;  ///< only where nothing illegal was done
  PerSeat<Call> calls;
  EventLog log;
  std::string illegal;  ///< the first illegal answer; empty where there was none
};

/// What a team scored more than the other, in points.
int margin(const RoundResult& result, Team team);

/// Plays one deal. `makers[s]` makes the bot of seat s, whose seed is drawn from `seed` and the seat.
PlayedRound play_round(const Deal& deal, const Rules& rules, const std::array<BotMaker, 4>& makers, std::uint64_t seed);

}  // namespace tichu::testing
