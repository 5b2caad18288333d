#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tichu::test {

/// The lines of the fenced block that opens with ``` and this word in a document of engine/, blank lines left out.
/// Throws std::runtime_error where the document or the block is not there.
std::vector<std::string> block(std::string_view document, std::string_view word);

/// The words of a line.
std::vector<std::string> words(std::string_view line);

/// The text without blanks at both ends.
std::string trimmed(std::string_view text);

}  // namespace tichu::test
