// The routes by which anybody looks at a ladder: pages, standings, bots, events.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <string>

#include "arena/service/api/api_route.h"
#include "arena/service/api/feed.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/problem.h"
#include "arena/service/api/template_archive.h"
#include "arena/service/ladder/reason_codes.h"
#include "arena/service/web/ladder_page.h"
#include "arena/text/csv.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t MostBots = 200;
constexpr std::uint64_t MostEvents = 500;

OrRefusal<HttpResponse> show_page(ApiContext&, const ApiCall&) {
  HttpResponse answer = text_answer("text/html; charset=utf-8", ladder_page());
  answer.policy = ladder_content_policy();
  return answer;
}

OrRefusal<HttpResponse> show_ladder(ApiContext& context, const ApiCall&) {
  ApiJson json{{"title", context.ladder.settings().title}};
  json.update(json_of(*context.ladder.ratings().latest()));
  return json_answer(json);
}

OrRefusal<HttpResponse> show_ladder_csv(ApiContext& context, const ApiCall&) {
  std::string text =
      "place,place_low,place_high,bot,version,author,state,reference,points,points_error,elo,elo_error,above,boards,"
      "opponents,faults,since\n";
  const auto standings = context.ladder.ratings().latest();
  for (const LadderStanding& row : standings->ranked) {
    const auto place = [&](int number) { return row.place == 0 ? "" : std::to_string(number); };
    const auto told = [&](double number, int digits) {
      return row.figures.is_told() ? fmt::format("{:.{}f}", number, digits) : "";
    };
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.0f}\n", place(row.place),
                        place(row.place_low), place(row.place_high), csv_field(row.bot), row.number,
                        csv_field(row.author), to_text(row.state), row.reference ? 1 : 0, told(row.figures.points, 4),
                        told(row.figures.points_error, 4), told(row.figures.elo, 2), told(row.figures.elo_error, 2),
                        row.above ? fmt::format("{:.4f}", *row.above) : "", row.figures.boards, row.figures.opponents,
                        row.figures.faults, row.since);
  }
  HttpResponse answer = text_answer("text/csv; charset=utf-8", std::move(text));
  answer.headers.emplace_back("Content-Disposition", "inline; filename=\"ladder.csv\"");
  return answer;
}

OrRefusal<HttpResponse> show_ladder_feed(ApiContext& context, const ApiCall&) {
  EventQuery query;
  query.latest = true;
  query.most = MostEvents / 10;
  return text_answer("application/atom+xml; charset=utf-8",
                     atom_feed(context.ladder.settings().title, context.url, "api/v1/ladder.atom",
                               context.ladder.hooks().events(nullptr, query)));
}

OrRefusal<HttpResponse> show_bot_feed(ApiContext& context, const ApiCall& call) {
  const auto bot = context.ladder.versions().bot(nullptr, call.parameters.at(0));
  if (!bot) return tl::unexpected(bot.error());
  EventQuery query;
  query.latest = true;
  query.most = MostEvents / 10;
  query.bot = bot->name;
  return text_answer("application/atom+xml; charset=utf-8",
                     atom_feed(bot->name, context.url, "api/v1/bots/" + percent_encoded(bot->name) + "/feed.atom",
                               context.ladder.hooks().events(nullptr, query)));
}

OrRefusal<HttpResponse> show_bots(ApiContext& context, const ApiCall& call) {
  const auto most = number_parameter(call, "most", 100, 1, MostBots);
  if (!most) return tl::unexpected(most.error());
  const std::string after(call.target.parameter("after").value_or(""));
  std::vector<LadderBot> bots = context.ladder.versions().bots(call.caller, after, *most + 1);
  const bool more = bots.size() > *most;
  if (more) bots.resize(*most);
  const auto standings = context.ladder.ratings().latest();
  ApiJson list = ApiJson::array();
  for (const LadderBot& bot : bots) list.push_back(json_of(bot, *standings));
  return json_answer({{"bots", list}, {"next", more ? ApiJson(bots.back().name) : ApiJson()}});
}

OrRefusal<HttpResponse> show_bot(ApiContext& context, const ApiCall& call) {
  return context.ladder.versions().bot(call.caller, call.parameters.at(0)).map([&](const LadderBot& bot) {
    return json_answer(json_of(bot, *context.ladder.ratings().latest()));
  });
}

