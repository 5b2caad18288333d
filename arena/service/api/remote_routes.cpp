// The routes of remote bots, but for their seats, which the site answers itself.
#include <array>
#include <string>

#include "arena/presentation/page_data/board_json.h"
#include "arena/seats/seat_site.h"
#include "arena/service/api/api_route.h"
#include "arena/service/api/problem.h"
#include "arena/service/api/shown_board.h"
#include "arena/text/json_or_null.h"

namespace tichu::arena {
namespace {

constexpr std::size_t MostWordsBytes = 500;
constexpr std::uint64_t MostRemoteBoards = 20;

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

ApiJson json_of(const RemoteVersion& version) {
  const auto& strength = version.strength;
  const double answers = static_cast<double>(std::max<std::uint64_t>(version.figures.questions, 1));
  const bool is_known = version.figures.questions > 0;
  return {{"bot", version.bot},
          {"number", version.number},
          {"words", version.words},
          {"author", version.author},
          {"declared", version.declared},
          {"latest", version.is_latest},
          {"state", to_text(version.state)},
          {"code", version.code},
          {"connected", version.presence.is_connected},
          {"seconds", version.presence.age ? ApiJson(seconds(*version.presence.age)) : ApiJson()},
          {"points", strength ? ApiJson(strength->points) : ApiJson()},
          {"points_error", strength ? ApiJson(strength->error95) : ApiJson()},
          {"boards", version.boards},
          {"faults", version.faults},
          {"lost", version.lost},
          {"answers", version.figures.questions},
          {"retries", version.figures.retries},
          {"think_s", is_known ? ApiJson(seconds(version.figures.thinking) / answers) : ApiJson()},
          {"network_s", is_known ? ApiJson(seconds(version.figures.network) / answers) : ApiJson()}};
}

std::string id_of(const RemoteBoard& board) { return to_string(board.meeting) + "-" + to_string(board.job); }

/// "12-5"; nullopt if the text is not written so.
std::optional<RemoteBoardName> board_named(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto meeting = path_number(text.substr(0, dash));
  const auto job = path_number(text.substr(dash + 1));
  if (!meeting || !job || *meeting >= INT64_MAX) return std::nullopt;
  return RemoteBoardName{RemoteMeetingId(*meeting), JobNumber(*job)};
}

ApiJson json_of(const RemoteBoard& board) {
  return {{"id", id_of(board)},       {"number", board.number},     {"played", or_null(board.stored)},
          {"partner", board.partner}, {"opponent", board.opponent}, {"margin", board.margin},
          {"fault", board.fault}};
}

OrRefusal<HttpResponse> show_remote(ApiContext& context, const ApiCall&) {
  ApiJson list = ApiJson::array();
  for (const RemoteVersion& version : context.ladder.remote_bots().list()) list.push_back(json_of(version));
  return json_answer({{"versions", list}});
}

OrRefusal<HttpResponse> declare_remote(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  const std::string bot = fields.text("bot", MostApiNameBytes);
  const std::string words = fields.text("words", MostWordsBytes);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  return context.ladder.remote_bots().declare(*call.caller, bot, words).map([&](const DeclaredRemote& declared) {
    return json_answer({{"bot", declared.bot},
                        {"number", declared.number},
                        {"token", declared.token.text},
                        {"seat", context.url + std::string(SeatPath.substr(1))}},
                       201);
  });
}

template <RemoteState Wanted>
OrRefusal<HttpResponse> change_remote(ApiContext& context, const ApiCall& call) {
  return context.ladder.remote_bots().change(*call.caller, call.parameters.at(0), Wanted).map([] {
    return empty_answer();
  });
}

OrRefusal<HttpResponse> list_remote_boards(ApiContext& context, const ApiCall& call) {
  const auto most = number_parameter(call, "most", 20, 1, MostRemoteBoards);
  if (!most) return tl::unexpected(most.error());
  std::optional<RemoteBoardName> before;
  if (const auto after = call.target.parameter("after")) {
    before = board_named(*after);
    if (!before) return tl::unexpected(refusal_of("query_bad", "after must be the next of a former answer.", "after"));
  }
  return context.ladder.remote_bots().boards(call.parameters.at(0), before, *most).map([&](const auto& boards) {
    ApiJson list = ApiJson::array();
    for (const RemoteBoard& board : boards) list.push_back(json_of(board));
    return json_answer(
        {{"boards", list}, {"next", boards.size() == *most ? ApiJson(id_of(boards.back())) : ApiJson()}});
  });
}

OrRefusal<HttpResponse> show_remote_board(ApiContext& context, const ApiCall& call) {
  const auto name = board_named(call.parameters.at(1));
  if (!name) return tl::unexpected(refusal_of("not_found", "A remote bot's board is named as in its list: 12-5."));
  return context.ladder.remote_bots().board(call.parameters.at(0), *name).map([&](const ShownRemoteBoard& shown) {
    return answer_with_replay({{"id", call.parameters.at(1)},
                               {"played", or_null(shown.board.stored)},
                               {"first", shown.sides[0]},
                               {"second", shown.sides[1]}},
                              board_json(shown.board, {}));
  });
}

constexpr std::array<ApiRoute, 7> RemoteRoutes{{
    {"GET", "/api/v1/remote", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_remote, true},
    {"POST", "/api/v1/remote", "", Access::Submit, BodyKind::Json, ApiPool::Acts, declare_remote},
    {"POST", "/api/v1/remote/{remote}/pause", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     change_remote<RemoteState::Paused>},
    {"POST", "/api/v1/remote/{remote}/resume", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     change_remote<RemoteState::Active>},
    {"POST", "/api/v1/remote/{remote}/withdraw", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     change_remote<RemoteState::Withdrawn>},
    {"GET", "/api/v1/remote/{remote}/boards", "after most", Access::Anybody, BodyKind::None, ApiPool::Boards,
     list_remote_boards},
    {"GET", "/api/v1/remote/{remote}/boards/{remote_board}", "", Access::Anybody, BodyKind::None, ApiPool::Boards,
     show_remote_board},
}};

}  // namespace

std::span<const ApiRoute> remote_routes() { return RemoteRoutes; }

}  // namespace tichu::arena
