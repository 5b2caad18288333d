#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tichu::arena {

/// A tree of control groups: where it is mounted, and which of its groups stands there.
struct ControlHierarchy {
  std::filesystem::path mounted;
  std::filesystem::path root;
  std::vector<std::string> controllers;  ///< of version 1; empty in version 2
};

/// The mounted hierarchies of a type: "cgroup" (version 1) or "cgroup2".
std::vector<ControlHierarchy> control_hierarchies(std::string_view type);

/// The folder of the group that this process is in, in the hierarchy with that controller ("" for version 2); nothing
/// where it is not below what is mounted.
std::optional<std::filesystem::path> folder_of_own_group(const ControlHierarchy& hierarchy,
                                                         std::string_view controller);

/// The words between the separators.
std::vector<std::string> words_of(const std::string& text, char separator);
/// Whether the word is among them.
bool contains(const std::vector<std::string>& words, std::string_view word);

}  // namespace tichu::arena
