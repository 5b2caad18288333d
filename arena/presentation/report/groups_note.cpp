#include "arena/presentation/report/groups_note.h"

#include <fmt/format.h>

#include <algorithm>

namespace tichu::arena {
namespace {

/// The most that people would read; the JSON has all.
constexpr std::size_t MostNames = 10;
constexpr std::size_t MostGroups = 10;

using NameOf = std::function<const std::string&(std::size_t)>;

std::string names_text(const std::vector<std::size_t>& entrants, const NameOf& name_of) {
  std::string text;
  for (std::size_t i = 0; i < std::min(entrants.size(), MostNames); ++i) {
    text += (i == 0 ? "" : ", ") + name_of(entrants[i]);
  }
  if (entrants.size() > MostNames) text += fmt::format(" and {} more", entrants.size() - MostNames);
  return text + "\n";
}

}  // namespace

std::string groups_note(const EntrantGroups& groups, const NameOf& name_of) {
  if (groups.members.size() < 2) return "";
  std::string text = fmt::format(
      "{} groups have not met, neither directly nor through others, so nothing tells which is stronger. The table "
      "lists\nthem one after another; compare ratings, places and likelihoods only inside a group.\n",
      groups.members.size());
  std::vector<std::size_t> alone;
  std::size_t shown = 0;
  std::size_t left = 0;
  for (const std::vector<std::size_t>& members : groups.members) {
    if (members.size() == 1) {
      alone.push_back(members.front());
    } else if (shown == MostGroups) {
      ++left;
    } else {
      text += fmt::format("  group {}: {}", ++shown, names_text(members, name_of));
    }
  }
  if (left > 0) text += fmt::format("  and {} more groups of two or more\n", left);
  if (!alone.empty()) text += "  met nobody: " + names_text(alone, name_of);
  return text;
}

}  // namespace tichu::arena
