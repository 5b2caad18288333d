#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "arena/presentation/page_data/board_json.h"
#include "arena/service/api/api_route.h"
#include "arena/service/api/board_search.h"
#include "arena/service/api/problem.h"
#include "arena/service/api/shown_board.h"
#include "arena/service/ladder/open_record.h"
#include "arena/text/json_or_null.h"
#include "arena/text/utf8.h"
#include "arena/tournament/store/board_output.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t MostRequestBoards = 500;

/// A match or test of the caller's, and who plays it.
struct AskedBoards {
  PlayRequest request;
  std::vector<std::string> names;  ///< by entrant
  std::vector<bool> own;           ///< likewise: whether the caller may read what it wrote
};

OrRefusal<AskedBoards> asked_boards(ApiContext& context, const ApiCall& call) {
  const auto id = path_number(call.parameters.at(0));
  if (!id) return tl::unexpected(refusal_of("not_found", "The address has the request's number."));
  auto request = context.ladder.requests().find(*call.caller, PlayRequestId(*id));
  if (!request) return tl::unexpected(request.error());
  if (request->kind == PlayRequestKind::Benchmark) {
    return tl::unexpected(refusal_of("not_found", "The boards of a benchmark are secret."));
  }
  AskedBoards asked{std::move(*request), {}, {}};
  asked.names = names_of(asked.request);
  for (const std::string& text : asked.names) {
    bool is_own = is_moderator(call.caller);
    if (const auto name = version_name(text); name && !is_own) {
      const auto version = context.ladder.versions().version(call.caller, *name);
      is_own = version && version->author == call.caller->account.id;
    }
    asked.own.push_back(is_own);
  }
  return asked;
}

ApiJson side_of(const AskedBoards& asked, EntrantId entrant) {
  const auto name = version_name(asked.names.at(static_cast<std::size_t>(entrant)));
  if (!name || !name->number) return {{"bot", nullptr}, {"number", nullptr}};
  return {{"bot", name->bot}, {"number", *name->number}};
}

OrRefusal<HttpResponse> list_request_boards(ApiContext& context, const ApiCall& call) {
  const auto most = number_parameter(call, "most", 50, 1, MostRequestBoards);
  if (!most) return tl::unexpected(most.error());
  const auto after = number_parameter(call, "after", INT64_MAX, 0, INT64_MAX);
  if (!after) return tl::unexpected(after.error());
  const auto asked = asked_boards(context, call);
  if (!asked) return tl::unexpected(asked.error());
  FoundBoards found;
  if (!asked->request.folder.empty()) {
    BoardIndex boards(asked->request.folder);
    boards.read_last(*after, *most + 1);
    found = search_boards(boards.rows(), {.most = *most});
  }
  ApiJson list = ApiJson::array();
  for (const BoardRow& row : found.boards) {
    list.push_back(board_line(row, side_of(*asked, row.entrants[0]), side_of(*asked, row.entrants[1])));
  }
  return json_answer({{"boards", list}, {"next", or_null(found.next)}});
}

/// What the caller's bots wrote at the board; all bots' for moderators.
ApiJson output_json(const AskedBoards& asked, const ShownBoard& shown) {
  ApiJson list = ApiJson::array();
  for (const SeatOutput& output : board_output(asked.request.folder, shown.job)) {
    const auto entrant = static_cast<std::size_t>(output.bot);
    if (!asked.own.at(entrant)) continue;
    list.push_back({{"table", output.seating.value()},
                    {"seat", output.seat.number()},
                    {"version", asked.names.at(entrant)},
                    {"output", bounded_utf8(output.text, 3 * output.text.size() + 3)}});
  }
  return list;
}

OrRefusal<HttpResponse> show_request_board(ApiContext& context, const ApiCall& call) {
  const auto number = path_number(call.parameters.at(1));
  if (!number) return tl::unexpected(refusal_of("not_found", "A board's address ends with its number."));
  const auto asked = asked_boards(context, call);
  if (!asked) return tl::unexpected(asked.error());
  const auto shown = board_in(asked->request.folder, JobNumber(*number));
  if (!shown) return tl::unexpected(shown.error());
  auto board = shown->tournament.board(shown->job);
  if (!board) return tl::unexpected(refusal_of("not_found", "This board is not finished, or there is none."));
  for (StoredRound& round : board->rounds) {
    const PerSeat<EntrantId> entrants = entrants_at(board->job, round.seating);
    const auto entrant_at = [&](Seat seat) { return static_cast<std::size_t>(entrants[seat]); };
    leave_out_words(round.record, [&](Seat seat) { return asked->own.at(entrant_at(seat)); });
    std::array<std::string, 4>& names = round.record.bots.emplace();
    for (const Seat seat : AllSeats) {
      names.at(static_cast<std::size_t>(seat.number())) = asked->names.at(entrant_at(seat));
    }
  }
  return answer_with_replay({{"id", *number},
                             {"played", or_null(board->stored)},
                             {"first", side_of(*asked, board->job.entrants[0])},
                             {"second", side_of(*asked, board->job.entrants[1])},
                             {"output", output_json(*asked, *shown)}},
                            board_json(*board, {}));
}

constexpr std::array<ApiRoute, 2> RequestBoardRoutes{{
    {"GET", "/api/v1/requests/{request}/boards", "after most", Access::Owner, BodyKind::None, ApiPool::Boards,
     list_request_boards},
    {"GET", "/api/v1/requests/{request}/boards/{request_board}", "", Access::Owner, BodyKind::None, ApiPool::Boards,
     show_request_board},
}};

}  // namespace

std::span<const ApiRoute> request_board_routes() { return RequestBoardRoutes; }

}  // namespace tichu::arena
