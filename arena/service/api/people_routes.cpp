// The routes by which people come to tables, but for the tables themselves, which the site answers (guest_site.h).
#include <array>
#include <string>

#include "arena/seats/table/table_page.h"
#include "arena/service/api/api_route.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/problem.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t MostGuestBoards = 8;

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
                      {"wait_s", places.wait.count()},
                      {"idle_s", rules.idle.count()},
                      {"kept_hours", rules.kept.count()},
                      {"bots", bots}});
}

OrRefusal<HttpResponse> sit_down(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  GuestWish wish;
  wish.person = fields.text("person", MostApiNameBytes, false);
  wish.partner = fields.text("partner", MostApiNameBytes);
  wish.opponents = fields.text("opponents", MostApiNameBytes);
  wish.boards = fields.number("boards", 1, MostGuestBoards).value_or(wish.boards);
  wish.keep = fields.flag("keep");
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
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

template <bool Plays>
OrRefusal<HttpResponse> open_to_people(ApiContext& context, const ApiCall& call) {
  const auto name = version_of_path(call);
  if (!name) return tl::unexpected(name.error());
  return context.ladder.versions().open_to_people(*call.caller, *name, Plays).map([](const LadderVersion& version) {
    return json_answer(json_of(version));
  });
}

constexpr std::array<ApiRoute, 5> PeopleRoutes{{
    {"GET", "/table", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_table_page, true},
    {"GET", "/api/v1/people", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_people, true},
    {"POST", "/api/v1/people", "", Access::Anybody, BodyKind::Json, ApiPool::Tables, sit_down},
    {"POST", "/api/v1/bots/{bot}/versions/{number}/people", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     open_to_people<true>},
    {"DELETE", "/api/v1/bots/{bot}/versions/{number}/people", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     open_to_people<false>},
}};

}  // namespace

std::span<const ApiRoute> people_routes() { return PeopleRoutes; }

}  // namespace tichu::arena
