#include "arena/rating/play_figures.h"

namespace tichu::arena {
namespace {

void count_round(const RoundOutcome& round, Team team, PlayFigures& figures) {
  const RoundResult& result = *round.result;
  figures.rounds += 1;
  if (result.double_victory && result.out[0].team() == team) figures.double_victories += 1;
  for (const RecordedAction& recorded : round.actions) {
    if (recorded.seat.team() != team) continue;
    const std::uint64_t made = recorded.seat == result.out[0] ? 1 : 0;
    if (recorded.action.kind == ActionKind::CallTichu) {
      figures.tichu_called += 1;
      figures.tichu_made += made;
    } else if (recorded.action.kind == ActionKind::CallGrandTichu) {
      figures.grand_called += 1;
      figures.grand_made += made;
    }
  }
  for (const Seat seat : AllSeats) {
    if (seat.team() == team && round.bomb_after_push[seat]) figures.bomb_hands += 1;
  }
}

}  // namespace

PlayFigures& PlayFigures::operator+=(const PlayFigures& other) {
  rounds += other.rounds;
  tichu_called += other.tichu_called;
  tichu_made += other.tichu_made;
  grand_called += other.grand_called;
  grand_made += other.grand_made;
  double_victories += other.double_victories;
  bomb_hands += other.bomb_hands;
  faults += other.faults;
  return *this;
}

PlayFigures figures_of(const TableOutcome& table, int partnership) {
  PlayFigures figures;
  const Team team = team_of(partnership, table.seating);
  for (const RoundOutcome& round : table.rounds) {
    if (round.fault && round.fault->seat.team() == team) figures.faults += 1;
    for (const SeatFault& fault : round.substituted) figures.faults += fault.seat.team() == team ? 1 : 0;
    if (round.result) count_round(round, team, figures);
  }
  return figures;
}

}  // namespace tichu::arena
