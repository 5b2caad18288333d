#include "arena/statistics/rating/entrant_groups.h"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <limits>

namespace tichu::arena {

EntrantGroups group_entrants(std::size_t entrants, std::span<const std::array<std::size_t, 2>> meetings) {
  boost::disjoint_sets_with_storage<> sets(entrants);
  for (std::size_t i = 0; i < entrants; ++i) sets.make_set(i);
  for (const auto& [a, b] : meetings) sets.union_set(a, b);

  constexpr std::size_t None = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> place(entrants, None);
  EntrantGroups groups;
  for (std::size_t i = 0; i < entrants; ++i) {
    std::size_t& group = place[sets.find_set(i)];
    if (group == None) {
      group = groups.members.size();
      groups.members.emplace_back();
    }
    groups.members[group].push_back(i);
  }
  std::stable_sort(groups.members.begin(), groups.members.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  groups.of.resize(entrants);
  for (std::size_t group = 0; group < groups.members.size(); ++group) {
    for (const std::size_t entrant : groups.members[group]) groups.of[entrant] = group;
  }
  return groups;
}

}  // namespace tichu::arena
