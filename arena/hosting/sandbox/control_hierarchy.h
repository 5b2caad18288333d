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

/// The folder of the group that this process is in, in the hierarchy with that controller ("" for version 2).
/// nullopt if the group is not below what is mounted.
std::optional<std::filesystem::path> folder_of_own_group(const ControlHierarchy& hierarchy,
                                                         std::string_view controller);

/// The parts between the separators.
std::vector<std::string> split(const std::string& text, char separator);
/// Whether the part is among them.
bool contains(const std::vector<std::string>& parts, std::string_view part);

}  // namespace tichu::arena
