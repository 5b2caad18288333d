#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/random.h"
#include "tests/sdk/round_driver.h"
#include "tests/sdk/seat_player.h"
#include "tests/sdk/table_player.h"

namespace tichu::test {

/// The file of a bot that the build made for the tests, such as "starter.so".
inline std::string bot_file(const std::string& name) { return std::string(TICHU_TEST_BOTS) + "/" + name; }

/// Four bots that sat down, the seat's number as seed.
using FourPlayers = std::array<std::unique_ptr<SeatPlayer>, 4>;

/// Four bots of a plug-in, which must outlive them.
inline FourPlayers plugins(const LoadedPlugin& plugin) {
  FourPlayers players;
  for (auto& player : players) player = std::make_unique<TablePlayer>(plugin.table());
  return players;
}

/// Plays rounds with the same four bots, each round by another preset's rules.
inline std::vector<PlayedRound> play_rounds(const FourPlayers& players, int count) {
  std::vector<PlayedRound> played;
  PerSeat<SeatPlayer*> seats;
  for (std::size_t i = 0; i < players.size(); ++i) seats.values[i] = players[i].get();
  for (int i = 0; i < count; ++i) {
    const auto number = static_cast<std::size_t>(i);
    const Rules& rules = presets()[number % presets().size()].rules;
    for (std::size_t seat = 0; seat < players.size(); ++seat) {
      players[seat]->sit_down({Random(number, seat).next(), rules, {}});
    }
    played.push_back(play_round(deal(77, number), rules, seats));
  }
  return played;
}

}  // namespace tichu::test
