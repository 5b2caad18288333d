#include "arena/tournament/store/board_reader.h"

#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "arena/hosting/match/board.h"
#include "arena/tournament/store/packed_rounds.h"
#include "arena/tournament/store/placed_record.h"
#include "arena/tournament/store/sqlite_statement.h"
#include "arena/tournament/store/stored_rows.h"

namespace tichu::arena {
namespace {

/// Asks for the rows of another job, whatever became of the one before.
void ask(SQLite::Statement& query, JobNumber job) {
  query.tryReset();
  query.bind(1, signed_of(job.value()));
}

/// Those after which a substitute played on, in the order in which they were committed.
std::vector<RecordedFault> recorded_faults(const std::vector<FinishedFault>& faults, const StoredRound& round) {
  std::vector<RecordedFault> recorded;
  for (const FinishedFault& fault : faults) {
    if (fault.seating != round.seating || fault.round != round.number) continue;
    if (round.record.failure && round.record.failure->seat == fault.seat) continue;
    recorded.push_back({fault.seat, std::string(to_text(fault.kind)), fault.text, fault.actions});
  }
  std::stable_sort(recorded.begin(), recorded.end(),
                   [](const RecordedFault& a, const RecordedFault& b) { return a.after < b.after; });
  return recorded;
}

}  // namespace

BoardReader::BoardReader(const SQLite::Database& database, const TournamentConfig& config,
                         const std::vector<Entrant>& entrants)
    : config_(config),
      entrants_(entrants),
      job_(database, std::string("SELECT ") + JobColumns + " FROM job WHERE number = ?"),
      faults_(database,
              std::string("SELECT ") + FaultColumns + " FROM fault WHERE job = ? ORDER BY seating, round, seat"),
      rounds_(database, "SELECT packed FROM rounds WHERE job = ?") {}

std::optional<tl::expected<StoredBoard, DamagedJob>> BoardReader::read(JobNumber job) {
  DamagedJob damaged;
  damaged.job = job;
  try {
    ask(job_, job);
    if (!job_.executeStep()) return std::nullopt;
    damaged.board = BoardNumber(unsigned_of(job_.getColumn(1)));
    StoredBoard board;
    board.job = job_of(job_, entrants_.size());
    board.result = result_of(job_);
    board.stored = stored_of(job_);
    read_faults(board);
    read_rounds(board);
    return board;
  } catch (const SQLite::Exception& error) {
    // Anything else, such as a lock, is no fault of this job.
    if ((error.getErrorCode() & 0xff) != SQLITE_CORRUPT) throw;
    damaged.what = error.what();
  } catch (const std::runtime_error& error) {
    damaged.what = error.what();
  }
  return tl::unexpected(std::move(damaged));
}

void BoardReader::read_faults(StoredBoard& board) {
  ask(faults_, board.job.number);
  while (faults_.executeStep()) board.faults.push_back(fault_of(faults_, config_.bots.size()));
}

void BoardReader::read_rounds(StoredBoard& board) {
  ask(rounds_, board.job.number);
  if (!rounds_.executeStep()) throw std::runtime_error(std::string(MissingRounds));
  const SQLite::Column packed = rounds_.getColumn(0);
  const std::string_view bytes(static_cast<const char*>(packed.getBlob()), static_cast<std::size_t>(packed.getBytes()));
  board.rounds = unpack_rounds(bytes, known_seed(config_, board.job.number));
  const auto team_of = [&](std::size_t side) {
    return entrants_[static_cast<std::size_t>(board.job.entrants[side])].bots;
  };
  for (StoredRound& round : board.rounds) {
    const PerSeat<BotId> bots = seating_of({team_of(0), team_of(1)}, round.seating);
    place_record(round.record, config_, {board.job.number, board.job.board, round.seating, round.number, bots});
    round.record.faults = recorded_faults(board.faults, round);
  }
}

}  // namespace tichu::arena
