#include "arena/statistics/rating/result_rating.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "arena/statistics/rating/elo.h"
#include "arena/statistics/rating/field_rating.h"
#include "arena/statistics/rating/online_rating.h"

namespace tichu::arena {
namespace {

/// Which bots a board ties together.
using Meetings = std::vector<std::array<std::size_t, 2>>;

/// The teams of a file as pairs of bots.
struct Teams {
  std::vector<std::string> bots;  ///< names in the order of appearance
  std::vector<BotPair> pairs;     ///< by team
};

Teams teams_of(const std::vector<std::array<std::string, 2>>& members) {
  Teams teams;
  std::unordered_map<std::string, std::size_t> numbers;
  const auto number_of = [&](const std::string& name) {
    const auto [place, is_new] = numbers.try_emplace(name, teams.bots.size());
    if (is_new) teams.bots.push_back(name);
    return place->second;
  };
  for (const auto& [first, second] : members) {
    const std::size_t number = number_of(first);
    teams.pairs.push_back(BotPair::of(number, number_of(second)));
  }
  return teams;
}

StrengthTable strengths_of_bots(const ResultsTable& results, const RatingPlan& plan) {
  const std::size_t bots = results.names.size();
  const std::vector<BoardValue>& boards = results.boards(rated_kind(plan.model));
  if (plan.model == RatingModel::Online) return rate_online(bots, boards, plan.anchor);
  return rate_field(rated_kind(plan.model), bots, boards, {.anchor = plan.anchor}).numbers();
}

ResultRatings rate_bots(const ResultsTable& results, const RatingPlan& plan) {
  const std::size_t bots = results.names.size();
  const std::vector<BoardValue>& boards = results.boards(rated_kind(plan.model));
  ResultRatings ratings{.model = plan.model,
                        .names = results.names,
                        .results = boards.size(),
                        .strengths = strengths_of_bots(results, plan),
                        .anchor = plan.anchor,
                        .boards = std::vector<std::uint64_t>(bots, 0)};
  if (plan.bootstrap_samples > 0) {
    ratings.bootstrap_errors = bootstrap_elo_errors(bots, boards, plan.anchor, plan.bootstrap_samples, plan.seed);
  }
  Meetings meetings;
  for (const BoardValue& board : boards) {
    meetings.push_back(board.sides());
    for (const std::size_t bot : board.sides()) ratings.boards[bot] += 1;
  }
  ratings.groups = group_entrants(bots, meetings);
  return ratings;
}

tl::expected<ResultRatings, CsvError> rate_members(const ResultsTable& results) {
  Teams teams = teams_of(results.members);
  std::vector<PartnershipBoard> boards;
  std::vector<std::uint64_t> boards_of_bot(teams.bots.size(), 0);
  Meetings meetings;  // partners are tied together too
  for (const BoardValue& board : results.points) {
    const auto [first, second] = board.sides();
    const BotPair& one = teams.pairs[first];
    const BotPair& other = teams.pairs[second];
    if (one == other) {
      const std::size_t line = boards.size() < results.lines.size() ? results.lines[boards.size()] : 0;
      return tl::unexpected(CsvError{line, "has the same pair on both sides, \"" + results.names[first] + "\" and \"" +
                                               results.names[second] + "\"; two different teams are wanted"});
    }
    boards.push_back({board.board, {one, other}, board.value});
    meetings.insert(meetings.end(), {{one.bots[0], other.bots[0]}, one.bots, other.bots});
    for (const std::size_t bot : std::set{one.bots[0], one.bots[1], other.bots[0], other.bots[1]}) {
      boards_of_bot[bot] += 1;
    }
  }
  PartnershipRatings rated = rate_partnerships(teams.bots.size(), boards);
  EntrantGroups groups = group_entrants(boards_of_bot.size(), meetings);
  return ResultRatings{.model = RatingModel::Members,
                       .names = std::move(teams.bots),
                       .results = boards.size(),
                       .strengths = std::move(rated.members),
                       .tellable = std::move(rated.tellable),
                       .synergies = std::move(rated.synergies),
                       .synergy_deviation = rated.synergy_deviation,
                       .groups = std::move(groups),
                       .boards = std::move(boards_of_bot)};
}

/// Bots group by group, inside a group the strongest first, then those whose strength is open.
std::vector<std::size_t> ranks_of(const ResultRatings& ratings) {
  std::vector<std::size_t> ranked(ratings.names.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  const auto key = [&](std::size_t bot) {
    const bool is_open = !ratings.is_tellable(bot);
    return std::tuple(ratings.groups.of[bot], is_open, is_open ? 0.0 : -ratings.strengths.value(bot));
  };
  std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return ranked;
}

}  // namespace

ResultKind rated_kind(RatingModel model) {
  const bool is_of_points = model == RatingModel::Points || model == RatingModel::Members;
  return is_of_points ? ResultKind::Points : ResultKind::Score;
}

tl::expected<ResultRatings, CsvError> rate_results(const ResultsTable& results, const RatingPlan& plan) {
  assert(results.has(rated_kind(plan.model)) || results.names.empty());
  auto ratings = plan.model == RatingModel::Members ? rate_members(results) : rate_bots(results, plan);
  if (ratings) ratings->ranked = ranks_of(*ratings);
  return ratings;
}

}  // namespace tichu::arena
