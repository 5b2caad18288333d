#pragma once

#include "arena/tournament/play/tournament_report.h"

namespace tichu::arena {

/// Two bots over two boards: `steady` won one by 100 points per round and drew the other; `böse, "x"` has two faults.
inline TournamentReport example_report() {
  TournamentReport report;
  report.config.name = "cup";
  report.config.seed = 7;
  report.config.boards = 2;
  report.config.bots.resize(2);
  report.config.bots[0].name = "böse, \"x\"";
  report.config.bots[1].name = "steady";
  report.config.bots[1].trusted = true;
  report.sandbox = {"landlock", {"no sockets", "one process"}, ""};
  report.entrants = entrants_of(report.config);
  report.boards_planned = 2;
  std::vector<RatedBoard> boards(2);
  for (std::size_t i = 0; i < 2; ++i) {
    boards[i].board = BoardNumber(i);
    boards[i].entrants = {EntrantId{0}, EntrantId{1}};
  }
  boards[0].result = {-100, BoardVerdict::Loss, {2, 0}, 0.0, 2};
  std::vector<PlayFigures> figures(2);
  figures[1] = {4, 2, 1, 1, 1, 1, 3, 0};
  figures[0].faults = 2;
  report.standings = rate(boards, figures);
  report.faults = {{JobNumber(0), SeatingNumber(0), RoundNumber(0), Seat(0), BotId{0}, FaultKind::Crash,
                    "was ended by signal 11 (SIGSEGV)", ""},
                   {JobNumber(0), SeatingNumber(1), RoundNumber(0), Seat(1), BotId{0}, FaultKind::Crash,
                    "was ended by signal 6 (SIGABRT)", ""}};
  return report;
}

}  // namespace tichu::arena
