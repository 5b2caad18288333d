#include "arena/text/nearest_name.h"

#include <algorithm>
#include <cstddef>

namespace tichu::arena {
namespace {

/// How many edits lead from one text to the other (optimal string alignment, the restricted distance of Damerau and
/// Levenshtein).
std::size_t edits_between(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> edits(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        edits[i][j] = i + j;
        continue;
      }
      const std::size_t change = from[i - 1] == to[j - 1] ? 0 : 1;
      edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1, edits[i - 1][j - 1] + change});
      const bool is_swap = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (is_swap) edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
    }
  }
  return edits[from.size()][to.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view text, const std::vector<std::string>& names) {
  constexpr std::size_t LongestText = 64;
  if (text.size() > LongestText) return std::nullopt;
  std::optional<std::string> nearest;
  std::size_t least = text.size() / 3 + 1;
  for (const std::string& name : names) {
    const std::size_t edits = edits_between(text, name);
    if (edits >= least) continue;
    least = edits;
    nearest = name;
  }
  return nearest;
}

}  // namespace tichu::arena
