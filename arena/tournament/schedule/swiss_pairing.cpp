#include "arena/tournament/schedule/swiss_pairing.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <numeric>
#include <tuple>

namespace tichu::arena {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using Ranks = std::vector<std::size_t>;

/// The groups of those who are linked by meetings: a number for each rank.
std::vector<std::size_t> groups_of(const std::vector<std::vector<int>>& met) {
  std::vector<std::size_t> group(met.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  for (std::size_t a = 0; a < met.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (met[a][b] == 0 || group[a] == group[b]) continue;
      std::replace(group.begin(), group.end(), std::size_t{group[b]}, std::size_t{group[a]});
    }
  }
  return group;
}

/// Pairs one after another, never so that the rest could not be paired.
class Pairer {
 public:
  /// Two may meet who have met at most `most_met` times.
  Pairer(const std::vector<std::vector<int>>& met, int most_met)
      : met_(met), most_met_(most_met), group_(groups_of(met)) {}

  /// Whether all of an even number can be paired.
  bool can_pair(const Ranks& ranks) const {
    if (has_many_opponents(ranks)) return true;
    Graph graph(ranks.size());
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      for (std::size_t k = i + 1; k < ranks.size(); ++k) {
        if (may_meet(ranks[i], ranks[k])) boost::add_edge(i, k, graph);
      }
    }
    std::vector<boost::graph_traits<Graph>::vertex_descriptor> mate(ranks.size());
    boost::edmonds_maximum_cardinality_matching(graph, mate.data());
    return 2 * boost::matching_size(graph, mate.data()) == ranks.size();
  }

  /// All pairs; `can_pair(ranks)` must hold, and `ranks` ascend.
  std::vector<std::pair<std::size_t, std::size_t>> pair_all(Ranks ranks) const {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    while (!ranks.empty()) {
      const std::size_t best = ranks.front();
      ranks.erase(ranks.begin());
      for (const std::size_t opponent : opponents(best, ranks)) {
        Ranks rest = ranks;
        std::erase(rest, opponent);
        if (!can_pair(rest)) continue;
        pairs.emplace_back(best, opponent);
        ranks = std::move(rest);
        break;
      }
    }
    return pairs;
  }

 private:
  bool may_meet(std::size_t a, std::size_t b) const { return met_[a][b] <= most_met_; }

  /// Whether each has half of all as possible opponents: then all can be paired (Dirac 1952), and no search is needed.
  bool has_many_opponents(const Ranks& ranks) const {
    return std::all_of(ranks.begin(), ranks.end(), [&](std::size_t a) {
      const auto possible =
          std::count_if(ranks.begin(), ranks.end(), [&](std::size_t b) { return a != b && may_meet(a, b); });
      return 2 * static_cast<std::size_t>(possible) >= ranks.size();
    });
  }

  /// Those of `ranks` whom `best` may meet, the most wanted first.
  Ranks opponents(std::size_t best, const Ranks& ranks) const {
    Ranks found;
    std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(found),
                 [&](std::size_t rank) { return may_meet(best, rank); });
    std::stable_sort(found.begin(), found.end(),
                     [&](std::size_t a, std::size_t b) { return reluctance(best, a) < reluctance(best, b); });
    return found;
  }

  std::pair<int, bool> reluctance(std::size_t best, std::size_t rank) const {
    return {met_[best][rank], group_[best] == group_[rank]};
  }

  const std::vector<std::vector<int>>& met_;
  int most_met_;
  std::vector<std::size_t> group_;
};

/// The round with no more repetitions than `pairer` allows; nullopt if there is none.
std::optional<SwissRound> try_round(const Pairer& pairer, const std::vector<int>& byes) {
  Ranks ranks(byes.size());
  std::iota(ranks.begin(), ranks.end(), std::size_t{0});
  if (ranks.size() % 2 == 0) {
    if (!pairer.can_pair(ranks)) return std::nullopt;
    return SwissRound{pairer.pair_all(ranks), std::nullopt};
  }
  Ranks resting = ranks;
  std::sort(resting.begin(), resting.end(),
            [&](std::size_t a, std::size_t b) { return std::tuple(byes[a], b) < std::tuple(byes[b], a); });
  for (const std::size_t bye : resting) {
    Ranks others = ranks;
    std::erase(others, bye);
    if (pairer.can_pair(others)) return SwissRound{pairer.pair_all(others), bye};
  }
  return std::nullopt;
}

/// How far apart in rank those stand who meet, of so many entrants.
std::size_t distance(const SwissRound& round, std::size_t entrants) {
  std::size_t sum = 0;
  for (const auto& [a, b] : round.pairs) sum += (b - a) * (b - a);
  if (round.bye) sum += (entrants - *round.bye) * (entrants - *round.bye);
  return sum;
}

}  // namespace

SwissRound pair_swiss(const std::vector<std::vector<int>>& met, const std::vector<int>& byes) {
  for (int most_met = 0;; ++most_met) {
    if (auto round = try_round(Pairer(met, most_met), byes)) return *round;
  }
}

bool can_always_pair(std::size_t entrants, std::uint64_t rounds) {
  const std::size_t half = (entrants + 1) / 2;
  return rounds <= half + (half % 2 == 0 ? 1 : 0);
}

SwissRound CircleRounds::round(std::size_t number, const std::vector<std::size_t>& rank_at) const {
  const std::size_t turning = played_.size();
  SwissRound round;
  const auto meet = [&](std::size_t place, std::size_t other) {
    if (other == entrants_) {
      round.bye = rank_at[place];
    } else {
      round.pairs.emplace_back(std::minmax(rank_at[place], rank_at[other]));
    }
  };
  meet(number, turning);  // whoever stands still, or rests
  for (std::size_t i = 1; 2 * i < turning; ++i) meet((number + i) % turning, (number + turning - i) % turning);
  std::sort(round.pairs.begin(), round.pairs.end());
  return round;
}

SwissRound CircleRounds::take_nearest(const std::vector<std::size_t>& rank_at) {
  std::size_t nearest = 0;
  const auto key = [&](std::size_t number) {
    return std::tuple(played_[number], distance(round(number, rank_at), entrants_));
  };
  for (std::size_t number = 1; number < played_.size(); ++number) {
    if (key(number) < key(nearest)) nearest = number;
  }
  played_[nearest] += 1;
  return round(nearest, rank_at);
}

}  // namespace tichu::arena
