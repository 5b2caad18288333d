#include "arena/service/api/shown_board.h"

#include <array>
#include <string>
#include <utility>

#include "arena/presentation/page_data/board_json.h"
#include "arena/service/api/problem.h"
#include "arena/service/ladder/open_record.h"

namespace tichu::arena {

OrRefusal<JobNumber> job_of_path(const ApiCall& call) {
  if (const auto number = path_number(call.parameters.at(0))) return JobNumber(*number);
  return tl::unexpected(refusal_of("not_found", "A board's address has its number, such as boards/17."));
}

OrRefusal<ShownBoard> shown_board(ApiContext& context, const ApiCall& call) {
  return job_of_path(call).and_then([&](JobNumber job) { return board_in(context.ladder.tournament_folder(), job); });
}

OrRefusal<ShownBoard> board_in(const std::filesystem::path& folder, JobNumber job) {
  auto tournament = Tournament::open(folder, "ladder");
  if (!tournament) return tl::unexpected(refusal_of("not_found", "No board has been played yet."));
  if (tournament->board_bytes(job).value_or(0) > MostShownBytes) {
    return tl::unexpected(Refusal{RefusalKind::TooLarge, "board_too_large",
                                  "This board is too large to be shown; the dump has it.", "", MostShownBytes});
  }
  if (tournament->has_board(job)) return ShownBoard{std::move(*tournament), job};
  return tl::unexpected(refusal_of("not_found", "This board is not finished, or there is none."));
}

ApiJson board_line(const BoardRow& row, const ApiJson& first, const ApiJson& second) {
  return {{"id", row.job.value()},
          {"board", row.board},
          {"played", row.stored == 0 ? ApiJson() : ApiJson(row.stored)},
          {"first", first},
          {"second", second},
          {"margin", row.margin},
          {"verdict", row.verdict},
          {"faults", {row.faults[0] != 0, row.faults[1] != 0}}};
}

namespace {

void show_to_everybody(ApiContext& context, const Job& job, StoredRound& round) {
  leave_out_words(round.record, [](Seat) { return false; });
  const PerSeat<EntrantId> entrants = entrants_at(job, round.seating);
  std::array<std::string, 4>& names = round.record.bots.emplace();
  for (const Seat seat : AllSeats) {
    names.at(static_cast<std::size_t>(seat.number())) =
        open_name(context.ladder.versions().version_of(entrants[seat]), entrants[seat]);
  }
}

}  // namespace

HttpResponse answer_with_replay(const ApiJson& told, const std::string& replay) {
  std::string text = told.dump();
  text.pop_back();
  return text_answer("application/json", text + ",\"replay\":" + replay + "}\n");
}

std::string analysis_key(JobNumber job) { return std::to_string(job.value()); }

OrRefusal<ToldBoard> told_board(ApiContext& context, const ShownBoard& shown) {
  auto board = shown.tournament.board(shown.job);
  if (!board) return tl::unexpected(refusal_of("not_found", "This board is not finished, or there is none."));
  for (StoredRound& round : board->rounds) show_to_everybody(context, board->job, round);
  const AnalysedBoard analysed =
      context.analyses == nullptr ? nullptr : context.analyses->queue().found(analysis_key(shown.job));
  return ToldBoard{board->job, board->stored, board_json(*board, analysed ? *analysed : std::vector<RoundAnalysis>())};
}

}  // namespace tichu::arena
