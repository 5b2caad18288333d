#pragma once

#include <string_view>
#include <variant>

#include "arena/hosting/player/retries.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// A whole number of a tournament with its range.
struct NumberOfTournament {
  int TournamentConfig::*member;
  int least;
  int most;
};

/// A setting of a tournament that depends on no other. It has one key in tournament files, stored configurations and
/// flags.
struct TournamentSetting {
  std::string_view key;
  std::variant<bool TournamentConfig::*, Seatings TournamentConfig::*, FaultPolicy TournamentConfig::*,
               NumberOfTournament>
      member;
  std::string_view meaning;  ///< begins with a small letter and has no full stop; of a bool: what `true` means
};

/// These settings in the order of the manual.
inline constexpr TournamentSetting TournamentSettings[] = {
    {"seatings", &TournamentConfig::seatings,
     "tables of a board: \"swap\": two, teams swapped; \"rotate\": four, each bot at each seat; \"single\": one"},
    {"pin", &TournamentConfig::pin, "keep each table and its programs on one core: answers come three times faster"},
    {"durable", &TournamentConfig::durable,
     "sync the disk after every transaction, so that results survive a power failure"},
    {"remarks", &TournamentConfig::remarks,
     "store what bots say about their decisions; if not, bots are told to save their time"},
    {"faults", &TournamentConfig::faults,
     "after a bot's fault: \"forfeit\" the board, or let a \"substitute\" play on at its seat until the table ends"},
    {"retries", NumberOfTournament{&TournamentConfig::retries, 0, MaxRetries},
     "tell a JSON or remote bot what was wrong with an answer and ask again, so often a decision; then it is a fault"},
    {"give_up_after", NumberOfTournament{&TournamentConfig::give_up_after, 0, MaxGiveUpAfter},
     "give up a bot after this many boards in a row with a fault at every table; 0: never"}};

/// Calls `visit(setting, value)` for each setting; `value` is a reference to a bool, a Seatings, a FaultPolicy or an
/// int, const if `config` is.
template <typename Config, typename Visit>
void for_each_setting(Config&& config, Visit visit) {
  for (const TournamentSetting& setting : TournamentSettings) {
    std::visit(
        [&](const auto& member) {
          if constexpr (requires { member.least; }) {
            visit(setting, config.*(member.member));
          } else {
            visit(setting, config.*member);
          }
        },
        setting.member);
  }
}

}  // namespace tichu::arena
