#include "arena/tournament/play/finish_job.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "arena/hosting/match/board_judgement.h"
#include "arena/tournament/store/placed_record.h"

namespace tichu::arena {
namespace {

void add_times(const TableOutcome& table, FinishedJob& finished) {
  for (const RoundOutcome& round : table.rounds) {
    for (const Seat seat : AllSeats) {
      const auto side = static_cast<std::size_t>(partnership_of(seat, table.seating));
      finished.think_time[side] += round.think_time[seat];
      add_usage(finished.usage, {table.bots[seat], round.think_time[seat], {}});
    }
  }
}

void add_table(TableOutcome& table, FinishedJob& finished) {
  for (const Seat seat : AllSeats) {
    std::string& text = table.output[seat];
    if (!text.empty()) finished.output.push_back({table.seating, seat, table.bots[seat], std::move(text)});
  }
  for (std::size_t i = 0; i < table.rounds.size(); ++i) {
    RoundOutcome& round = table.rounds[i];
    const RoundNumber number(i);
    for (SeatFault& fault : round.faults) {
      finished.faults.push_back({finished.job.number, table.seating, number, fault.seat, table.bots[fault.seat],
                                 fault.fault.kind, std::move(fault.fault.text), std::move(fault.fault.stderr_tail),
                                 fault.question, std::move(fault.exchange), fault.actions});
    }
    const std::array score{round.score[team_of(0, table.seating)], round.score[team_of(1, table.seating)]};
    finished.rounds.push_back({table.seating, number, score, std::move(round.record)});
  }
}

}  // namespace

std::string given_up_text(int give_up_after) {
  return fmt::format(
      "was not started any more, since it was at fault at every table of {} of its boards in a row (give_up_after)",
      give_up_after);
}

BoardSpec spec_of_any_board(const TournamentConfig& config) {
  BoardSpec spec;
  spec.game = config.format == BoardFormat::Games;
  spec.rules = config.rules;
  spec.remarks = config.remarks;
  spec.retries = config.retries;
  spec.substitute = config.faults == FaultPolicy::Substitute;
  spec.tables = table_count(config.seatings);
  return spec;
}

BoardSpec board_spec(const TournamentConfig& config, const std::vector<Entrant>& entrants, const Job& job,
                     std::vector<BotId> given_up) {
  BoardSpec spec = spec_of_any_board(config);
  spec.tournament_seed = seed_of(config, job.number);
  spec.board = job.board;
  for (std::size_t i = 0; i < 2; ++i) spec.teams[i] = entrants[static_cast<std::size_t>(job.entrants[i])].bots;
  spec.given_up = std::move(given_up);
  if (!spec.given_up.empty()) spec.given_up_text = given_up_text(config.give_up_after);
  return spec;
}

Record begun_record(const TournamentConfig& config, RoundSnapshot round) {
  place_record(round.record, config, round.place);
  return std::move(round.record);
}

FinishedJob finish_job_without_times(BoardFormat format, const Job& job, BoardOutcome& outcome) {
  FinishedJob finished;
  finished.job = job;
  finished.result = judge_board(outcome, format == BoardFormat::Games);
  std::size_t rounds = 0;
  for (const TableOutcome& table : outcome.tables) rounds += table.rounds.size();
  finished.rounds.reserve(rounds);
  for (TableOutcome& table : outcome.tables) {
    for (int side = 0; side < 2; ++side) finished.figures[static_cast<std::size_t>(side)] += figures_of(table, side);
    add_table(table, finished);
  }
  return finished;
}

FinishedJob finish_job(const TournamentConfig& config, const Job& job, BoardOutcome outcome) {
  FinishedJob finished = finish_job_without_times(config.format, job, outcome);
  for (const TableOutcome& table : outcome.tables) add_times(table, finished);
  return finished;
}

}  // namespace tichu::arena
