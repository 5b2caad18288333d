#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// The whole configuration as one line of JSON: what a stored tournament needs to be gone on with, and nothing besides.
std::string config_json(const TournamentConfig& config);

/// Reads what `config_json` wrote: every field comes back as it was. `where` names the text in an error. Only what this
/// version writes is read; a key that is missing or wrong is an error.
OrInputError<TournamentConfig> config_from_json(std::string_view text, const std::string& where);

/// One bot, in the same way.
std::string bot_spec_json(const BotSpec& bot);
OrInputError<BotSpec> bot_spec_from_json(std::string_view text, const std::string& where);

/// The preset's name, and each option of the rules (engine/RULES.md 10).
nlohmann::ordered_json rules_json(const Rules& rules);
/// In milliseconds.
nlohmann::ordered_json limits_json(const TimeLimits& limits);
/// Those that are not the defaults, as flags of a command, each with a blank before it: " --decision-ms 500".
std::string limits_flags(const TimeLimits& limits);
/// What a bot is handed, each value under its name.
nlohmann::ordered_json options_json(const BotSpec& bot);

}  // namespace tichu::arena
