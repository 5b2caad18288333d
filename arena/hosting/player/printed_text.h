#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/hosting/player/fault.h"
#include "protocol/arena_coding.h"

namespace tichu::arena {

/// What a program did that wrote text where a message belongs: a clause such as "printed text ...", with the text, what
/// its first bytes announce as a message, and what to do instead. nullopt if the bytes do not look like text.
/// `received` is all that came since the last request; text may also stand behind one whole message.
std::optional<std::string> printed_text(std::string_view received);

/// The same of a program that speaks JSON: a line that does not begin with a brace. nullopt if all that came does.
std::optional<std::string> printed_line(std::string_view received);

/// What the author of a program should know that wrote nothing when it began: languages keep what goes to a pipe in a
/// buffer, a greeting too.
inline constexpr const char* NothingCame =
    "; nothing came on its standard output: what it wrote may be in a buffer still, so flush after each message";

/// The fault of a program that did not write the message that was awaited. If `received` looks like text, that is told
/// before all else, as the cause.
Fault with_printed_text(Fault fault, std::string_view received, protocol::Coding coding);

}  // namespace tichu::arena
