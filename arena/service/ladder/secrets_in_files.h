#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tichu::arena {

/// Something that looks like a key or a token, and was probably not meant to be sent.
struct FoundSecret {
  std::string file;  ///< relative
  std::uint64_t line = 0;
  std::string what;  ///< such as "a private key"
};

/// Looks through the text files of a folder; at most a hundred findings.
std::vector<FoundSecret> secrets_in(const std::filesystem::path& folder);

/// The text with each such key or token replaced by asterisks.
std::string without_secrets(std::string_view text);

}  // namespace tichu::arena
