#include "arena/statistics/rating/head_to_head.h"

#include <algorithm>
#include <tuple>

namespace tichu::arena {
namespace {

struct WeighedValue {
  std::size_t first;
  std::size_t second;
  double weight;
  double value;
};

}  // namespace

std::vector<HeadToHead> head_to_heads_of(ResultKind kind, std::span<const BoardValue> boards,
                                         std::span<const double> weights) {
  const double of_both = kind == ResultKind::Score ? 1 : 0;
  std::vector<WeighedValue> values;
  values.reserve(boards.size());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const auto [first, second] = boards[i].sides();
    const double weight = weights.empty() ? 1.0 : weights[i];
    if (first == second || weight == 0) continue;
    const double value = boards[i].value;
    if (first < second) {
      values.push_back({first, second, weight, value});
    } else {
      values.push_back({second, first, weight, of_both - value});
    }
  }
  const auto pair_of = [](const auto& met) { return std::tuple(met.first, met.second); };
  std::stable_sort(values.begin(), values.end(),
                   [&](const WeighedValue& a, const WeighedValue& b) { return pair_of(a) < pair_of(b); });
  std::vector<HeadToHead> pairs;
  for (std::size_t begin = 0; begin < values.size();) {
    HeadToHead pair{values[begin].first, values[begin].second};
    std::size_t end = begin;
    for (; end < values.size() && pair_of(values[end]) == pair_of(pair); ++end) {
      pair.boards += values[end].weight;
      pair.sum += values[end].weight * values[end].value;
    }
    for (; begin < end; ++begin) {
      const double excess = values[begin].value - pair.mean();
      pair.squares += values[begin].weight * excess * excess;
    }
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace tichu::arena
