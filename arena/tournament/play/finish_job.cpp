#include "arena/tournament/play/finish_job.h"

#include <fmt/format.h>

#include <utility>

#include "arena/hosting/match/board_judgement.h"
#include "arena/record/record.h"
#include "arena/tournament/store/placed_record.h"

namespace tichu::arena {
namespace {

FinishedRound finished_round(const TableOutcome& table, std::size_t number) {
  const RoundOutcome& round = table.rounds[number];
  FinishedRound finished;
  finished.seating = table.seating;
  finished.number = RoundNumber(number);
  finished.deal_index = round.deal_index;
  finished.score = {round.score[team_of(0, table.seating)], round.score[team_of(1, table.seating)]};
  finished.deal = round.deal;
  finished.actions = round.actions;
  finished.remarks = round.remarks;
  if (round.result) finished.result = recorded_result(*round.result);
  if (round.fault) {
    finished.failure =
        RecordFailure{round.fault->seat, std::string(to_text(round.fault->fault.kind)), round.fault->fault.text};
  }
  return finished;
}

void add_table(const TableOutcome& table, FinishedJob& finished) {
  for (std::size_t number = 0; number < table.rounds.size(); ++number) {
    const RoundOutcome& round = table.rounds[number];
    finished.rounds.push_back(finished_round(table, number));
    for (const Seat seat : AllSeats) {
      const auto side = static_cast<std::size_t>(partnership_of(seat, table.seating));
      finished.think_time[side] += round.think_time[seat];
      add_usage(finished.usage, {table.bots[seat], round.think_time[seat], {}});
    }
    const auto keep = [&](const SeatFault& fault) {
      finished.faults.push_back({finished.job.number, table.seating, RoundNumber(number), fault.seat,
                                 table.bots[fault.seat], fault.fault.kind, fault.fault.text, fault.fault.stderr_tail,
                                 fault.question, fault.exchange, fault.actions});
    };
    if (round.fault) keep(*round.fault);
    for (const SeatFault& fault : round.substituted) keep(fault);
  }
}

}  // namespace

BoardSpec board_spec(const TournamentConfig& config, const std::vector<Entrant>& entrants, const Job& job,
                     std::vector<BotId> given_up) {
  BoardSpec spec;
  spec.tournament_seed = config.seed;
  spec.board = job.board;
  for (std::size_t i = 0; i < 2; ++i) spec.teams[i] = entrants[static_cast<std::size_t>(job.entrants[i])].bots;
  spec.game = config.format == BoardFormat::Games;
  spec.rules = config.rules;
  spec.remarks = config.remarks;
  spec.substitute = config.faults == FaultPolicy::Substitute;
  spec.tables = table_count(config.seatings);
  spec.given_up = std::move(given_up);
  if (!spec.given_up.empty()) {
    spec.given_up_text = fmt::format(
        "was not started any more, since it was at fault at every table of {} of its boards in a row (give_up_after)",
        config.give_up_after);
  }
  return spec;
}

Record begun_record(const TournamentConfig& config, const RoundSnapshot& round) {
  Record record = placed_record(config, round.place, round.deal_index);
  record.deal = round.deal;
  record.actions = round.actions;
  return record;
}

FinishedJob finish_job(const TournamentConfig& config, const Job& job, const BoardOutcome& outcome) {
  FinishedJob finished;
  finished.job = job;
  finished.result = judge_board(outcome, config.format == BoardFormat::Games);
  for (const TableOutcome& table : outcome.tables) {
    add_table(table, finished);
    for (int side = 0; side < 2; ++side) finished.figures[static_cast<std::size_t>(side)] += figures_of(table, side);
  }
  return finished;
}

}  // namespace tichu::arena
