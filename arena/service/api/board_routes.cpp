#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/api/api_route.h"
#include "arena/service/api/board_search.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/problem.h"
#include "arena/service/api/shown_board.h"
#include "arena/statistics/rating/normal_distribution.h"
#include "arena/text/json_or_null.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t MostFoundBoards = 500;
constexpr std::chrono::milliseconds FreshFor{1000};
constexpr std::size_t FormPoints = 60;
constexpr std::uint64_t CrosstableBots = 20;
constexpr std::uint64_t MostCrosstableBots = 60;  // 1770 pairs, some 250 KB

/// The finished boards, at most a second old. The context's mutex is held as long as this object lives.
class FreshBoards {
 public:
  explicit FreshBoards(ApiContext& context) : lock_(context.boards_mutex), boards_(context.boards) {
    const auto now = std::chrono::steady_clock::now();
    if (now - context.refreshed < FreshFor) return;
    boards_.refresh();
    context.refreshed = std::chrono::steady_clock::now();
  }
  std::span<const BoardRow> rows() const { return boards_.rows(); }

 private:
  std::unique_lock<std::mutex> lock_;
  BoardIndex& boards_;
};

/// Who entrants are, for everybody: a bot whose author withdrew it has no name. Each is looked up once.
class EntrantNames {
 public:
  explicit EntrantNames(ApiContext& context) : versions_(context.ladder.versions()) {}

  const ApiJson& of(EntrantId entrant) {
    const auto [found, is_new] = names_.try_emplace(entrant);
    if (!is_new) return found->second;
    const auto version = versions_.version_of(entrant);
    const bool is_shown = version && !version->hidden;
    found->second = is_shown ? ApiJson{{"bot", version->bot}, {"number", version->number}}
                             : ApiJson{{"bot", nullptr}, {"number", nullptr}};
    return found->second;
  }

 private:
  Versions& versions_;
  std::map<EntrantId, ApiJson> names_;
};

ApiJson json_of(EntrantNames& names, const BoardRow& row) {
  return board_line(row, names.of(row.entrants[0]), names.of(row.entrants[1]));
}

/// The entrants of a bot, or of one of its versions, as far as the caller may see them; nullptr: anybody.
OrRefusal<std::vector<EntrantId>> entrants_of(ApiContext& context, const Caller* caller, std::string_view text) {
  const auto name = version_name(text);
  if (!name) {
    return tl::unexpected(
        refusal_of("query_bad", "A bot is named as \"fox\", and a version of it as \"fox@3\".", "bot"));
  }
  const auto bot = context.ladder.versions().bot(caller, name->bot);
  if (!bot) return tl::unexpected(bot.error());
  std::vector<EntrantId> entrants;
  for (const LadderVersion& version : bot->versions) {
    if (version.entrant && (!name->number || version.number == *name->number)) entrants.push_back(*version.entrant);
  }
  return entrants;
}

/// The one entrant that a text means: of a bot's versions the one that plays, or the latest that did.
OrRefusal<LadderVersion> one_entrant(ApiContext& context, const std::string& text) {
  const auto name = version_name(text);
  if (!name) return tl::unexpected(refusal_of("not_found", "A bot is named as \"fox\", a version as \"fox@3\"."));
  if (const auto bot = context.ladder.versions().bot(nullptr, name->bot); !bot) return tl::unexpected(bot.error());
  auto version = context.ladder.versions().version(nullptr, *name);
  if (!version) return version;
  if (version->entrant) return version;
  if (!name->number) {
    if (const auto bot = context.ladder.versions().bot(nullptr, name->bot)) {
      for (const LadderVersion& other : bot->versions) {
        if (other.entrant) return other;
      }
    }
  }
  return tl::unexpected(refusal_of("not_found", version->name() + " has not entered the ladder."));
}

/// What "tichu_made" and so on of a query mean; nullopt if there is no such word.
std::optional<std::uint8_t> deed_of(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, BoardFlag>, 6> Deeds{{{"tichu", TichuCalled},
                                                                         {"tichu_made", TichuMade},
                                                                         {"grand_tichu", GrandTichuCalled},
                                                                         {"grand_tichu_made", GrandTichuMade},
                                                                         {"bomb", HadBomb},
                                                                         {"double_victory", DoubleVictory}}};
  for (const auto& [name, deed] : Deeds) {
    if (name == word) return deed;
  }
  return std::nullopt;
}

