#include "arena/statistics/rating/tallied_boards.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tichu::arena {
namespace {

constexpr unsigned EntrantBits = 16;

std::uint32_t pair_of(EntrantId one, EntrantId other) {
  const auto [low, high] = std::minmax({static_cast<std::uint32_t>(one), static_cast<std::uint32_t>(other)});
  return low << EntrantBits | high;
}

}  // namespace

void TalliedBoards::add(const RatedBoard& board) {
  const auto [one, other] = board.entrants;
  const bool is_turned = other < one;
  const Tally seen{is_turned ? -board.result.margin : board.result.margin,
                   static_cast<float>(is_turned ? 1 - board.result.score : board.result.score), 1};
  std::vector<Tally>& tallies = pairs_[pair_of(one, other)];
  const auto place = std::lower_bound(tallies.begin(), tallies.end(), seen, [](const Tally& a, const Tally& b) {
    return std::pair(a.margin, a.score) < std::pair(b.margin, b.score);
  });
  if (place != tallies.end() && place->margin == seen.margin && place->score == seen.score) {
    ++place->boards;
  } else {
    tallies.insert(place, seen);
  }
  ++boards_;
}

std::uint64_t TalliedBoards::leave_out(EntrantId one, EntrantId other) {
  const auto found = pairs_.find(pair_of(one, other));
  if (found == pairs_.end()) return 0;
  const std::uint64_t boards =
      std::accumulate(found->second.begin(), found->second.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const Tally& tally) { return sum + tally.boards; });
  pairs_.erase(found);
  boards_ -= boards;
  return boards;
}

std::size_t TalliedBoards::results() const {
  return std::accumulate(pairs_.begin(), pairs_.end(), std::size_t{0},
                         [](std::size_t sum, const auto& pair) { return sum + pair.second.size(); });
}

WeighedValues TalliedBoards::values(ResultKind kind) const {
  WeighedValues all;
  all.values.reserve(results());
  all.boards.reserve(results());
  for (const auto& [pair, tallies] : pairs_) {
    const std::array entrants{static_cast<EntrantId>(pair >> EntrantBits), static_cast<EntrantId>(pair & 0xFFFFU)};
    for (const Tally& tally : tallies) {
      all.add({BoardNumber(), entrants, kind == ResultKind::Points ? tally.margin : static_cast<double>(tally.score)},
              tally.boards);
    }
  }
  return all;
}

}  // namespace tichu::arena
