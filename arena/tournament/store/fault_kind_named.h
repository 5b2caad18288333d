#pragma once

#include <optional>
#include <string_view>

#include "arena/hosting/player/player.h"

namespace tichu::arena {

/// The kind of fault of that name in records and databases; nothing where none has it.
std::optional<FaultKind> fault_kind_named(std::string_view name);

}  // namespace tichu::arena
