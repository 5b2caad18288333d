#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace tichu::arena {

/// The languages in which bots can be begun; api.json and the page have them too.
inline constexpr std::array<std::string_view, 5> TemplateLanguages{"python", "python-plain", "javascript", "cpp", "c"};

/// A bot to start from, as `new-bot` makes it, for somebody who has no arena: a tar.gz with a folder of the bot's name,
/// which a ladder takes as it is. Fails with a sentence if bots cannot have this name. Throws std::runtime_error if a
/// file cannot be read or written; nothing is left behind.
tl::expected<std::string, std::string> template_archive(const std::string& language, const std::string& name);

}  // namespace tichu::arena