OrRefusal<void> read_fault(const ApiCall& call, BoardQuery& query) {
  const auto fault = call.target.parameter("fault");
  if (!fault) return {};
  query.any_fault = *fault == "any";
  query.fault = from_text<FaultKind>(*fault);
  if (query.any_fault || query.fault) return {};
  return tl::unexpected(refusal_of("query_bad", "fault must be any, or one of " + choices<FaultKind>() + ".", "fault"));
}

OrRefusal<void> read_words(const ApiCall& call, BoardQuery& query) {
  if (const auto outcome = call.target.parameter("outcome")) {
    constexpr std::array<std::string_view, 3> Outcomes{"lost", "drawn", "won"};
    for (std::size_t i = 0; i < Outcomes.size(); ++i) {
      if (Outcomes.at(i) == *outcome) query.verdict = static_cast<int>(i);
    }
    if (!query.verdict)
      return tl::unexpected(refusal_of("query_bad", "outcome must be lost, drawn or won.", "outcome"));
  }
  if (const auto with = call.target.parameter("with")) {
    const auto deed = deed_of(*with);
    if (!deed) {
      return tl::unexpected(
          refusal_of("query_bad",
                     "with must be tichu, tichu_made, grand_tichu, grand_tichu_made, bomb or double_victory.", "with"));
    }
    query.deeds = *deed;
  }
  return read_fault(call, query);
}

