#include "arena/statistics/rating/alike_entrants.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "arena/statistics/rating/entrant_groups.h"

namespace tichu::arena {

std::vector<std::vector<std::size_t>> alike_entrants(std::size_t entrants, std::span<const BoardValue> margins,
                                                     std::span<const double> weights) {
  std::map<std::pair<std::size_t, std::size_t>, double> drawn;
  std::set<std::pair<std::size_t, std::size_t>> unlike;
  for (std::size_t i = 0; i < margins.size(); ++i) {
    const auto [a, b] = margins[i].sides();
    if (a == b) continue;
    if (margins[i].value == 0) {
      drawn[std::minmax(a, b)] += weights.empty() ? 1 : weights[i];
    } else {
      unlike.emplace(std::minmax(a, b));
    }
  }
  for (const auto& pair : unlike) drawn.erase(pair);
  std::vector<std::array<std::size_t, 2>> alike;
  for (const auto& [pair, boards] : drawn) {
    if (boards >= LeastAlikeBoards) alike.push_back({pair.first, pair.second});
  }
  std::vector<std::vector<std::size_t>> groups = group_entrants(entrants, alike).members;
  std::erase_if(groups, [](const std::vector<std::size_t>& group) { return group.size() < 2; });
  std::sort(groups.begin(), groups.end());
  return groups;
}

}  // namespace tichu::arena
