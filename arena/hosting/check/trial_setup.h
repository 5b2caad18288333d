#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/rules.h"
#include "engine/seat.h"

namespace tichu::arena {

/// A table of the checks: by which rules, where the bot sits, which deals. SparringPlayers have the other seats.
struct TrialSetup {
  std::uint64_t seed = 0;
  std::uint64_t number = 0;
  std::string_view preset;  ///< the name of `rules`
  Rules rules;
  SeatSet bot_seats;  ///< all four, a partnership, or one seat
  std::vector<std::uint64_t>
      deals;  ///< for each round the index of its deal under `seed`: one round, or a game of three
};

/// Table `number` of the checks with this seed; a pure function. The presets take turns, table by table. Deals are
/// looked for so that what is rare comes up in a bot's hand: a bomb, the Dragon, the Mahjong, a straight flush.
TrialSetup trial_setup(std::uint64_t seed, std::uint64_t number);

/// The key of the random numbers of a seat's player at this table.
std::uint64_t trial_seed(const TrialSetup& setup, Seat seat);

}  // namespace tichu::arena
