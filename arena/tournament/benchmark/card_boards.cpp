#include "arena/tournament/benchmark/card_boards.h"

#include <set>
#include <utility>

#include "arena/hosting/match/board_judgement.h"
#include "arena/record/json_record.h"
#include "arena/tournament/play/recorded_round.h"

namespace tichu::arena {
namespace {

/// The round as it would have counted if its first fault had ended it.
RoundOutcome forfeited(const Record& record) {
  RoundOutcome outcome = outcome_of(record);
  if (outcome.faults.empty() || outcome.record.failure) return outcome;
  const SeatFault first = outcome.faults.front();
  outcome.faults.clear();
  outcome.record.faults.clear();
  outcome.record.result.reset();
  forfeit(outcome, first);
  return outcome;
}

double margin_with_faults(const StoredBoard& board) {
  BoardOutcome outcome;
  for (const StoredRound& round : board.rounds) {
    if (outcome.tables.empty() || outcome.tables.back().seating != round.seating) {
      outcome.tables.emplace_back().seating = round.seating;
    }
    outcome.tables.back().rounds.push_back(forfeited(round.record));
  }
  return judge_board(outcome, false).margin;
}

/// Names, the tournament's place and its seed differ where the same rounds were played.
std::string nameless_record(Record record) {
  record.tournament.reset();
  record.bots.reset();
  record.seed.reset();
  return write_json_record(record);
}

}  // namespace

MeasuredBoardsReader::MeasuredBoardsReader(const TournamentConfig& config)
    : measured_(static_cast<BotId>(config.bots.size() - 1)), sha256_(std::make_unique<Sha256>()) {}

void MeasuredBoardsReader::add(const StoredBoard& board) {
  const double margin = board.result.margin;
  read_.boards.push_back({board.job.board, board.job.entrants[0], board.job.entrants[1],
                          board.faults.empty() ? margin : margin_with_faults(board), margin});
  read_.rounds += board.rounds.size();
  std::set<std::pair<SeatingNumber, RoundNumber>> at_fault;
  for (const FinishedFault& fault : board.faults) {
    if (fault.bot != measured_) continue;
    at_fault.insert({fault.seating, fault.round});
    read_.faults[fault.kind] += 1;
  }
  read_.rounds_at_fault += at_fault.size();
  for (const StoredRound& round : board.rounds) sha256_->add(nameless_record(round.record) + "\n");
}

MeasuredBoards MeasuredBoardsReader::finish() {
  read_.sha256 = sha256_->hexadecimal();
  return std::move(read_);
}

}  // namespace tichu::arena
