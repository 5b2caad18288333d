#pragma once

#include <string>

#include "arena/commands/ladder_flags.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// Which bot of which ladder a command is about: of a stored ladder, by its folder and the bot's name in it ("DIR
/// NAME"), or of a ladder's service, by the bot alone ("NAME --to URL").
struct LadderBotFlags : LadderFlags {
  std::string first;   ///< the folder of a stored ladder, or the bot of a service
  std::string second;  ///< the bot of a stored ladder; empty of a service

  bool is_of_service() const { return second.empty(); }
  const std::string& folder() const { return first; }
  const std::string& bot() const { return is_of_service() ? first : second; }
};

/// Adds DIR, NAME, --to and --token.
void add_ladder_bot_flags(CLI::App& command, LadderBotFlags& flags);

/// Once they are read: fails if it cannot be told which of the two is meant, and says how each is written. Of a service
/// without --to the ladder's address is taken from TICHU_LADDER. `command` is the command's name.
OrInputError<void> settle_ladder_bot(const std::string& command, LadderBotFlags& flags);

}  // namespace tichu::arena