OrRefusal<HttpResponse> show_version(ApiContext& context, const ApiCall& call) {
  const auto name = version_of_path(call);
  if (!name) return tl::unexpected(name.error());
  const auto version = context.ladder.versions().version(call.caller, *name);
  if (!version) return tl::unexpected(version.error());
  const auto steps = context.ladder.versions().steps(call.caller, *name);
  if (!steps) return tl::unexpected(steps.error());
  ApiJson json = json_of(*version, *context.ladder.ratings().latest());
  json["steps"] = json_list(*steps);
  json["replaces"] = version->replaces;
  return json_answer(json);
}

OrRefusal<HttpResponse> show_events(ApiContext& context, const ApiCall& call) {
  const auto after = number_parameter(call, "after", 0, 0, INT64_MAX);
  const auto most = number_parameter(call, "most", 100, 1, MostEvents);
  if (!after) return tl::unexpected(after.error());
  if (!most) return tl::unexpected(most.error());
  EventQuery query;
  query.after = *after;
  query.most = *most;
  query.bot = std::string(call.target.parameter("bot").value_or(""));
  query.latest = call.target.parameter("latest").has_value();
  const std::vector<LadderEvent> events = context.ladder.hooks().events(call.caller, query);
  std::uint64_t next = *after;
  for (const LadderEvent& event : events) next = std::max(next, event.cursor);
  return json_answer({{"events", json_list(events)}, {"next", next}});
}

OrRefusal<HttpResponse> show_status(ApiContext& context, const ApiCall&) {
  ApiJson json = json_of(context.ladder.status());
  json["season"] = json_of(context.ladder.seasons().current());
  return json_answer(json);
}

OrRefusal<HttpResponse> show_seasons(ApiContext& context, const ApiCall&) {
  return json_answer({{"seasons", json_list(context.ladder.seasons().all())}});
}

OrRefusal<HttpResponse> show_limits(ApiContext& context, const ApiCall&) {
  ApiJson json = json_of(context.ladder.settings());
  json["languages"] = context.ladder.languages();
  return json_answer(json);
}

OrRefusal<HttpResponse> show_errors(ApiContext&, const ApiCall&) {
  ApiJson list = ApiJson::array();
  for (const ProblemCode& code : problem_codes()) {
    list.push_back({{"code", code.code},
                    {"place", to_text(ReasonPlace::Request)},
                    {"status", code.status},
                    {"title", code.title},
                    {"remedy", code.remedy}});
  }
  for (const ReasonCode& reason : reason_codes()) {
    list.push_back({{"code", reason.code},
                    {"place", to_text(reason.place)},
                    {"status", nullptr},
                    {"title", reason.meaning},
                    {"remedy", reason.remedy}});
  }
  return json_answer({{"errors", list}});
}

OrRefusal<HttpResponse> send_template(ApiContext& context, const ApiCall& call) {
  const std::string& language = call.parameters.at(0);
  if (std::ranges::find(TemplateLanguages, language) == TemplateLanguages.end()) {
    return tl::unexpected(
        refusal_of("not_found", fmt::format("Templates are {}.", fmt::join(TemplateLanguages, ", "))));
  }
  const std::string name(call.target.parameter("name").value_or("my-bot"));
  // Each is made anew, by one thread for all.
  if (context.template_turns != nullptr && !call.question.direct) {
    if (const auto wait = context.template_turns->take(call.question.client, std::chrono::steady_clock::now())) {
      Refusal refusal = refusal_of("rate_address", "This address asks for templates too often.");
      refusal.retry_after = *wait;
      return tl::unexpected(refusal);
    }
  }
  auto archive = template_archive(language, name);
  if (!archive) return tl::unexpected(refusal_of("query_bad", "name: " + archive.error() + ".", "name"));
  HttpResponse answer = text_answer("application/gzip", std::move(*archive));
  answer.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + ".tar.gz\"");
  return answer;
}

OrRefusal<HttpResponse> send_dump(ApiContext& context, const ApiCall&) {
  const auto folder = context.ladder.dump().folder();
  if (!folder) return tl::unexpected(folder.error());
  HttpResponse answer;
  answer.type = "application/vnd.sqlite3";
  answer.file = *folder / StoreFileName;
  struct stat written {};
  if (::stat(answer.file.c_str(), &written) == 0) {
    answer.headers.emplace_back("Last-Modified",
                                fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(written.st_mtime)));
    answer.headers.emplace_back(
        "ETag", fmt::format("\"{:x}-{:x}-{:x}\"", written.st_mtim.tv_sec, written.st_mtim.tv_nsec, written.st_size));
    answer.headers.emplace_back("Cache-Control", "no-cache");
  }
  answer.headers.emplace_back("Content-Disposition", "attachment; filename=\"tournament.sqlite\"");
  return answer;
}

