#include "arena/statistics/rating/place_intervals.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>

#include "arena/statistics/rating/normal_distribution.h"

namespace tichu::arena {
namespace {

constexpr int Draws = 2000;
/// Of the draws are below, and as many above, what the interval holds.
constexpr int Outside = Draws / 20;

}  // namespace

std::vector<PlaceInterval> place_intervals(const StrengthTable& table, std::span<const std::size_t> ranked) {
  const std::size_t count = ranked.size();
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<std::vector<std::uint16_t>> places(count, std::vector<std::uint16_t>(Draws));
  std::vector<double> drawn(count);
  std::vector<std::size_t> order(count);
  for (int draw = 0; draw < Draws; ++draw) {
    for (std::size_t i = 0; i < count; ++i) {
      drawn[i] = table.value(ranked[i]) + normal(random) * table.own_error95(ranked[i]) / Normal95;
    }
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return drawn[a] > drawn[b]; });
    for (std::size_t i = 0; i < count; ++i) {
      places[order[i]][static_cast<std::size_t>(draw)] = static_cast<std::uint16_t>(i + 1);
    }
  }
  std::vector<PlaceInterval> intervals;
  for (std::vector<std::uint16_t>& own : places) {
    std::nth_element(own.begin(), own.begin() + Outside, own.end());
    const int low = own[Outside];
    std::nth_element(own.begin(), own.end() - 1 - Outside, own.end());
    intervals.push_back({low, own[Draws - 1 - Outside]});
  }
  return intervals;
}

}  // namespace tichu::arena
