#include <array>
#include <string>

#include "arena/service/api/api_route.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/problem.h"

namespace tichu::arena {
namespace {

constexpr std::size_t MostApiReasonBytes = 500;
constexpr std::uint64_t MostRows = 500;

/// The one field that every act of a moderator has.
OrRefusal<std::string> reason_of(const ApiCall& call) {
  BodyFields fields(call.body);
  std::string reason = fields.text("reason", MostApiReasonBytes);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  return reason;
}

template <OrRefusal<LadderVersion> (Versions::*Act)(const Caller&, const VersionName&, const std::string&)>
OrRefusal<HttpResponse> judge_version(ApiContext& context, const ApiCall& call) {
  const auto name = version_of_path(call);
  if (!name) return tl::unexpected(name.error());
  const auto reason = reason_of(call);
  if (!reason) return tl::unexpected(reason.error());
  return (context.ladder.versions().*Act)(*call.caller, *name, *reason).map([](const LadderVersion& version) {
    return json_answer(json_of(version));
  });
}

template <OrRefusal<void> (Accounts::*Act)(const Caller&, const std::string&, const std::string&)>
OrRefusal<HttpResponse> judge_account(ApiContext& context, const ApiCall& call) {
  const auto reason = reason_of(call);
  if (!reason) return tl::unexpected(reason.error());
  return (context.ladder.accounts().*Act)(*call.caller, call.parameters.at(0), *reason).map([] {
    return empty_answer();
  });
}

template <OrRefusal<JudgedPair> (Ratings::*Act)(const Caller&, const VersionName&, const VersionName&,
                                                const std::string&)>
OrRefusal<HttpResponse> judge_pair(ApiContext& context, const ApiCall& call) {
  const auto reason = reason_of(call);
  if (!reason) return tl::unexpected(reason.error());
  const auto first = version_name(call.parameters.at(0));
  const auto second = version_name(call.parameters.at(1));
  if (!first || !second) {
    return tl::unexpected(Refusal{RefusalKind::Missing, "version_unknown",
                                  "A version is named as \"fox@3\", the latest also as \"fox\"."});
  }
  return (context.ladder.ratings().*Act)(*call.caller, *first, *second, *reason).map([](const JudgedPair& pair) {
    return json_answer({{"first", pair.first}, {"second", pair.second}});
  });
}

template <bool Paused>
OrRefusal<HttpResponse> pause_ladder(ApiContext& context, const ApiCall& call) {
  const auto reason = reason_of(call);
  if (!reason) return tl::unexpected(reason.error());
  return context.ladder.pause(*call.caller, Paused, *reason).map([] { return empty_answer(); });
}

OrRefusal<HttpResponse> end_season(ApiContext& context, const ApiCall& call) {
  const auto reason = reason_of(call);
  if (!reason) return tl::unexpected(reason.error());
  return context.ladder.seasons().end_season(*call.caller, *reason).map([](const FairDeals& next) {
    return json_answer(json_of(next));
  });
}

OrRefusal<HttpResponse> rename_bot(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  const std::string name = fields.text("name", MostApiNameBytes);
  const std::string reason = fields.text("reason", MostApiReasonBytes);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  return context.ladder.versions()
      .rename(*call.caller, call.parameters.at(0), name, reason)
      .map([](const LadderBot& bot) { return json_answer(json_of(bot)); });
}

OrRefusal<HttpResponse> set_role(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  const auto role = from_text<Role>(fields.text("role", MostApiNameBytes));
  const std::string reason = fields.text("reason", MostApiReasonBytes);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  if (!role) return tl::unexpected(refusal_of("field_bad", "role must be one of " + choices<Role>() + ".", "role"));
  return context.ladder.accounts().set_role(*call.caller, call.parameters.at(0), *role, reason).map([] {
    return empty_answer();
  });
}

OrRefusal<HttpResponse> show_residuals(ApiContext& context, const ApiCall& call) {
  const auto most = number_parameter(call, "most", 100, 1, MostRows);
  if (!most) return tl::unexpected(most.error());
  return context.ladder.residuals().list(*call.caller, *most).map([](const LadderResiduals& residuals) {
    return json_answer({{"versions", json_list(residuals.versions)}, {"authors", json_list(residuals.authors)}});
  });
}

OrRefusal<HttpResponse> show_accounts(ApiContext& context, const ApiCall& call) {
  const auto most = number_parameter(call, "most", 100, 1, MostRows);
  if (!most) return tl::unexpected(most.error());
  auto accounts = context.ladder.accounts().accounts(
      *call.caller, std::string(call.target.parameter("after").value_or("")), *most + 1);
  if (!accounts) return tl::unexpected(accounts.error());
  const bool more = accounts->size() > *most;
  if (more) accounts->resize(*most);
  return json_answer({{"accounts", json_list(*accounts)}, {"next", more ? ApiJson(accounts->back().name) : ApiJson()}});
}

OrRefusal<HttpResponse> show_audit(ApiContext& context, const ApiCall& call) {
  const auto after = number_parameter(call, "after", 0, 0, INT64_MAX);
  const auto most = number_parameter(call, "most", 100, 1, MostRows);
  if (!after) return tl::unexpected(after.error());
  if (!most) return tl::unexpected(most.error());
  const bool latest = call.target.parameter("latest").has_value();
  auto entries = context.ladder.accounts().audit(*call.caller, {*after, *most + 1, latest});
  if (!entries) return tl::unexpected(entries.error());
  const bool more = entries->size() > *most;
  if (more) entries->resize(*most);
  return json_answer({{"audit", json_list(*entries)}, {"next", more ? ApiJson(entries->back().number) : ApiJson()}});
}

OrRefusal<HttpResponse> show_moderated(ApiContext& context, const ApiCall& call) {
  const auto most = number_parameter(call, "most", 100, 1, MostRows);
  if (!most) return tl::unexpected(most.error());
  return context.ladder.versions().moderated(*call.caller, *most).map([](const ModeratedVersions& versions) {
    return json_answer({{"waiting", json_list(versions.waiting)},
                        {"failed", json_list(versions.failed)},
                        {"quarantined", json_list(versions.quarantined)}});
  });
}

constexpr std::array<ApiRoute, 15> ModeratorRoutes{{
    {"POST", "/api/v1/bots/{bot}/versions/{number}/quarantine", "", Access::Moderator, BodyKind::Json, ApiPool::Acts,
     judge_version<&Versions::quarantine>},
    {"POST", "/api/v1/bots/{bot}/versions/{number}/release", "", Access::Moderator, BodyKind::Json, ApiPool::Acts,
     judge_version<&Versions::release>},
    {"POST", "/api/v1/bots/{bot}/rename", "", Access::Moderator, BodyKind::Json, ApiPool::Acts, rename_bot},
    {"POST", "/api/v1/accounts/{account}/ban", "", Access::Moderator, BodyKind::Json, ApiPool::Acts,
     judge_account<&Accounts::ban>},
    {"POST", "/api/v1/accounts/{account}/unban", "", Access::Moderator, BodyKind::Json, ApiPool::Acts,
     judge_account<&Accounts::unban>},
    {"POST", "/api/v1/accounts/{account}/role", "", Access::Moderator, BodyKind::Json, ApiPool::Acts, set_role},
    {"POST", "/api/v1/ladder/pause", "", Access::Moderator, BodyKind::Json, ApiPool::Acts, pause_ladder<true>},
    {"POST", "/api/v1/ladder/resume", "", Access::Moderator, BodyKind::Json, ApiPool::Acts, pause_ladder<false>},
    {"POST", "/api/v1/seasons/end", "", Access::Moderator, BodyKind::Json, ApiPool::Acts, end_season},
    {"POST", "/api/v1/pairs/{first}/{second}/strike", "", Access::Moderator, BodyKind::Json, ApiPool::Acts,
     judge_pair<&Ratings::strike_pair>},
    {"POST", "/api/v1/pairs/{first}/{second}/restore", "", Access::Moderator, BodyKind::Json, ApiPool::Acts,
     judge_pair<&Ratings::restore_pair>},
    {"GET", "/api/v1/residuals", "most", Access::Moderator, BodyKind::None, ApiPool::Acts, show_residuals},
    {"GET", "/api/v1/accounts", "after most", Access::Moderator, BodyKind::None, ApiPool::Acts, show_accounts},
    {"GET", "/api/v1/versions", "most", Access::Moderator, BodyKind::None, ApiPool::Acts, show_moderated},
    {"GET", "/api/v1/audit", "after most latest", Access::Moderator, BodyKind::None, ApiPool::Acts, show_audit},
}};

}  // namespace

std::span<const ApiRoute> moderator_routes() { return ModeratorRoutes; }

}  // namespace tichu::arena
