#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace tichu::arena {

/// Fails with a sentence if bots and accounts of a ladder cannot have this name: 3 to 32 of a-z, 0-9 and '-', beginning
/// with a letter, without '-' at the end or twice in a row, and none of the words that the ladder keeps to itself.
tl::expected<void, std::string> check_ladder_name(std::string_view name);

/// Whether a word is written as such a name, also if the ladder keeps it to itself.
bool is_name_form(std::string_view name);

/// What is left of a name when all that looks alike is written the same way: "b1ack-f0x" and "blackfox" have the same.
std::string look_of(std::string_view name);

}  // namespace tichu::arena
