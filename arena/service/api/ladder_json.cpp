#include "arena/service/api/ladder_json.h"

#include <cmath>

#include "arena/presentation/report/workers_json.h"
#include "arena/statistics/sequential/pool_difference.h"
#include "arena/text/json_or_null.h"
#include "arena/text/setting_json.h"
#include "arena/tournament/config/config_json.h"

namespace tichu::arena {
namespace {

template <typename T>
std::string word(T value) {
  return std::string(to_text(value));
}

ApiJson words_in(Scopes scopes) {
  ApiJson list = ApiJson::array();
  for (const Scope scope : every<Scope>()) {
    if (scopes.has(scope)) list.push_back(word(scope));
  }
  return list;
}

ApiJson json_of(const PlaySettings& play) {
  return {{"rules", rules_json(play.rules)},
          {"limits", limits_json(play.limits)},
          {"sandbox", settings_json(play.sandbox, SandboxLimits)},
          {"references", play.references},
          {"anchor", play.anchor}};
}

}  // namespace

ApiJson json_of(const VersionStep& step) {
  return {{"step", word(step.kind)}, {"attempt", step.attempt},      {"outcome", word(step.outcome)},
          {"began", step.began},     {"ended", or_null(step.ended)}, {"code", step.code},
          {"detail", step.detail},   {"has_log", step.has_log}};
}

ApiJson json_of(const LadderVersion& version) {
  ApiJson json{{"bot", version.bot},
               {"number", version.number},
               {"name", version.name()},
               {"author", version.author_name},
               {"state", word(version.state)},
               {"failed_step", version.failed_step ? ApiJson(word(*version.failed_step)) : ApiJson()},
               {"code", version.code},
               {"detail", version.detail},
               {"waiting", nullptr},
               {"submitted", version.submitted},
               {"changed", version.changed},
               {"sha256", version.sha256},
               {"bytes", version.bytes},
               {"language", version.language},
               {"toolchain", version.toolchain},
               {"repeatable", or_null(version.repeatable)},
               {"note", version.note},
               {"licence", version.licence},
               {"opened", version.opened.empty() ? ApiJson() : ApiJson(version.opened)},
               {"plays_people", version.plays_people}};
  for (const auto& need : BotNeedSettings) {
    const std::int64_t number = need.number(version.needs);
    json[std::string(need.key)] = number == 0 ? ApiJson() : ApiJson(number);
  }
  if (const auto& waiting = version.waiting) {
    json["waiting"] = {{"for", waiting->what},
                       {"place", waiting->place},
                       {"of", waiting->of},
                       {"about_s", waiting->about.count()},
                       {"longest_s", waiting->longest.count()}};
  }
  return json;
}

ApiJson json_of(const LadderBot& bot) {
  return {{"name", bot.name},           {"author", bot.author_name}, {"description", bot.description},
          {"reference", bot.reference}, {"created", bot.created},    {"versions", json_list(bot.versions)}};
}

ApiJson json_of(const LadderVersion& version, const LadderStandings& standings) {
  ApiJson json = json_of(version);
  json["rating"] = nullptr;
  if (!version.entrant) return json;
  const auto entrant = static_cast<std::size_t>(*version.entrant);
  if (entrant >= standings.figures.size() || !standings.figures[entrant].is_told()) return json;
  const EntrantFigures& figures = standings.figures[entrant];
  json["rating"] = {{"points", figures.points}, {"points_error", figures.points_error},
                    {"elo", figures.elo},       {"elo_error", figures.elo_error},
                    {"boards", figures.boards}, {"opponents", figures.opponents},
                    {"faults", figures.faults}};
  return json;
}

ApiJson json_of(const LadderBot& bot, const LadderStandings& standings) {
  ApiJson json = json_of(bot);
  json["versions"] = ApiJson::array();
  for (const LadderVersion& version : bot.versions) json["versions"].push_back(json_of(version, standings));
  return json;
}

ApiJson json_of(const LadderStanding& standing) {
  const auto place = [&](int number) { return standing.place == 0 ? ApiJson() : ApiJson(number); };
  const auto told = [&](double number) { return standing.figures.is_told() ? ApiJson(number) : ApiJson(); };
  return {{"place", place(standing.place)},
          {"place_low", place(standing.place_low)},
          {"place_high", place(standing.place_high)},
          {"bot", standing.bot},
          {"number", standing.number},
          {"author", standing.author},
          {"state", word(standing.state)},
          {"reference", standing.reference},
          {"points", told(standing.figures.points)},
          {"points_error", told(standing.figures.points_error)},
          {"elo", told(standing.figures.elo)},
          {"elo_error", told(standing.figures.elo_error)},
          {"above", or_null(standing.above)},
          {"boards", standing.figures.boards},
          {"opponents", standing.figures.opponents},
          {"faults", standing.figures.faults},
          {"since", standing.since}};
}

ApiJson json_of(const LadderStandings& standings) {
  ApiJson struck = ApiJson::array();
  for (const StruckPair& pair : standings.struck) {
    const auto name = [](const std::string& text) { return text.empty() ? ApiJson() : ApiJson(text); };
    struck.push_back({{"first", name(pair.first)},
                      {"second", name(pair.second)},
                      {"first_entrant", static_cast<unsigned>(pair.entrants[0])},
                      {"second_entrant", static_cast<unsigned>(pair.entrants[1])},
                      {"boards", pair.boards},
                      {"since", pair.since}});
  }
  return {{"standings", json_list(standings.ranked)},
          {"struck", struck},
          {"alike", standings.alike},
          {"boards", standings.boards},
          {"serial", standings.serial},
          {"made", standings.made}};
}

ApiJson json_of(const LadderStatus& status) {
  ApiJson queues = ApiJson::array();
  for (const auto& queue : status.queues) {
    queues.push_back({{"step", word(queue.step)},
                      {"waiting", queue.waiting},
                      {"running", queue.running},
                      {"oldest_wait_s", queue.oldest_wait_s}});
  }
  ApiJson versions = ApiJson::object();
  for (const auto& [state, count] : status.versions) versions[word(state)] = count;
  return {{"playing", status.playing},
          {"slowed", status.slowed},
          {"accepts_uploads", status.accepts_uploads},
          {"trouble", status.trouble},
          {"trouble_code", status.trouble_code},
          {"boards", status.boards},
          {"boards_a_minute", status.boards_a_minute},
          {"last_board_age_s", status.last_board_age_s},
          {"bots_playing", status.bots_playing},
          {"queues", queues},
          {"requests_waiting", status.requests_waiting},
          {"people_tables", status.people_tables},
          {"versions", versions},
          {"machine_faults", status.machine_faults},
          {"workers", status.workers ? ApiJson::parse(workers_json(*status.workers)) : ApiJson()},
          {"last_backup", or_null(status.last_backup)},
          {"started", status.started},
          {"uptime_s", status.uptime_s}};
}

ApiJson json_of(const OwnSeat& seat) {
  // A seed has 64 bits, more than readers of JSON keep of a number.
  ApiJson json{{"table", seat.seating.value()},     {"seat", seat.seat}, {"version", seat.version},
               {"seed", std::to_string(seat.seed)}, {"fault", nullptr},  {"output", seat.output},
               {"records", ApiJson::array()}};
  if (const auto& fault = seat.fault) {
    json["fault"] = {{"round", fault->round.value()},
                     {"question", fault->question},
                     {"actions", fault->actions},
                     {"kind", fault->kind},
                     {"text", fault->text}};
  }
  for (const std::string& record : seat.records) json["records"].push_back(ApiJson::parse(record));
  return json;
}

ApiJson json_of(const LadderResidual& residual) {
  return {{"first", residual.first},       {"second", residual.second},       {"boards", residual.boards},
          {"margin", residual.margin},     {"expected", residual.expected},   {"surprise", residual.surprise},
          {"extremes", residual.extremes}, {"alarm", residual.is_alarming()}, {"struck", residual.struck}};
}

ApiJson json_of(const FairDeals& deals) {
  return {{"season", deals.season},
          {"commitment", deals.commitment},
          {"committed", deals.committed},
          {"began", or_null(deals.began)},
          {"first_board", deals.first_board ? ApiJson(deals.first_board->value()) : ApiJson()},
          {"ended", or_null(deals.ended)},
          {"seed", or_null(deals.seed)},
          {"salt", or_null(deals.salt)}};
}

ApiJson json_of(const LadderEvent& event) {
  return {{"cursor", event.cursor}, {"time", event.time},   {"kind", event.kind}, {"bot", event.bot},
          {"number", event.number}, {"state", event.state}, {"code", event.code}, {"detail", event.detail}};
}

ApiJson json_of(const QuotaUse& use) {
  return {{"name", use.name},
          {"used", use.used},
          {"limit", use.limit},
          {"resets_in_s", use.resets_in ? ApiJson(use.resets_in->count()) : ApiJson()}};
}

ApiJson json_of(const TokenInfo& token) {
  return {{"id", token.id},
          {"scopes", words_in(token.scopes)},
          {"note", token.note},
          {"created", token.created},
          {"expires", or_null(token.expires)},
          {"last_used", or_null(token.last_used)},
          {"revoked", or_null(token.revoked)}};
}

ApiJson json_of(const Account& account) {
  return {
      {"name", account.name}, {"role", word(account.role)}, {"banned", account.banned}, {"created", account.created}};
}

ApiJson json_of(const Invitation& invitation) {
  return {{"code", invitation.code}, {"expires", invitation.expires}, {"used", invitation.used_by.has_value()}};
}

ApiJson json_of(const PlayRequest& request) {
  return {{"id", request.id.value()},
          {"kind", word(request.kind)},
          {"state", word(request.state)},
          {"first", request.first_name},
          {"second", request.second_name},
          {"pool", request.pool_names},
          {"boards", request.boards},
          {"boards_played", request.boards_played},
          {"plays_a_board", jobs_per_tested_board(request.pool_names.size())},
          {"points1", or_null(request.points1)},
          {"part", or_null(request.part)},
          {"boards_since", or_null(request.boards_since)},
          {"open", request.open},
          {"exit_code", or_null(request.exit_code)},
          {"code", request.code},
          {"detail", request.detail},
          {"asked", request.asked},
          {"ended", or_null(request.ended)}};
}

ApiJson json_of(const OwnFault& fault) {
  return {{"job", fault.job.value()}, {"seating", fault.seating.value()}, {"round", fault.round.value()},
          {"seat", fault.seat},       {"version", fault.version},         {"kind", fault.kind},
          {"text", fault.text},       {"stderr", fault.stderr_tail},      {"reproduce", fault.reproduce}};
}

ApiJson json_of(const TagCount& count) { return {{"tag", count.tag}, {"boards", count.boards}}; }

ApiJson json_of(const Hook& hook) {
  ApiJson json{{"id", hook.id},       {"url", hook.url},
               {"kinds", hook.kinds}, {"failures", hook.failures},
               {"off", hook.off},     {"last_problem", hook.last_problem}};
  if (!hook.secret.empty()) json["secret"] = hook.secret;
  return json;
}

ApiJson json_of(const AuditEntry& entry) {
  return {{"number", entry.number}, {"time", entry.time},     {"actor", entry.actor},
          {"act", entry.act},       {"target", entry.target}, {"reason", entry.reason}};
}

ApiJson json_of(const ExplainedLimit& limit) {
  const bool is_whole = std::floor(limit.value) == limit.value && std::abs(limit.value) < 1e15;
  return {{"about", word(limit.group)},
          {"key", limit.key},
          {"value", is_whole ? ApiJson(static_cast<std::int64_t>(limit.value)) : ApiJson(limit.value)},
          {"unit", limit.unit},
          {"meaning", limit.meaning}};
}

ApiJson json_of(const LadderSettings& settings) {
  return {{"title", settings.title},        {"about", settings.about},
          {"notice", settings.notice},      {"contact", settings.contact},
          {"program", settings.program},    {"open_accounts", settings.open_accounts},
          {"play", json_of(settings.play)}, {"explained", json_list(explained_limits(settings))}};
}

}  // namespace tichu::arena
