#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "engine/seat.h"

namespace tichu::arena {

/// What a person sits down to: who plays with and against the person, what is played, and the secret with which the
/// person's page comes to the table. With the answers it decides everything that happens.
struct Sitting {
  /// Its bots are the person, who stands first, and the others once each. `boards` rounds are played, or with the
  /// format Games one game.
  TournamentConfig config;
  PerSeat<BotId> seats;  ///< the person has seat 0
  std::string token;
  bool coached = false;  ///< training: with a coach and with undo

  bool is_game() const { return config.format == BoardFormat::Games; }
  const BotSpec& at(Seat seat) const { return config.bots[static_cast<std::size_t>(seats[seat])]; }
  /// Both partnerships as entrants: the person's first.
  std::array<EntrantId, 2> entrants() const;
};

/// The file that says what is played, in the folder of a table.
inline constexpr const char* SittingFileName = "sitting.json";

/// Seats the person and three bots, each given from the person's right. The error says which names do not go together.
OrInputError<Sitting> make_sitting(TournamentConfig config, const std::string& person,
                                   const std::array<BotSpec, 3>& bots);

/// Whether a folder holds a table that was begun.
bool holds_sitting(const std::filesystem::path& folder);
/// Reads what `write_sitting` wrote there.
OrInputError<Sitting> read_sitting(const std::filesystem::path& folder);
/// Writes it for its user's eyes alone, since it tells the deals. Throws std::runtime_error if the disk refuses.
void write_sitting(const Sitting& sitting, const std::filesystem::path& folder);

}  // namespace tichu::arena
