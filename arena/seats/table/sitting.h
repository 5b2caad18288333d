#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "engine/seat.h"

namespace tichu::arena {

/// What people sit down to: who plays with and against whom, what is played, and the secrets with which their pages
/// come to the table. With the answers it decides everything that happens.
struct Sitting {
  /// Its bots are the people and the others, once each. `boards` rounds are played, or with the format Games one game.
  TournamentConfig config;
  PerSeat<BotId> seats;         ///< a person has seat 0
  PerSeat<std::string> tokens;  ///< one for each person; empty: a bot sits there
  bool coached = false;         ///< training: with a coach; answers can be taken back; of one person
  std::chrono::seconds clock;   ///< how long one of several people may take for a decision

  bool is_game() const { return config.format == BoardFormat::Games; }
  std::vector<Seat> people() const;
  bool is_company() const { return people().size() > 1; }
  const BotSpec& at(Seat seat) const { return config.bots[static_cast<std::size_t>(seats[seat])]; }
  /// Both partnerships as entrants: that of seat 0 first.
  std::array<EntrantId, 2> entrants() const;
};

/// A generous time for a decision.
inline constexpr std::chrono::seconds UsualClock{120};
/// A person of this name.
BotSpec person_named(std::string name);

/// The file that says what is played, in the folder of a table.
inline constexpr const char* SittingFileName = "sitting.json";

/// Seats people and bots. Who is coached is marked as such in what is stored, by the option `coach` of seat 0. The
/// error says which names do not go together.
OrInputError<Sitting> make_sitting(TournamentConfig config, PerSeat<BotSpec> players, bool coached);

/// Whether a folder holds a table that was begun.
bool holds_sitting(const std::filesystem::path& folder);
/// Reads what `write_sitting` wrote there.
OrInputError<Sitting> read_sitting(const std::filesystem::path& folder);
/// Writes it for its user's eyes alone, since it tells the deals. Throws std::runtime_error if the disk refuses.
void write_sitting(const Sitting& sitting, const std::filesystem::path& folder);

}  // namespace tichu::arena
