#pragma once

#include <string>
#include <string_view>

#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// A result as it is sent: a digest of the rest, so that no result whose bytes changed on the way is ever taken for it,
/// and the message, compressed if that is worth it.
std::string pack_result(const units::UnitResult& result);

/// The digest of what is sent.
std::string_view digest_of_packed(std::string_view bytes);

/// The result again, from bytes that may be anything. `from` names who sent it, for the error.
OrInputError<units::UnitResult> unpack_result(std::string_view bytes, const std::string& from);

}  // namespace tichu::arena
