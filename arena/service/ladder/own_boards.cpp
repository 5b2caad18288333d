#include "arena/service/ladder/own_boards.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/play_board.h"
#include "arena/record/json_record.h"
#include "arena/service/ladder/open_record.h"
#include "arena/text/shell_word.h"
#include "arena/text/utf8.h"
#include "arena/tournament/store/board_output.h"

namespace tichu::arena {
namespace {

Refusal no_board() { return {RefusalKind::Missing, "board_unknown", "there is no such board"}; }

/// The table's records without the seed and what others wrote.
std::vector<std::string> records_for(const StoredBoard& board, SeatingNumber seating, Seat seat,
                                     const std::array<std::string, 4>& names) {
  std::vector<std::string> records;
  for (const StoredRound& round : board.rounds) {
    if (round.seating != seating) continue;
    Record record = round.record;
    record.seed.reset();
    record.bots = names;
    leave_out_words(record, [seat](Seat other) { return other == seat; });
    records.push_back(write_json_record(record));
  }
  return records;
}

std::optional<OwnSeat::Place> fault_of_seat(const StoredBoard& board, SeatingNumber seating, Seat seat) {
  for (const FinishedFault& fault : board.faults) {
    if (fault.seating != seating || fault.seat != seat) continue;
    return OwnSeat::Place{fault.round, fault.question ? std::string(to_text(*fault.question)) : std::string(),
                          fault.actions, std::string(to_text(fault.kind)), fault.text};
  }
  return std::nullopt;
}

std::string output_of_seat(const std::vector<SeatOutput>& outputs, SeatingNumber seating, Seat seat) {
  for (const SeatOutput& output : outputs) {
    if (output.seating == seating && output.seat == seat) return bounded_utf8(output.text, 3 * output.text.size() + 3);
  }
  return {};
}

}  // namespace

OrRefusal<std::vector<OwnFault>> OwnBoards::faults(const Caller& caller, JobNumber job) {
  if (!caller.may(Scope::Read)) return without_scope(Scope::Read);
  const auto stored = Tournament::open(play_.folder(), "the ladder");
  const auto board = stored ? stored->board(job) : std::nullopt;
  if (!board) return tl::unexpected(no_board());
  std::vector<OwnFault> own;
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable versions(work);
  for (const FinishedFault& listed : board->faults) {
    // Every entrant here is a bot with itself as partner, so that their numbers are the same.
    const auto version = versions.find_entrant(static_cast<EntrantId>(listed.bot));
    if (!version || (version->shown.author != caller.account.id && !is_moderator(&caller))) continue;
    const FinishedFault fault = stored->fault(listed);
    std::string again = "tichu-arena replay --board " + to_string(job) + " --table " + to_string(fault.seating) +
                        " --seat " + std::to_string(fault.seat.number());
    if (const std::string bot = place_at_home(*version); !bot.empty()) again += " --bot " + shell_word(bot);
    own.push_back({job, fault.seating, fault.round, fault.seat.number(), version->shown.name(),
                   std::string(to_text(fault.kind)), fault.text,
                   bounded_utf8(fault.stderr_tail, 3 * fault.stderr_tail.size() + 3), std::move(again)});
  }
  return own;
}

OrRefusal<std::vector<OwnSeat>> OwnBoards::own_seats(const Caller& caller, JobNumber job) {
  if (!caller.may(Scope::Read)) return without_scope(Scope::Read);
  const auto stored = Tournament::open(play_.folder(), "the ladder");
  const auto board = stored ? stored->board(job) : std::nullopt;
  if (!board) return tl::unexpected(no_board());
  const TournamentConfig config = stored->config();
  BoardSpec spec;
  spec.tournament_seed = seed_of(config, job);
  spec.board = board->job.board;
  const std::vector<SeatOutput> outputs = board_output(play_.folder(), job);
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable versions(work);
  std::vector<OwnSeat> seats;
  for (int table = 0; table < table_count(config.seatings); ++table) {
    const SeatingNumber seating(static_cast<std::uint64_t>(table));
    const PerSeat<EntrantId> entrants = entrants_at(board->job, seating);
    std::array<std::string, 4> names;
    for (const Seat seat : AllSeats) {
      const auto version = versions.find_entrant(entrants[seat]);
      names.at(static_cast<std::size_t>(seat.number())) =
          open_name(version ? std::optional(version->shown) : std::nullopt, entrants[seat]);
    }
    for (const Seat seat : AllSeats) {
      const auto version = versions.find_entrant(entrants[seat]);
      if (!version || (version->shown.author != caller.account.id && !is_moderator(&caller))) continue;
      OwnSeat own{job, seating, seat.number(), version->shown.name(), bot_seed(spec, seating, seat), {}, {}, {}};
      own.records = records_for(*board, seating, seat, names);
      own.fault = fault_of_seat(*board, seating, seat);
      own.output = output_of_seat(outputs, seating, seat);
      seats.push_back(std::move(own));
    }
  }
  return seats;
}

}  // namespace tichu::arena
