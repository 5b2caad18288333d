#pragma once

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace tichu::arena {

/// Whether `path` is `folder` or lies in it, by their names alone; both absolute and normal.
inline bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const auto rest = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first;
  return rest == folder.end() || (std::next(rest) == folder.end() && rest->empty());
}

}  // namespace tichu::arena
