// The routes by which people come to tables, but for the tables themselves, which the site answers (guest_site.h).
#include <array>
#include <string>

#include "arena/seats/table/table_page.h"
#include "arena/service/api/api_route.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/problem.h"
#include "arena/service/api/shown_board.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t MostGuestBoards = 8;
/// Of 24 characters.
constexpr std::size_t MostGuestNameBytes = 96;

OrRefusal<HttpResponse> show_table_page(ApiContext&, const ApiCall&) {
  HttpResponse answer = text_answer("text/html; charset=utf-8", table_page());
  answer.policy = table_page_policy();
  return answer;
}

OrRefusal<HttpResponse> show_people(ApiContext& context, const ApiCall&) {
  GuestTables& guests = context.ladder.guests();
  const GuestPlaces places = guests.places();
  const PeopleRules& rules = context.ladder.settings().people;
  ApiJson bots = ApiJson::array();
  for (const OfferedBot& bot : guests.offers()) bots.push_back({{"name", bot.name}, {"level", bot.level}});
  return json_answer({{"tables", places.tables},
                      {"busy", places.busy},
                      {"target", context.ladder.settings().play.rules.target.value()},
                      {"wait_s", places.wait.count()},
                      {"idle_s", rules.idle.count()},
                      {"kept_hours", rules.kept.count()},
                      {"bots", bots}});
}

/// A table for whoever asks, if the address may open one.
OrRefusal<HttpResponse> sit_at(ApiContext& context, const ApiCall& call, const GuestWish& wish) {
  const auto admit = [&]() -> OrRefusal<void> {
    if (context.table_turns == nullptr) return {};
    const auto wait = context.table_turns->take(call.question.client, std::chrono::steady_clock::now());
    if (!wait) return {};
    return tl::unexpected(too_many("rate_tables", "You have opened many tables.", *wait));
  };
  return context.ladder.guests().sit(wish, admit).map([&](const std::string& secret) {
    return json_answer({{"link", context.url + "table#" + secret}}, 201);
  });
}

OrRefusal<HttpResponse> sit_down(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  GuestWish wish;
  wish.client = call.question.client;
  wish.person = fields.text("person", MostGuestNameBytes, false);
  wish.partner = fields.text("partner", MostApiNameBytes);
  wish.opponents = fields.text("opponents", MostApiNameBytes);
  wish.boards = fields.number("boards", 1, MostGuestBoards).value_or(wish.boards);
  wish.game = fields.flag("game");
  wish.keep = fields.flag("keep");
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  return sit_at(context, call, wish);
}

OrRefusal<HttpResponse> sit_down_to_day(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  GuestWish wish;
  wish.client = call.question.client;
  const std::string guest = fields.text("guest", MostApiNameBytes);
  wish.person = fields.text("person", MostGuestNameBytes, false);
  wish.keep = fields.flag("keep");
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  if (!wish.keep) {
    return tl::unexpected(
        refusal_of("field_bad", "Boards of the day are kept and shown to all: keep must be true.", "keep"));
  }
  auto seat = context.ladder.guests().days().seat_of(guest);
  if (!seat) return tl::unexpected(seat.error());
  wish.day = *std::move(seat);
  return sit_at(context, call, wish);
}

/// A day that is over, with its secret.
ApiJson json_of(const DayRow& day) {
  return {
      {"day", day.day}, {"commitment", day.secret.commitment()}, {"seed", day.secret.seed}, {"salt", day.secret.salt}};
}

OrRefusal<HttpResponse> list_days(ApiContext& context, const ApiCall&) {
  GuestTables& guests = context.ladder.guests();
  ApiJson today;
  const auto announced = guests.days().announced();
  if (announced && guests.places().tables > 0) {
    today = {{"day", announced->day}, {"commitment", announced->secret.commitment()}};
  }
  ApiJson days = ApiJson::array();
  for (const DayRow& day : guests.days().past()) days.push_back(json_of(day));
  return json_answer(
      {{"today", today}, {"partner", DayBoards::Partner}, {"opponents", DayBoards::Opponents}, {"days", days}});
}

OrRefusal<HttpResponse> show_day(ApiContext& context, const ApiCall& call) {
  DayBoards& boards = context.ladder.guests().days();
  return boards.past(call.parameters.at(0)).map([&](const DayRow& day) {
    ApiJson results = ApiJson::array();
    for (const DayResult& result : boards.results(day)) {
      results.push_back({{"board", result.board}, {"person", result.person}, {"points", result.points}});
    }
    ApiJson json = json_of(day);
    json["results"] = results;
    return json_answer(json);
  });
}

OrRefusal<HttpResponse> show_day_board(ApiContext& context, const ApiCall& call) {
  DayBoards& boards = context.ladder.guests().days();
  const auto day = boards.past(call.parameters.at(0));
  if (!day) return tl::unexpected(day.error());
  return boards.replay(*day, call.parameters.at(1)).map([&](const DayReplay& shown) {
    return answer_with_replay(
        {{"board", shown.result.board}, {"person", shown.result.person}, {"points", shown.result.points}},
        shown.replay);
  });
}

template <bool Plays>
OrRefusal<HttpResponse> open_to_people(ApiContext& context, const ApiCall& call) {
  const auto name = version_of_path(call);
  if (!name) return tl::unexpected(name.error());
  return context.ladder.versions().open_to_people(*call.caller, *name, Plays).map([](const LadderVersion& version) {
    return json_answer(json_of(version));
  });
}

constexpr std::array<ApiRoute, 9> PeopleRoutes{{
    {"GET", "/table", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_table_page, true},
    {"GET", "/api/v1/people", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_people, true},
    {"POST", "/api/v1/people", "", Access::Anybody, BodyKind::Json, ApiPool::Tables, sit_down},
    {"POST", "/api/v1/people/day", "", Access::Anybody, BodyKind::Json, ApiPool::Tables, sit_down_to_day},
    {"GET", "/api/v1/days", "", Access::Anybody, BodyKind::None, ApiPool::Boards, list_days, true},
    {"GET", "/api/v1/days/{day}", "", Access::Anybody, BodyKind::None, ApiPool::Boards, show_day, true},
    {"GET", "/api/v1/days/{day}/boards/{day_board}", "", Access::Anybody, BodyKind::None, ApiPool::Boards,
     show_day_board},
    {"POST", "/api/v1/bots/{bot}/versions/{number}/people", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     open_to_people<true>},
    {"DELETE", "/api/v1/bots/{bot}/versions/{number}/people", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     open_to_people<false>},
}};

}  // namespace

std::span<const ApiRoute> people_routes() { return PeopleRoutes; }

}  // namespace tichu::arena
