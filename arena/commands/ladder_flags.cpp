#include "arena/commands/ladder_flags.h"

#include <fmt/format.h>

#include <CLI/App.hpp>

namespace tichu::arena {

void add_token_flag(CLI::App& command, LadderFlags& flags) {
  command.add_option("--token", flags.token,
                     fmt::format("of your account there; rather in {} or {}, since others see command lines",
                                 TokenVariable, "~/.config/tichu-arena/tokens.toml"));
}

}  // namespace tichu::arena
