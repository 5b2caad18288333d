#pragma once

#include <string>

namespace tichu::arena {

/// A text as a POSIX shell hands it on unchanged, as one word: in quotes, unless it holds nothing but letters, digits
/// and "_-+./:,@". (An "=" or "%" would make the first word of a command an assignment or a job.)
std::string shell_word(const std::string& text);

}  // namespace tichu::arena
