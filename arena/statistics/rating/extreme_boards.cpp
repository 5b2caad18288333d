#include "arena/statistics/rating/extreme_boards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace tichu::arena {
namespace {

/// Shares of boards that count as extreme.
constexpr std::array<double, 3> Shares{0.02, 0.01, 0.005};

struct Pair {
  std::size_t first = 0;
  std::size_t second = 0;
  std::vector<double> margins;  ///< rising

  double median() const { return margins[margins.size() / 2]; }
};

std::vector<Pair> pairs_of(std::span<const BoardValue> margins) {
  std::vector<std::tuple<std::size_t, std::size_t, double>> boards;
  boards.reserve(margins.size());
  for (const BoardValue& board : margins) {
    const auto [a, b] = board.sides();
    if (a != b) boards.emplace_back(std::min(a, b), std::max(a, b), a < b ? board.value : -board.value);
  }
  std::sort(boards.begin(), boards.end());
  std::vector<Pair> pairs;
  for (const auto& [first, second, value] : boards) {
    if (pairs.empty() || pairs.back().first != first || pairs.back().second != second) {
      pairs.push_back({first, second, {}});
    }
    pairs.back().margins.push_back(value);
  }
  return pairs;
}

/// How far boards are from 0, or from the median of their pair's.
class Distances {
 public:
  Distances(std::size_t entrants, const std::vector<Pair>& pairs, bool from_median)
      : falling_(entrants), from_median_(from_median) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (const double margin : pairs[i].margins) {
        const Entry entry{distance(pairs[i], margin), i};
        for (const std::size_t entrant : {pairs[i].first, pairs[i].second}) falling_[entrant].push_back(entry);
      }
    }
    for (std::vector<Entry>& own : falling_) {
      std::sort(own.begin(), own.end(), [](const Entry& a, const Entry& b) { return a.distance > b.distance; });
    }
  }

  double distance(const Pair& pair, double margin) const {
    return std::abs(margin - (from_median_ ? pair.median() : 0));
  }
  std::size_t boards(std::size_t entrant) const { return falling_[entrant].size(); }
  /// Beyond which that share of an entrant's boards are, but for those of one pair.
  double bound(std::size_t entrant, std::size_t pair, std::size_t boards_of_pair, double share) const {
    double left = share * static_cast<double>(boards(entrant) - boards_of_pair);
    for (const Entry& entry : falling_[entrant]) {
      if (entry.pair != pair && --left < 0) return entry.distance;
    }
    return 0;
  }

 private:
  struct Entry {
    double distance;
    std::size_t pair;
  };
  std::vector<std::vector<Entry>> falling_;  ///< by entrant
  bool from_median_;
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
                                         std::uint64_t least_boards) {
  const std::vector<Pair> pairs = pairs_of(margins);
  // What a fault costs is the same against everybody: from the median alone it would be extreme against the strongest.
  const std::array<Distances, 2> scales{Distances(entrants, pairs, false), Distances(entrants, pairs, true)};
  std::vector<PairExtremes> found;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [first, second, own] = pairs[i];
    const std::size_t boards = own.size();
    const std::size_t fewest = std::min(scales[0].boards(first), scales[0].boards(second)) - boards;
    if (boards < least_boards || fewest < LeastOtherBoards) continue;
    found.push_back({first, second, boards, 0, 0});
    for (const double share : Shares) {
      std::array<double, 2> bounds{};
      for (std::size_t k = 0; k < scales.size(); ++k) {
        bounds[k] = std::max(scales[k].bound(first, i, boards, share), scales[k].bound(second, i, boards, share));
      }
      const auto extreme = std::count_if(own.begin(), own.end(), [&](double margin) {
        return scales[0].distance(pairs[i], margin) > bounds[0] && scales[1].distance(pairs[i], margin) > bounds[1];
      });
      const double surprise =
          surprise_of(static_cast<double>(extreme), static_cast<double>(boards), share, static_cast<double>(fewest));
      if (surprise <= found.back().surprise) continue;
      found.back().extreme = static_cast<std::uint64_t>(extreme);
      found.back().surprise = surprise;
    }
  }
  return found;
}

}  // namespace tichu::arena
