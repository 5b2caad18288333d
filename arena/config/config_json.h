#pragma once

#include <string>
#include <string_view>

#include "arena/config/config_error.h"
#include "arena/config/event_config.h"

namespace tichu::arena {

/// The whole configuration as one line of JSON: what a stored event needs to be gone on with, and nothing besides.
std::string config_json(const EventConfig& config);

/// Reads what `config_json` wrote: every field comes back as it was. `where` names the text in an error. Only what this
/// version writes is read; a key that is missing or wrong is an error.
OrConfigError<EventConfig> config_from_json(std::string_view text, const std::string& where);

}  // namespace tichu::arena
