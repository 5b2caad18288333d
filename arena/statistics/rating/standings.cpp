#include "arena/statistics/rating/standings.h"

#include <algorithm>
#include <tuple>

#include "arena/statistics/rating/alike_entrants.h"
#include "arena/statistics/rating/field_rating.h"
#include "arena/statistics/rating/normal_distribution.h"

namespace tichu::arena {
namespace {

void count_verdict(WinCount& count, BoardVerdict verdict) {
  switch (verdict) {
    case BoardVerdict::Win:
      count.wins += 1;
      return;
    case BoardVerdict::Draw:
      count.draws += 1;
      return;
    case BoardVerdict::Loss:
      count.losses += 1;
      return;
  }
}

BoardVerdict mirrored(BoardVerdict verdict) {
  if (verdict == BoardVerdict::Draw) return verdict;
  return verdict == BoardVerdict::Win ? BoardVerdict::Loss : BoardVerdict::Win;
}

std::vector<std::array<std::size_t, 2>> meetings_of(std::span<const RatedBoard> boards) {
  std::vector<std::array<std::size_t, 2>> meetings;
  meetings.reserve(boards.size());
  for (const RatedBoard& board : boards) {
    meetings.push_back({static_cast<std::size_t>(board.entrants[0]), static_cast<std::size_t>(board.entrants[1])});
  }
  return meetings;
}

}  // namespace

Standings rate(std::span<const RatedBoard> boards, std::span<const PlayFigures> figures,
               std::optional<StrengthAnchor> anchor) {
  const std::size_t entrants = figures.size();
  Standings standings;
  standings.ranked.resize(entrants);
  standings.pairs.resize(entrants * entrants);

  standings.groups = group_entrants(entrants, meetings_of(boards));

  std::vector<std::vector<BoardMargin>> by_entrant(entrants);
  std::vector<std::vector<BoardMargin>> by_pair(entrants * entrants);
  const auto count_for = [&](EntrantId self, EntrantId other, BoardNumber board, double margin, BoardVerdict verdict) {
    const auto row = static_cast<std::size_t>(self);
    const std::size_t pair = row * entrants + static_cast<std::size_t>(other);
    by_entrant[row].push_back({board, margin});
    by_pair[pair].push_back({board, margin});
    count_verdict(standings.ranked[row].count, verdict);
    count_verdict(standings.pairs[pair].count, verdict);
  };
  for (const RatedBoard& board : boards) {
    const auto& [first, second] = board.entrants;
    count_for(first, second, board.board, board.result.margin, board.result.verdict);
    count_for(second, first, board.board, -board.result.margin, mirrored(board.result.verdict));
  }

  const FieldRating ratings = rate_elo(entrants, scores_of(boards), {.anchor = anchor});
  const FieldRating points = rate_points(entrants, margins_of(boards));
  for (std::size_t i = 0; i < entrants; ++i) {
    Standing& standing = standings.ranked[i];
    standing.entrant = static_cast<EntrantId>(i);
    standing.rating = {ratings.value(i), ratings.error95(i)};
    standing.points = estimate_points(by_entrant[i]);
    standing.points.mean = points.value(i);
    // The field's error; none where the own points never varied, which does not tell how far they can.
    if (standing.points.standard_error) standing.points.standard_error = points.error95(i) / Normal95;
    standing.figures = figures[i];
  }
  for (std::size_t a = 0; a < entrants; ++a) {
    for (std::size_t b = 0; b < entrants; ++b) {
      PairStanding& pair = standings.pairs[a * entrants + b];
      pair.points = estimate_points(by_pair[a * entrants + b]);
      if (!standings.groups.has_together(a, b)) continue;
      pair.difference = EloRating{ratings.value(a) - ratings.value(b), ratings.difference_error95(a, b)};
      pair.superiority = ratings.superiority(a, b);
      if (a != b) pair.head_to_head = ratings.forecast(a, b).superiority;
    }
  }

  standings.alike = alike_entrants(entrants, margins_of(boards));
  std::stable_sort(standings.ranked.begin(), standings.ranked.end(), [&](const Standing& a, const Standing& b) {
    const auto key = [&](const Standing& standing) {
      const std::size_t group = standings.groups.of[static_cast<std::size_t>(standing.entrant)];
      return std::tuple(group, -standing.rating.elo, -standing.points.mean);
    };
    return key(a) < key(b);
  });
  return standings;
}

}  // namespace tichu::arena
