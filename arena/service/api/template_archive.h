#pragma once

#include <string>
#include <tl/expected.hpp>

namespace tichu::arena {

/// Whether bots can be begun in this language: python, cpp or c.
bool has_template(const std::string& language);

/// A bot to start from, as `new-bot` makes it, for somebody who has no arena: a tar.gz with a folder of the bot's name,
/// which a ladder takes as it is. Fails with a sentence if bots cannot have this name. Throws std::runtime_error if a
/// file cannot be read or written; nothing is left behind.
tl::expected<std::string, std::string> template_archive(const std::string& language, const std::string& name);

}  // namespace tichu::arena
