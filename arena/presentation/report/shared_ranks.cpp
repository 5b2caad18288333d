#include "arena/presentation/report/shared_ranks.h"

#include <cmath>

namespace tichu::arena {

std::vector<std::size_t> shared_ranks(const Standings& standings) {
  constexpr double Rounding = 5e-5;
  const auto are_equal = [&](const Standing& a, const Standing& b) {
    return standings.groups.of[static_cast<std::size_t>(a.entrant)] ==
               standings.groups.of[static_cast<std::size_t>(b.entrant)] &&
           std::abs(a.rating.elo - b.rating.elo) < Rounding && std::abs(a.points.mean - b.points.mean) < Rounding;
  };
  std::vector<std::size_t> ranks;
  for (std::size_t i = 0; i < standings.ranked.size(); ++i) {
    const bool shares = i > 0 && are_equal(standings.ranked[i - 1], standings.ranked[i]);
    ranks.push_back(shares ? ranks.back() : i + 1);
  }
  return ranks;
}

}  // namespace tichu::arena
