#pragma once

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace tichu::arena {

/// Which ladder's service a command asks, and as whom.
struct LadderFlags {
  std::string ladder;
  std::string token;
};

/// The variable of the environment that names a ladder where --to does not.
inline constexpr const char* LadderVariable = "TICHU_LADDER";
/// The variable of the environment that holds a token.
inline constexpr const char* TokenVariable = "TICHU_TOKEN";

/// Adds --token.
void add_token_flag(CLI::App& command, LadderFlags& flags);

}  // namespace tichu::arena
