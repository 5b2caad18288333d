#include "arena/service/api/board_search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace tichu::arena {
namespace {

/// Half of a 95 % interval in standard errors.
constexpr double Reach = 1.96;

bool is_among(const std::vector<EntrantId>& wanted, EntrantId entrant) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), entrant) != wanted.end();
}

bool is_meant(const BoardRow& row, int side, const BoardQuery& query) {
  const auto own = static_cast<std::size_t>(side);
  if (!is_among(query.of, row.entrants[own]) || !is_among(query.against, row.entrants[1 - own])) return false;
  if (query.fault && !row.has_fault(side, *query.fault)) return false;
  if (query.any_fault && row.faults[own] == 0) return false;
  if (query.verdict && (side == 0 ? row.verdict : 2 - row.verdict) != *query.verdict) return false;
  return std::abs(row.margin) >= query.margin && (row.deeds[own] & query.deeds) == query.deeds;
}

/// Takes a board if it is meant; false: so many were found that it is left to the next question.
bool take(FoundBoards& found, const BoardRow& row, const BoardQuery& query) {
  if (query.before && row.job.value() >= *query.before) return true;
  const bool is_dated = query.since > 0 || query.until < UINT64_MAX;
  if (is_dated && (row.stored == 0 || row.stored < query.since || row.stored >= query.until)) return true;
  if (!is_meant(row, 0, query) && !is_meant(row, 1, query)) return true;
  if (found.boards.size() == query.most) {
    found.next = found.boards.back().job.value();
    return false;
  }
  found.boards.push_back(row);
  return true;
}

double error_of(double count, double sum, double squares) {
  const double variance = std::max(0.0, (squares - sum * sum / count) / (count - 1));
  return Reach * std::sqrt(variance / count);
}

}  // namespace

FoundBoards search_boards(std::span<const BoardRow> rows, const BoardQuery& query) {
  FoundBoards found;
  if (!query.among) {
    for (std::size_t i = rows.size(); i-- > 0 && take(found, rows[i], query);) {
    }
    return found;
  }
  for (auto job = query.among->rbegin(); job != query.among->rend(); ++job) {
    const auto row = std::lower_bound(rows.begin(), rows.end(), *job,
                                      [](const BoardRow& one, JobNumber number) { return one.job < number; });
    if (row != rows.end() && row->job == *job && !take(found, *row, query)) break;
  }
  return found;
}

void MeetingFigures::add(const BoardRow& row, int side) {
  const double margin = side == 0 ? row.margin : -row.margin;
  boards += 1;
  verdicts.at(static_cast<std::size_t>(side == 0 ? row.verdict : 2 - row.verdict)) += 1;
  sum += margin;
  squares += margin * margin;
  faults += row.faults[static_cast<std::size_t>(side)] != 0 ? 1 : 0;
  opponent_faults += row.faults[static_cast<std::size_t>(1 - side)] != 0 ? 1 : 0;
}

std::optional<double> MeetingFigures::error() const {
  if (boards < 2) return std::nullopt;
  return error_of(static_cast<double>(boards), sum, squares);
}

std::vector<MetOpponent> opponents_of(std::span<const BoardRow> rows, EntrantId entrant) {
  std::map<EntrantId, MeetingFigures> met;
  for (const BoardRow& row : rows) {
    for (const int side : {0, 1}) {
      if (row.entrants[static_cast<std::size_t>(side)] != entrant) continue;
      met[row.entrants[static_cast<std::size_t>(1 - side)]].add(row, side);
    }
  }
  std::vector<MetOpponent> all;
  all.reserve(met.size());
  for (const auto& [opponent, figures] : met) all.push_back({opponent, figures});
  return all;
}

std::vector<CrosstableCell> crosstable_of(std::span<const BoardRow> rows, std::span<const EntrantId> entrants) {
  constexpr std::size_t Absent = SIZE_MAX;
  std::vector<std::size_t> index;  // by entrant
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const auto entrant = static_cast<std::size_t>(entrants[i]);
    if (index.size() <= entrant) index.resize(entrant + 1, Absent);
    index[entrant] = i;
  }
  const auto index_of = [&](EntrantId entrant) {
    const auto number = static_cast<std::size_t>(entrant);
    return number < index.size() ? index[number] : Absent;
  };
  std::vector<MeetingFigures> figures(entrants.size() * entrants.size());
  for (const BoardRow& row : rows) {
    const std::size_t one = index_of(row.entrants[0]);
    const std::size_t other = index_of(row.entrants[1]);
    if (one == Absent || other == Absent || one == other) continue;
    figures[std::min(one, other) * entrants.size() + std::max(one, other)].add(row, one < other ? 0 : 1);
  }
  std::vector<CrosstableCell> met;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (figures[i].boards > 0) met.push_back({i / entrants.size(), i % entrants.size(), figures[i]});
  }
  return met;
}

std::vector<FormPoint> form_of(std::span<const BoardRow> rows, EntrantId entrant,
                               std::span<const std::optional<double>> ratings, std::size_t most) {
  std::vector<double> performances;
  for (const BoardRow& row : rows) {
    for (const int side : {0, 1}) {
      if (row.entrants[static_cast<std::size_t>(side)] != entrant) continue;
      const auto opponent = static_cast<std::size_t>(row.entrants[static_cast<std::size_t>(1 - side)]);
      if (opponent >= ratings.size() || !ratings[opponent]) continue;
      performances.push_back((side == 0 ? row.margin : -row.margin) + *ratings[opponent]);
    }
  }
  std::vector<FormPoint> points;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < performances.size(); ++i) {
    sum += performances[i];
    squares += performances[i] * performances[i];
    const std::size_t count = i + 1;
    const bool is_due = count * most / performances.size() != i * most / performances.size();
    if (count < 2 || !is_due) continue;
    const auto boards = static_cast<double>(count);
    points.push_back({count, sum / boards, error_of(boards, sum, squares)});
  }
  return points;
}

}  // namespace tichu::arena
