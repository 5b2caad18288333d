#include "arena/hosting/sandbox/control_hierarchy.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

namespace tichu::arena {
namespace {

/// This process's group in the hierarchy with that controller (empty: version 2), as /proc/self/cgroup has it.
std::optional<std::filesystem::path> own_group(std::string_view controller) {
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? controllers.empty() : contains(split(controllers, ','), controller)) {
      return line.substr(second + 1);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

bool contains(const std::vector<std::string>& parts, std::string_view part) {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::vector<ControlHierarchy> control_hierarchies(std::string_view type) {
  std::vector<ControlHierarchy> found;
  std::ifstream in("/proc/self/mountinfo");
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> parts = split(line, ' ');
    if (parts.size() < 9 || parts[parts.size() - 3] != type) continue;
    std::vector<std::string> controllers;
    if (type == "cgroup") controllers = split(parts.back(), ',');
    found.push_back({parts[4], parts[3], std::move(controllers)});
  }
  return found;
}

std::optional<std::filesystem::path> folder_of_own_group(const ControlHierarchy& hierarchy,
                                                         std::string_view controller) {
  const std::optional<std::filesystem::path> group = own_group(controller);
  if (!group) return std::nullopt;
  const std::filesystem::path below = group->lexically_relative(hierarchy.root);
  if (below.empty() || *below.begin() == "..") return std::nullopt;
  return (hierarchy.mounted / below).lexically_normal();
}

}  // namespace tichu::arena
