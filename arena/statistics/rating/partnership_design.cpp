#include "arena/statistics/rating/partnership_design.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arena/statistics/rating/entrant_groups.h"

namespace tichu::arena {
namespace {

using Rows = std::vector<std::vector<double>>;

/// Numbers come from sums and quotients of small whole numbers; what is smaller than this is 0.
constexpr double Nothing = 1e-9;

/// A matrix in reduced row echelon form: each row that is left has a 1 in its pivot column, the only one there.
struct Echelon {
  Rows rows;
  std::vector<std::size_t> pivots;  ///< the pivot column of each row
};

void subtract(std::vector<double>& row, const std::vector<double>& other, double factor) {
  for (std::size_t k = 0; k < row.size(); ++k) row[k] -= factor * other[k];
}

Echelon echelon_of(Rows rows, std::size_t columns) {
  Echelon echelon;
  std::size_t rank = 0;
  for (std::size_t column = 0; column < columns && rank < rows.size(); ++column) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(rank);
    const auto largest = std::max_element(
        first, rows.end(), [&](const auto& a, const auto& b) { return std::abs(a[column]) < std::abs(b[column]); });
    if (std::abs((*largest)[column]) < Nothing) continue;
    std::swap(*first, *largest);
    const double pivot = (*first)[column];
    for (double& value : *first) value /= pivot;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i != rank && std::abs(rows[i][column]) >= Nothing) subtract(rows[i], rows[rank], rows[i][column]);
    }
    echelon.pivots.push_back(column);
    ++rank;
  }
  rows.resize(rank);
  echelon.rows = std::move(rows);
  return echelon;
}

/// The columns without a pivot.
std::vector<std::size_t> free_columns(const Echelon& echelon, std::size_t columns) {
  std::vector<bool> has_pivot(columns, false);
  for (const std::size_t pivot : echelon.pivots) has_pivot[pivot] = true;
  std::vector<std::size_t> columns_left;
  for (std::size_t i = 0; i < columns; ++i) {
    if (!has_pivot[i]) columns_left.push_back(i);
  }
  return columns_left;
}

/// A team a row: how often each bot is in it, then a 1 for the teams that it can be compared with. No board tells
/// anything of a common change of all these.
Rows design_of(std::size_t bots, std::span<const BotPair> teams, const EntrantGroups& comparable) {
  Rows rows(teams.size(), std::vector<double>(bots + comparable.members.size(), 0.0));
  for (std::size_t team = 0; team < teams.size(); ++team) {
    for (const std::size_t bot : teams[team].bots) rows[team][bot] += 1;
    rows[team][bots + comparable.of[team]] = 1;
  }
  return rows;
}

Rows transposed(const Rows& rows, std::size_t columns) {
  Rows result(columns, std::vector<double>(rows.size(), 0.0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < columns; ++k) result[k][i] = rows[i][k];
  }
  return result;
}

/// Bots that are tied together as partners or as opponents.
EntrantGroups groups_of_bots(std::size_t bots, std::span<const BotPair> teams,
                             std::span<const std::array<std::size_t, 2>> meetings) {
  std::vector<std::array<std::size_t, 2>> ties;
  for (const BotPair& team : teams) ties.push_back(team.bots);
  for (const auto& [a, b] : meetings) ties.push_back({teams[a].bots[0], teams[b].bots[0]});
  return group_entrants(bots, ties);
}

/// A bot's strength against the mean of its group is told if no change of strengths that leaves all boards as they
/// are changes it.
std::vector<bool> tellable_members(std::size_t bots, std::span<const BotPair> teams, const Rows& design,
                                   std::size_t columns, const EntrantGroups& groups) {
  std::vector<bool> tellable(bots, false);
  for (const BotPair& team : teams) {
    for (const std::size_t bot : team.bots) tellable[bot] = true;
  }
  const Echelon echelon = echelon_of(design, columns);
  for (const std::size_t column : free_columns(echelon, columns)) {
    std::vector<double> change(columns, 0.0);
    change[column] = 1;
    for (std::size_t i = 0; i < echelon.rows.size(); ++i) change[echelon.pivots[i]] = -echelon.rows[i][column];
    for (const std::vector<std::size_t>& group : groups.members) {
      double mean = 0;
      for (const std::size_t bot : group) mean += change[bot] / static_cast<double>(group.size());
      for (const std::size_t bot : group) {
        if (std::abs(change[bot] - mean) >= Nothing) tellable[bot] = false;
      }
    }
  }
  return tellable;
}

/// A team's synergy is told if its row follows from those of other teams, so that their strengths foretell its own.
std::vector<bool> tellable_synergies(std::size_t teams, const Rows& design, std::size_t columns) {
  const Echelon echelon = echelon_of(transposed(design, columns), teams);
  std::vector<bool> tellable(teams, false);
  for (const std::size_t column : free_columns(echelon, teams)) {
    tellable[column] = true;
    for (std::size_t i = 0; i < echelon.rows.size(); ++i) {
      if (std::abs(echelon.rows[i][column]) >= Nothing) tellable[echelon.pivots[i]] = true;
    }
  }
  return tellable;
}

}  // namespace

TellableStrengths tellable_strengths(std::size_t bots, std::span<const BotPair> teams,
                                     std::span<const std::array<std::size_t, 2>> meetings) {
  const EntrantGroups comparable = group_entrants(teams.size(), meetings);
  const Rows design = design_of(bots, teams, comparable);
  const std::size_t columns = bots + comparable.members.size();
  return {tellable_members(bots, teams, design, columns, groups_of_bots(bots, teams, meetings)),
          tellable_synergies(teams.size(), design, columns)};
}

}  // namespace tichu::arena