OrRefusal<HttpResponse> send_files(ApiContext& context, const ApiCall& call) {
  const auto name = version_of_path(call);
  if (!name) return tl::unexpected(name.error());
  return context.ladder.versions().files().archive(*name).map([&](const std::filesystem::path& file) {
    HttpResponse answer;
    answer.type = "application/gzip";
    answer.file = file;
    answer.headers.emplace_back("Content-Disposition",
                                fmt::format("attachment; filename=\"{}-{}.tar.gz\"", name->bot, *name->number));
    return answer;
  });
}

OrRefusal<HttpResponse> show_badge(ApiContext& context, const ApiCall& call) {
  std::string name = call.parameters.at(0);
  const auto bot = context.ladder.versions().bot(nullptr, name);
  if (!bot) return tl::unexpected(bot.error());
  std::string words = "not rated";
  const auto standings = context.ladder.ratings().latest();
  for (const LadderStanding& row : standings->ranked) {
    if (row.bot != bot->name || row.place == 0) continue;
    words = fmt::format("#{} · {:+.0f} ± {:.0f}", row.place, row.figures.points, row.figures.points_error);
    break;
  }
  HttpResponse answer = text_answer("image/svg+xml", badge_svg(bot->name, words));
  answer.for_all = true;
  answer.policy = "default-src 'none'; style-src 'unsafe-inline'";
  answer.headers.emplace_back("Cache-Control", "public, max-age=60");
  return answer;
}

OrRefusal<HttpResponse> begin_stream(ApiContext& context, const ApiCall&) {
  EventQuery latest;
  latest.latest = true;
  latest.most = 1;
  const auto events = context.ladder.hooks().events(nullptr, latest);
  HttpResponse answer;
  answer.type = "text/event-stream";
  answer.stream = "ladder";
  answer.cursor = events.empty() ? 0 : events.front().cursor;
  answer.body = std::make_shared<const std::string>("retry: 3000\n\n");
  return answer;
}

constexpr std::array<ApiRoute, 18> PublicRoutes{{
    {"GET", "/", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_page, true},
    {"GET", "/api/v1/ladder", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_ladder, true},
    {"GET", "/api/v1/ladder.csv", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_ladder_csv, true},
    {"GET", "/api/v1/ladder.atom", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_ladder_feed, true},
    {"GET", "/api/v1/bots", "after most", Access::Optional, BodyKind::None, ApiPool::Figures, show_bots, true},
    {"GET", "/api/v1/bots/{bot}", "", Access::Optional, BodyKind::None, ApiPool::Figures, show_bot, true},
    {"GET", "/api/v1/bots/{bot}/feed.atom", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_bot_feed, true},
    {"GET", "/api/v1/bots/{bot}/versions/{number}", "", Access::Optional, BodyKind::None, ApiPool::Figures,
     show_version, true},
    {"GET", "/api/v1/bots/{bot}/versions/{number}/files", "", Access::Anybody, BodyKind::None, ApiPool::Boards,
     send_files},
    {"GET", "/api/v1/badges/{bot}", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_badge, true},
    {"GET", "/api/v1/events", "after most bot latest", Access::Optional, BodyKind::None, ApiPool::Figures, show_events,
     true},
    {"GET", "/api/v1/stream", "", Access::Anybody, BodyKind::None, ApiPool::Figures, begin_stream},
    {"GET", "/api/v1/status", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_status, true},
    {"GET", "/api/v1/seasons", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_seasons, true},
    {"GET", "/api/v1/limits", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_limits, true},
    {"GET", "/api/v1/errors", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_errors, true},
    {"GET", "/api/v1/templates/{language}", "name", Access::Anybody, BodyKind::None, ApiPool::Boards, send_template},
    {"GET", "/api/v1/dump", "", Access::Anybody, BodyKind::None, ApiPool::Boards, send_dump},
}};

}  // namespace

std::span<const ApiRoute> public_routes() { return PublicRoutes; }

}  // namespace tichu::arena