OrRefusal<BoardQuery> query_of(ApiContext& context, const ApiCall& call) {
  BoardQuery query;
  for (auto [name, entrants] : {std::pair{"bot", &query.of}, std::pair{"opponent", &query.against}}) {
    const auto text = call.target.parameter(name);
    if (!text) continue;
    auto found = entrants_of(context, call.caller, *text);
    if (!found) return tl::unexpected(found.error());
    *entrants = std::move(*found);
    if (entrants->empty()) query.before = 0;  // it has never played
  }
  const auto margin = number_parameter(call, "margin", 0, 0, 10'000);
  const auto most = number_parameter(call, "most", 50, 1, MostFoundBoards);
  const auto after = number_parameter(call, "after", INT64_MAX, 0, INT64_MAX);
  const auto since = number_parameter(call, "since", 0, 0, UINT32_MAX);
  const auto until = number_parameter(call, "until", UINT64_MAX, 0, UINT32_MAX);
  for (const auto* number : {&margin, &most, &after, &since, &until}) {
    if (!*number) return tl::unexpected(number->error());
  }
  query.since = *since;
  query.until = *until;
  query.margin = static_cast<float>(*margin);
  query.most = *most;
  if (!query.before) query.before = *after;
  if (auto words = read_words(call, query); !words) return tl::unexpected(words.error());
  return query;
}

/// Those of the caller's tag alone, if one is asked for: nobody finds boards by the tags of others.
OrRefusal<void> read_tag(ApiContext& context, const ApiCall& call, BoardQuery& query) {
  const auto tag = call.target.parameter("tag");
  if (!tag) return {};
  if (call.caller == nullptr) {
    return tl::unexpected(
        Refusal{RefusalKind::Unauthenticated, "token_missing", "Tags are their owners': send your token.", "tag"});
  }
  auto boards = context.ladder.tags().boards_with_tag(*call.caller, std::string(*tag));
  if (!boards) return tl::unexpected(boards.error());
  query.among = std::move(*boards);
  return {};
}

OrRefusal<HttpResponse> list_boards(ApiContext& context, const ApiCall& call) {
  auto query = query_of(context, call);
  if (!query) return tl::unexpected(query.error());
  if (auto read = read_tag(context, call, *query); !read) return tl::unexpected(read.error());
  const FoundBoards found = search_boards(FreshBoards(context).rows(), *query);
  EntrantNames names(context);
  ApiJson list = ApiJson::array();
  for (const BoardRow& row : found.boards) list.push_back(json_of(names, row));
  return json_answer({{"boards", list}, {"next", or_null(found.next)}});
}

OrRefusal<HttpResponse> show_board(ApiContext& context, const ApiCall& call) {
  const auto shown = shown_board(context, call);
  if (!shown) return tl::unexpected(shown.error());
  const auto board = told_board(context, *shown);
  if (!board) return tl::unexpected(board.error());
  EntrantNames names(context);
  return answer_with_replay({{"id", shown->job.value()},
                             {"played", or_null(board->stored)},
                             {"first", names.of(board->job.entrants[0])},
                             {"second", names.of(board->job.entrants[1])}},
                            board->replay);
}

ApiJson json_of(EntrantNames& names, const BoardUnderWay& board) {
  ApiJson json{{"id", board.job.value()},
               {"first", names.of(board.entrants[0])},
               {"second", names.of(board.entrants[1])},
               {"seconds", board.seconds},
               {"tables", board.tables},
               {"at", nullptr}};
  if (board.at) {
    json["at"] = {
        {"table", board.at->seating.value()}, {"round", board.at->round.value()}, {"actions", board.at->actions}};
  }
  return json;
}

/// Never cards of theirs: the same deal may be played at another table.
OrRefusal<HttpResponse> show_under_way(ApiContext& context, const ApiCall&) {
  const LadderStatus status = context.ladder.status();
  ApiJson json{{"playing", status.playing}, {"boards", ApiJson::array()}, {"workers", nullptr}};
  EntrantNames names(context);
  for (const BoardUnderWay& board : context.ladder.under_way()) json["boards"].push_back(json_of(names, board));
  if (status.workers) json["workers"] = status.workers->count(WorkerState::Playing);
  return json_answer(json);
}

ApiJson json_of(const MeetingFigures& figures) {
  return {{"boards", figures.boards},     {"lost", figures.verdicts[0]},
          {"drawn", figures.verdicts[1]}, {"won", figures.verdicts[2]},
          {"points", figures.mean()},     {"points_error", or_null(figures.error())},
          {"faults", figures.faults},     {"opponent_faults", figures.opponent_faults}};
}

/// Whether the boards of two entrants against each other are left out of the ratings.
bool is_struck(const LadderStandings& standings, EntrantId one, EntrantId other) {
  return std::any_of(standings.struck.begin(), standings.struck.end(), [&](const StruckPair& pair) {
    return pair.entrants == std::array{one, other} || pair.entrants == std::array{other, one};
  });
}

/// By entrant: the points of those that are ranked.
std::vector<std::optional<double>> ratings_of(const LadderStandings& standings) {
  std::vector<std::optional<double>> ratings;
  for (const LadderStanding& row : standings.ranked) {
    const auto entrant = static_cast<std::size_t>(row.entrant);
    if (ratings.size() <= entrant) ratings.resize(entrant + 1);
    if (row.figures.is_told()) ratings[entrant] = row.figures.points;
  }
  return ratings;
}

OrRefusal<HttpResponse> show_opponents(ApiContext& context, const ApiCall& call) {
  const auto name = version_of_path(call);
  if (!name) return tl::unexpected(name.error());
  const auto version = context.ladder.versions().version(call.caller, *name);
  if (!version) return tl::unexpected(version.error());
  ApiJson json{
      {"bot", version->bot}, {"number", version->number}, {"opponents", ApiJson::array()}, {"form", ApiJson::array()}};
  if (!version->entrant) return json_answer(json);
  std::vector<MetOpponent> opponents;
  std::vector<FormPoint> form;
  {
    const FreshBoards boards(context);
    opponents = opponents_of(boards.rows(), *version->entrant);
    form = form_of(boards.rows(), *version->entrant, ratings_of(*context.ladder.ratings().latest()), FormPoints);
  }
  EntrantNames names(context);
  for (const MetOpponent& met : opponents) {
    ApiJson row = names.of(met.opponent);
    row.update(json_of(met.figures));
    json["opponents"].push_back(std::move(row));
  }
  for (const FormPoint& point : form) {
    json["form"].push_back({{"boards", point.boards}, {"points", point.points}, {"error", point.error}});
  }
  return json_answer(json);
}

/// Null unless both have numbers.
ApiJson forecast_json(const LadderStandings& standings, EntrantId one, EntrantId other) {
  const auto first = static_cast<std::size_t>(one);
  const auto second = static_cast<std::size_t>(other);
  const FieldRating* points = standings.points.get();
  const auto is_told = [&](std::size_t entrant) { return entrant < points->size() && points->is_tellable(entrant); };
  if (points == nullptr || first == second || !is_told(first) || !is_told(second)) return nullptr;
  const PairForecast forecast = points->forecast(first, second);
  return {{"points", forecast.mean},
          {"points_error", Normal95 * forecast.deviation},
          {"board_error", Normal95 * forecast.of_board},
          {"stronger_head_to_head", forecast.superiority},
          {"stronger_against_field", points->superiority(first, second)}};
}

OrRefusal<HttpResponse> show_pair(ApiContext& context, const ApiCall& call) {
  const auto first = one_entrant(context, call.parameters.at(0));
  if (!first) return tl::unexpected(first.error());
  const auto second = one_entrant(context, call.parameters.at(1));
  if (!second) return tl::unexpected(second.error());
  BoardQuery query;
  query.of = {*first->entrant};
  query.against = {*second->entrant};
  MeetingFigures figures;
  FoundBoards latest;
  {
    const FreshBoards boards(context);
    for (const MetOpponent& met : opponents_of(boards.rows(), *first->entrant)) {
      if (met.opponent == *second->entrant) figures = met.figures;
    }
    latest = search_boards(boards.rows(), query);
  }
  ApiJson json{{"first", {{"bot", first->bot}, {"number", first->number}}},
               {"second", {{"bot", second->bot}, {"number", second->number}}}};
  json.update(json_of(figures));
  json["expected"] = forecast_json(*context.ladder.ratings().latest(), *first->entrant, *second->entrant);
  json["latest"] = ApiJson::array();
  EntrantNames names(context);
  for (const BoardRow& row : latest.boards) json["latest"].push_back(json_of(names, row));
  return json_answer(json);
}

/// Of the best only: of all bots there may be half a million pairs.
OrRefusal<HttpResponse> show_crosstable(ApiContext& context, const ApiCall& call) {
  const auto most = number_parameter(call, "most", CrosstableBots, 2, MostCrosstableBots);
  if (!most) return tl::unexpected(most.error());
  const auto standings = context.ladder.ratings().latest();
  const auto ranked = static_cast<std::size_t>(std::count_if(standings->ranked.begin(), standings->ranked.end(),
                                                             [](const LadderStanding& row) { return row.place > 0; }));
  const std::span best(standings->ranked.data(), std::min<std::size_t>(*most, ranked));
  std::vector<EntrantId> entrants;
  for (const LadderStanding& row : best) entrants.push_back(row.entrant);
  const std::vector<CrosstableCell> met = crosstable_of(FreshBoards(context).rows(), entrants);
  ApiJson json{
      {"bots", ApiJson::array()}, {"ranked", ranked}, {"pairs", ApiJson::array()}, {"serial", standings->serial}};
  EntrantNames names(context);
  for (const LadderStanding& row : best) {
    ApiJson bot{{"place", row.place}};
    bot.update(names.of(row.entrant));
    json["bots"].push_back(std::move(bot));
  }
  for (const CrosstableCell& cell : met) {
    const LadderStanding& first = best[cell.first];
    const LadderStanding& second = best[cell.second];
    ApiJson pair{{"first", first.place}, {"second", second.place}};
    pair.update(json_of(cell.figures));
    pair["struck"] = is_struck(*standings, first.entrant, second.entrant);
    json["pairs"].push_back(std::move(pair));
  }
  return json_answer(json);
}

OrRefusal<HttpResponse> show_own_faults(ApiContext& context, const ApiCall& call) {
  const auto job = job_of_path(call);
  if (!job) return tl::unexpected(job.error());
  return context.ladder.own_boards().faults(*call.caller, *job).map([&](std::vector<OwnFault> faults) {
    for (OwnFault& fault : faults) fault.reproduce += " --to " + context.url;
    return json_answer({{"faults", json_list(faults)}});
  });
}

/// What a bot of the caller's needs to play its part of the board again.
OrRefusal<HttpResponse> show_own_seats(ApiContext& context, const ApiCall& call) {
  const auto job = job_of_path(call);
  if (!job) return tl::unexpected(job.error());
  return context.ladder.own_boards().own_seats(*call.caller, *job).map([&](const std::vector<OwnSeat>& seats) {
    return json_answer({{"board", job->value()}, {"seats", json_list(seats)}});
  });
}

constexpr std::array<ApiRoute, 8> BoardRoutes{{
    {"GET", "/api/v1/tables", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_under_way, true},
    {"GET", "/api/v1/boards", "bot opponent fault margin outcome with since until tag after most", Access::Optional,
     BodyKind::None, ApiPool::Boards, list_boards, true},
    {"GET", "/api/v1/boards/{board}", "", Access::Anybody, BodyKind::None, ApiPool::Boards, show_board, true},
    {"GET", "/api/v1/boards/{board}/seats", "", Access::Owner, BodyKind::None, ApiPool::Boards, show_own_seats},
    {"GET", "/api/v1/boards/{board}/faults", "", Access::Owner, BodyKind::None, ApiPool::Boards, show_own_faults},
    {"GET", "/api/v1/bots/{bot}/versions/{number}/opponents", "", Access::Optional, BodyKind::None, ApiPool::Boards,
     show_opponents, true},
    {"GET", "/api/v1/crosstable", "most", Access::Anybody, BodyKind::None, ApiPool::Boards, show_crosstable, true},
    {"GET", "/api/v1/pairs/{first}/{second}", "", Access::Anybody, BodyKind::None, ApiPool::Boards, show_pair, true},
}};

}  // namespace

std::span<const ApiRoute> board_routes() { return BoardRoutes; }

}  // namespace tichu::arena
