#include "arena/hosting/match/board_judgement.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

namespace tichu::arena {
namespace {

constexpr Points ForfeitScore{200};

int sign(int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

/// Points of the first partnership less those of the second over a table's rounds.
int difference(const TableOutcome& table) {
  int sum = 0;
  for (const RoundOutcome& round : table.rounds) {
    sum += round.score[team_of(0, table.seating)].value() - round.score[team_of(1, table.seating)].value();
  }
  return sum;
}

/// The seat whose fault ended the round; nullopt if none did.
std::optional<Seat> forfeiter(const RoundOutcome& round) {
  return round.record.failure ? round.record.failure->seat : std::nullopt;
}

/// Who won a table, 1 for the first partnership, -1 for the second, 0 for a draw: whoever was at fault lost it.
int table_winner(const TableOutcome& table) {
  if (table.rounds.empty()) return 0;
  if (const auto loser = forfeiter(table.rounds.back())) return partnership_of(*loser, table.seating) == 0 ? -1 : 1;
  return sign(difference(table));
}

double table_margin(const TableOutcome& table) {
  return table.rounds.empty() ? 0 : static_cast<double>(difference(table)) / static_cast<double>(table.rounds.size());
}

/// The mean square distance of the tables' margins from their mean.
double spread_of(const std::vector<TableOutcome>& tables) {
  double sum = 0;
  double squares = 0;
  for (const TableOutcome& table : tables) sum += table_margin(table);
  const double mean = sum / static_cast<double>(tables.size());
  for (const TableOutcome& table : tables) squares += (table_margin(table) - mean) * (table_margin(table) - mean);
  return squares / static_cast<double>(tables.size());
}

/// `out` is the order in which the seats went out.
void count_round(const RoundOutcome& round, const std::vector<Seat>& out, Team team, PlayFigures& figures) {
  figures.rounds += 1;
  if (is_double_victory(out) && out.front().team() == team) figures.double_victories += 1;
  for (const RecordedAction& recorded : round.record.actions) {
    if (recorded.seat.team() == team) count_call(recorded, out.front(), figures);
  }
  for (const Seat seat : AllSeats) {
    if (seat.team() == team && round.bomb_after_push[seat]) figures.bomb_hands += 1;
  }
}

}  // namespace

PerTeam<Points> forfeit_score(Team at_fault) {
  PerTeam<Points> score;
  score[opponent(at_fault)] = ForfeitScore;
  return score;
}

BoardResult judge_board(const BoardOutcome& outcome, bool game) {
  assert(!outcome.tables.empty());
  BoardResult result;
  result.tables = static_cast<int>(outcome.tables.size());
  result.table_spread = spread_of(outcome.tables);
  int total = 0;
  int tables_won = 0;  // less those lost
  std::size_t rounds = 0;
  std::array<int, 2> forfeits{};
  for (const TableOutcome& table : outcome.tables) {
    total += difference(table);
    tables_won += table_winner(table);
    rounds += table.rounds.size();
    const auto side_of = [&](Seat seat) { return static_cast<std::size_t>(partnership_of(seat, table.seating)); };
    for (const RoundOutcome& round : table.rounds) {
      if (const auto loser = forfeiter(round)) ++forfeits[side_of(*loser)];
      for (const RecordedFault& fault : round.record.faults) ++result.faults[side_of(fault.seat)];
    }
  }
  if (rounds > 0) result.margin = static_cast<double>(total) / static_cast<double>(rounds);
  result.score = (1 + static_cast<double>(tables_won) / result.tables) / 2;
  int winner = game ? sign(tables_won) : sign(total);
  const bool only_first_at_fault = forfeits[0] > 0 && forfeits[1] == 0;
  const bool only_second_at_fault = forfeits[1] > 0 && forfeits[0] == 0;
  for (std::size_t side = 0; side < 2; ++side) result.faults[side] += forfeits[side];
  const double forfeit_margin = ForfeitScore.value();
  if (only_first_at_fault) {
    winner = -1;
    result.score = 0;
    result.margin = std::min(result.margin, -forfeit_margin);
  } else if (only_second_at_fault) {
    winner = 1;
    result.score = 1;
    result.margin = std::max(result.margin, forfeit_margin);
  }
  result.verdict = winner > 0 ? BoardVerdict::Win : winner < 0 ? BoardVerdict::Loss : BoardVerdict::Draw;
  return result;
}

void count_call(const RecordedAction& recorded, Seat first_out, PlayFigures& figures) {
  const std::uint64_t made = recorded.seat == first_out ? 1 : 0;
  if (recorded.action.kind == ActionKind::CallTichu) {
    figures.tichu_called += 1;
    figures.tichu_made += made;
  } else if (recorded.action.kind == ActionKind::CallGrandTichu) {
    figures.grand_called += 1;
    figures.grand_made += made;
  }
}

PlayFigures figures_of(const TableOutcome& table, int partnership) {
  PlayFigures figures;
  const Team team = team_of(partnership, table.seating);
  for (const RoundOutcome& round : table.rounds) {
    if (const auto loser = forfeiter(round); loser && loser->team() == team) figures.faults += 1;
    for (const RecordedFault& fault : round.record.faults) figures.faults += fault.seat.team() == team ? 1 : 0;
    const std::optional<RecordedResult>& result = round.record.result;
    if (result && result->out) count_round(round, *result->out, team, figures);
  }
  return figures;
}

}  // namespace tichu::arena
