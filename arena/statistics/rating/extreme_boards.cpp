#include "arena/statistics/rating/extreme_boards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace tichu::arena {
namespace {

/// Shares of boards that count as extreme.
constexpr std::array<double, 3> Shares{0.02, 0.01, 0.005};

/// So many boards that are equal.
struct Margin {
  double value = 0;
  std::uint64_t boards = 0;
};

struct Pair {
  std::size_t first = 0;
  std::size_t second = 0;
  std::vector<Margin> margins;  ///< rising
  std::uint64_t boards = 0;

  double median() const {
    std::uint64_t below = 0;
    const auto middle = std::ranges::find_if(margins, [&](const Margin& margin) {
      below += margin.boards;
      return below > boards / 2;
    });
    return middle->value;
  }
};

std::vector<Pair> pairs_of(std::span<const BoardValue> margins, std::span<const double> weights) {
  std::vector<std::tuple<std::size_t, std::size_t, double, std::uint64_t>> boards;
  boards.reserve(margins.size());
  for (std::size_t i = 0; i < margins.size(); ++i) {
    const auto [a, b] = margins[i].sides();
    const std::uint64_t count = weights.empty() ? 1 : static_cast<std::uint64_t>(weights[i]);
    if (a != b)
      boards.emplace_back(std::min(a, b), std::max(a, b), a < b ? margins[i].value : -margins[i].value, count);
  }
  std::sort(boards.begin(), boards.end());
  std::vector<Pair> pairs;
  for (const auto& [first, second, value, count] : boards) {
    if (pairs.empty() || pairs.back().first != first || pairs.back().second != second) {
      pairs.push_back({first, second, {}});
    }
    Pair& pair = pairs.back();
    pair.boards += count;
    if (pair.margins.empty() || pair.margins.back().value != value) {
      pair.margins.push_back({value, count});
    } else {
      pair.margins.back().boards += count;
    }
  }
  return pairs;
}

/// How far boards are from 0, or from the median of their pair's.
class Distances {
 public:
  Distances(std::size_t entrants, const std::vector<Pair>& pairs, bool from_median)
      : falling_(entrants), boards_(entrants) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      middles_.push_back(from_median ? pairs[i].median() : 0);
      for (const std::size_t entrant : {pairs[i].first, pairs[i].second}) {
        boards_[entrant] += pairs[i].boards;
        for (const Margin& margin : pairs[i].margins) {
          falling_[entrant].push_back({distance(i, margin.value), margin.boards, i});
        }
      }
    }
    for (std::vector<Entry>& own : falling_) {
      std::sort(own.begin(), own.end(), [](const Entry& a, const Entry& b) { return a.distance > b.distance; });
    }
  }

  double distance(std::size_t pair, double margin) const { return std::abs(margin - middles_[pair]); }
  std::uint64_t boards(std::size_t entrant) const { return boards_[entrant]; }
  /// Beyond which that share of an entrant's boards are, but for those of one pair.
  double bound(std::size_t entrant, std::size_t pair, std::uint64_t boards_of_pair, double share) const {
    double left = share * static_cast<double>(boards(entrant) - boards_of_pair);
    for (const Entry& entry : falling_[entrant]) {
      if (entry.pair == pair) continue;
      left -= static_cast<double>(entry.boards);
      if (left < 0) return entry.distance;
    }
    return 0;
  }

 private:
  struct Entry {
    double distance;
    std::uint64_t boards;
    std::size_t pair;
  };
  std::vector<double> middles_;              ///< by pair: from where distances are told
  std::vector<std::vector<Entry>> falling_;  ///< by entrant
  std::vector<std::uint64_t> boards_;        ///< by entrant
};

/// The signed root of the likelihood ratio of one share in both samples.
double surprise_of(double extreme, double boards, double usual, double others) {
  if (extreme <= usual * boards) return 0;
  const double common = (extreme + usual * others) / (boards + others);
  const auto term = [](double seen, double expected) { return seen > 0 ? seen * std::log(seen / expected) : 0; };
  const auto terms = [&](double seen, double all) {
    return term(seen, common * all) + term(all - seen, (1 - common) * all);
  };
  return std::sqrt(2 * (terms(extreme, boards) + terms(usual * others, others)));
}

}  // namespace

std::vector<PairExtremes> extreme_boards(std::size_t entrants, std::span<const BoardValue> margins,
                                         std::uint64_t least_boards, std::span<const double> weights) {
  const std::vector<Pair> pairs = pairs_of(margins, weights);
  // What a fault costs is the same against everybody: from the median alone it would be extreme against the strongest.
  const std::array<Distances, 2> scales{Distances(entrants, pairs, false), Distances(entrants, pairs, true)};
  std::vector<PairExtremes> found;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [first, second, own, boards] = pairs[i];
    const std::uint64_t fewest = std::min(scales[0].boards(first), scales[0].boards(second)) - boards;
    if (boards < least_boards || fewest < LeastOtherBoards) continue;
    found.push_back({first, second, boards, 0, 0});
    for (const double share : Shares) {
      std::array<double, 2> bounds{};
      for (std::size_t k = 0; k < scales.size(); ++k) {
        bounds[k] = std::max(scales[k].bound(first, i, boards, share), scales[k].bound(second, i, boards, share));
      }
      std::uint64_t extreme = 0;
      for (const Margin& margin : own) {
        const bool is_extreme =
            scales[0].distance(i, margin.value) > bounds[0] && scales[1].distance(i, margin.value) > bounds[1];
        if (is_extreme) extreme += margin.boards;
      }
      const double surprise =
          surprise_of(static_cast<double>(extreme), static_cast<double>(boards), share, static_cast<double>(fewest));
      if (surprise <= found.back().surprise) continue;
      found.back().extreme = extreme;
      found.back().surprise = surprise;
    }
  }
  return found;
}

}  // namespace tichu::arena
