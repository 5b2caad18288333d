#include <array>
#include <ctime>
#include <string>
#include <vector>

#include "arena/service/api/api_route.h"
#include "arena/service/api/hook_sender.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/problem.h"
#include "arena/service/ladder/version_life.h"

namespace tichu::arena {
namespace {

constexpr std::size_t MostNoteBytes = 500;
constexpr std::size_t MostUrlBytes = 500;
constexpr std::int64_t Day = 86'400;
constexpr std::uint64_t MostTokenDays = 3650;

/// What an act on a version came to.
OrRefusal<HttpResponse> told(const OrRefusal<LadderVersion>& version) {
  return version.map([](const LadderVersion& changed) { return json_answer(json_of(changed)); });
}

template <OrRefusal<LadderVersion> (Versions::*Act)(const Caller&, const VersionName&)>
OrRefusal<HttpResponse> change_version(ApiContext& context, const ApiCall& call) {
  const auto name = version_of_path(call);
  if (!name) return tl::unexpected(name.error());
  return told((context.ladder.versions().*Act)(*call.caller, *name));
}

template <OrRefusal<LadderVersion> (OpenedFiles::*Act)(const Caller&, const VersionName&)>
OrRefusal<HttpResponse> change_files(ApiContext& context, const ApiCall& call) {
  const auto name = version_of_path(call);
  if (!name) return tl::unexpected(name.error());
  return told((context.ladder.versions().files().*Act)(*call.caller, *name));
}

OrRefusal<HttpResponse> show_log(ApiContext& context, const ApiCall& call) {
  const auto name = version_of_path(call);
  if (!name) return tl::unexpected(name.error());
  auto part = from_text<StepKind>(call.target.parameter("part").value_or(to_text(StepKind::Built)));
  if (!part) {
    return tl::unexpected(refusal_of("query_bad", "part must be one of " + choices<StepKind>() + ".", "part"));
  }
  if (!call.target.parameter("part")) {
    const auto version = context.ladder.versions().version(call.caller, *name);
    if (version && version->failed_step) part = version->failed_step;
  }
  return context.ladder.versions().log(*call.caller, *name, *part).map([](const VersionLog& log) {
    HttpResponse answer = text_answer("text/plain; charset=utf-8", log.text);
    if (log.truncated) answer.headers.emplace_back("X-Log-Truncated", "1");
    return answer;
  });
}

ApiJson json_of(const NewAccount& made) {
  return {{"account", json_of(made.account)}, {"token", made.token.text}, {"recovery", made.recovery.text}};
}

OrRefusal<HttpResponse> register_account(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  const std::string name = fields.text("name", MostApiNameBytes);
  const std::string invitation = fields.text("invitation", MostApiNameBytes, false);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  return context.ladder.accounts().register_account(name, invitation).map([](const NewAccount& made) {
    return json_answer(json_of(made), 201);
  });
}

OrRefusal<HttpResponse> recover_account(ApiContext& context, const ApiCall& call) {
  return context.ladder.accounts().recover(*call.caller).map([](const NewAccount& made) {
    return json_answer(json_of(made), 201);
  });
}

OrRefusal<HttpResponse> delete_account(ApiContext& context, const ApiCall& call) {
  return context.ladder.delete_account(*call.caller, call.caller->account.name, "").map([] { return empty_answer(); });
}

/// A bot with what its author can do with each version.
ApiJson with_acts(const LadderBot& bot, const LadderStandings& standings) {
  ApiJson json = json_of(bot, standings);
  for (std::size_t i = 0; i < bot.versions.size(); ++i) {
    ApiJson& acts = json["versions"][i]["acts"] = ApiJson::array();
    for (const AuthorAct act : author_acts(bot.versions[i].state)) acts.push_back(to_text(act));
  }
  return json;
}

OrRefusal<HttpResponse> show_account(ApiContext& context, const ApiCall& call) {
  ApiJson json{{"account", json_of(call.caller->account)}};
  json["quotas"] = json_list(context.ladder.accounts().quotas(*call.caller));
  json["bots"] = ApiJson::array();
  const auto standings = context.ladder.ratings().latest();
  for (const LadderBot& bot : context.ladder.versions().own_bots(*call.caller))
    json["bots"].push_back(with_acts(bot, *standings));
  return json_answer(json);
}

OrRefusal<HttpResponse> show_tokens(ApiContext& context, const ApiCall& call) {
  return json_answer({{"tokens", json_list(context.ladder.accounts().tokens(*call.caller))}});
}

OrRefusal<HttpResponse> make_token(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  Scopes scopes;
  for (const std::string& word : fields.texts("scopes", 4)) {
    const auto scope = from_text<Scope>(word);
    if (!scope) {
      return tl::unexpected(refusal_of("field_bad", "A scope is one of " + choices<Scope>() + ".", "scopes"));
    }
    scopes.add(*scope);
  }
  const auto days = fields.number("days", 1, MostTokenDays);
  const std::string note = fields.text("note", MostNoteBytes, false);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  if (scopes.is_empty()) {
    return tl::unexpected(
        refusal_of("field_missing", "scopes lists at least one of " + choices<Scope>() + ".", "scopes"));
  }
  const auto expires =
      days ? std::optional<UnixTime>(std::time(nullptr) + static_cast<std::int64_t>(*days) * Day) : std::nullopt;
  return context.ladder.accounts().make_token(*call.caller, scopes, expires, note).map([](const NewToken& made) {
    return json_answer({{"token", made.text}, {"info", json_of(made.info)}}, 201);
  });
}

OrRefusal<HttpResponse> revoke_token(ApiContext& context, const ApiCall& call) {
  return context.ladder.accounts().revoke_token(*call.caller, call.parameters.at(0)).map([] { return empty_answer(); });
}

OrRefusal<HttpResponse> show_invitations(ApiContext& context, const ApiCall& call) {
  return json_answer({{"invitations", json_list(context.ladder.accounts().invitations(*call.caller))}});
}

OrRefusal<HttpResponse> invite(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  constexpr std::uint64_t Week = 7;
  const auto days = fields.number("days", 1, 90);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  return context.ladder.accounts()
      .invite(*call.caller, std::chrono::hours(24 * days.value_or(Week)))
      .map([](const Invitation& made) { return json_answer(json_of(made), 201); });
}

OrRefusal<HttpResponse> ask_match(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  MatchRequest request;
  request.first = fields.text("first", MostApiNameBytes);
  request.second = fields.text("second", MostApiNameBytes);
  request.boards = fields.number("boards", 1, INT64_MAX).value_or(request.boards);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  return context.ladder.requests().ask_match(*call.caller, request).map([](const PlayRequest& asked) {
    return json_answer(json_of(asked), 202);
  });
}

OrRefusal<HttpResponse> ask_test(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  constexpr double MostPoints = 1000;
  TestRequest request;
  request.candidate = fields.text("candidate", MostApiNameBytes);
  request.base = fields.text("base", MostApiNameBytes);
  request.points0 = fields.real("points0", -MostPoints, MostPoints).value_or(request.points0);
  request.points1 = fields.real("points1", -MostPoints, MostPoints).value_or(request.points1);
  request.boards = fields.number("boards", 1, INT64_MAX);
  request.pool = fields.texts("pool", MostTestPool);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  return context.ladder.requests().ask_test(*call.caller, request).map([](const PlayRequest& asked) {
    return json_answer(json_of(asked), 202);
  });
}

OrRefusal<HttpResponse> show_requests(ApiContext& context, const ApiCall& call) {
  const auto most = number_parameter(call, "most", MostPlayRequests, 1, MostPlayRequests);
  if (!most) return tl::unexpected(most.error());
  return json_answer({{"requests", json_list(context.ladder.requests().list(*call.caller, *most))}});
}

OrRefusal<std::uint64_t> id_of_path(const ApiCall& call) {
  if (const auto number = path_number(call.parameters.at(0))) return *number;
  return tl::unexpected(refusal_of("not_found", "The address ends with a number."));
}

template <OrRefusal<PlayRequest> (PlayRequests::*Act)(const Caller&, PlayRequestId)>
OrRefusal<HttpResponse> with_request(ApiContext& context, const ApiCall& call) {
  const auto id = id_of_path(call);
  if (!id) return tl::unexpected(id.error());
  return (context.ladder.requests().*Act)(*call.caller, PlayRequestId(*id)).map([](const PlayRequest& request) {
    return json_answer(json_of(request));
  });
}

OrRefusal<HttpResponse> show_result(ApiContext& context, const ApiCall& call) {
  const auto id = id_of_path(call);
  if (!id) return tl::unexpected(id.error());
  const auto form = from_text<ResultForm>(call.target.parameter("form").value_or(to_text(ResultForm::Text)));
  if (!form) return tl::unexpected(refusal_of("query_bad", "form is text, json, junit or markdown", "form"));
  const auto request = context.ladder.requests().find(*call.caller, PlayRequestId(*id));
  if (!request) return tl::unexpected(request.error());
  ResultReader reader;
  reader.sees_second = call.caller->account.role != Role::Author;
  if (const auto name = version_name(request->second_name)) {
    const auto second = context.ladder.versions().version(call.caller, *name);
    reader.sees_second |= second && second->author_name == call.caller->account.name;
  }
  const auto result = request->kind == PlayRequestKind::Benchmark
                          ? RequestResults::card(*request, context.ladder.requests().card_of(*request), *form)
                          : context.results.result(*request, *form, reader);
  return result.map([&](const std::string& text) {
    constexpr std::array<std::string_view, 4> Types{"text/plain; charset=utf-8", "application/json",
                                                    "application/xml; charset=utf-8", "text/markdown; charset=utf-8"};
    return text_answer(Types.at(static_cast<std::size_t>(*form)), text);
  });
}

OrRefusal<HttpResponse> show_hooks(ApiContext& context, const ApiCall& call) {
  return json_answer({{"hooks", json_list(context.ladder.hooks().hooks(*call.caller))}});
}

OrRefusal<HttpResponse> make_hook(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  const std::string url = fields.text("url", MostUrlBytes);
  std::vector<std::string> kinds = fields.texts("kinds", 16);
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  if (names_closed_address(url, context.ladder.settings().hook_networks)) {
    return tl::unexpected(Refusal{RefusalKind::Bad, "hook_address_closed",
                                  "Hooks are sent to addresses of the public internet, or of hook_networks.", "url"});
  }
  return context.ladder.hooks().make_hook(*call.caller, url, std::move(kinds)).map([](const Hook& made) {
    return json_answer(json_of(made), 201);
  });
}

OrRefusal<HttpResponse> delete_hook(ApiContext& context, const ApiCall& call) {
  const auto id = id_of_path(call);
  if (!id) return tl::unexpected(id.error());
  return context.ladder.hooks().delete_hook(*call.caller, *id).map([] { return empty_answer(); });
}

OrRefusal<HttpResponse> switch_on_hook(ApiContext& context, const ApiCall& call) {
  const auto id = id_of_path(call);
  if (!id) return tl::unexpected(id.error());
  return context.ladder.hooks().switch_on_hook(*call.caller, *id).map([](const Hook& hook) {
    return json_answer(json_of(hook));
  });
}

constexpr std::array<ApiRoute, 27> AuthorRoutes{{
    {"POST", "/api/v1/accounts", "", Access::Anybody, BodyKind::Json, ApiPool::Acts, register_account},
    {"POST", "/api/v1/account/recover", "", Access::Recover, BodyKind::None, ApiPool::Acts, recover_account},
    {"DELETE", "/api/v1/account", "", Access::Admin, BodyKind::None, ApiPool::Acts, delete_account},
    {"GET", "/api/v1/account", "", Access::Owner, BodyKind::None, ApiPool::Acts, show_account},
    {"PUT", "/api/v1/bots/{bot}/versions", "note keep unranked", Access::Submit, BodyKind::Archive, ApiPool::Uploads},
    {"GET", "/api/v1/bots/{bot}/versions/{number}/log", "part", Access::Owner, BodyKind::None, ApiPool::Acts, show_log},
    {"POST", "/api/v1/bots/{bot}/versions/{number}/pause", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     change_version<&Versions::pause>},
    {"POST", "/api/v1/bots/{bot}/versions/{number}/resume", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     change_version<&Versions::resume>},
    {"POST", "/api/v1/bots/{bot}/versions/{number}/retire", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     change_version<&Versions::retire>},
    {"POST", "/api/v1/bots/{bot}/versions/{number}/withdraw", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     change_version<&Versions::withdraw>},
    {"POST", "/api/v1/bots/{bot}/versions/{number}/open", "", Access::Submit, BodyKind::None, ApiPool::Boards,
     change_files<&OpenedFiles::open>},
    {"POST", "/api/v1/bots/{bot}/versions/{number}/close", "", Access::Submit, BodyKind::None, ApiPool::Acts,
     change_files<&OpenedFiles::close>},
    {"GET", "/api/v1/tokens", "", Access::Owner, BodyKind::None, ApiPool::Acts, show_tokens},
    {"POST", "/api/v1/tokens", "", Access::Admin, BodyKind::Json, ApiPool::Acts, make_token},
    {"DELETE", "/api/v1/tokens/{token}", "", Access::Admin, BodyKind::None, ApiPool::Acts, revoke_token},
    {"GET", "/api/v1/invitations", "", Access::Owner, BodyKind::None, ApiPool::Acts, show_invitations},
    {"POST", "/api/v1/invitations", "", Access::Admin, BodyKind::Json, ApiPool::Acts, invite},
    {"GET", "/api/v1/requests", "most", Access::Owner, BodyKind::None, ApiPool::Acts, show_requests},
    {"POST", "/api/v1/matches", "", Access::Play, BodyKind::Json, ApiPool::Acts, ask_match},
    {"POST", "/api/v1/tests", "", Access::Play, BodyKind::Json, ApiPool::Acts, ask_test},
    {"GET", "/api/v1/requests/{request}", "", Access::Owner, BodyKind::None, ApiPool::Acts,
     with_request<&PlayRequests::find>},
    {"GET", "/api/v1/requests/{request}/result", "form", Access::Owner, BodyKind::None, ApiPool::Acts, show_result},
    {"DELETE", "/api/v1/requests/{request}", "", Access::Play, BodyKind::None, ApiPool::Acts,
     with_request<&PlayRequests::cancel>},
    {"GET", "/api/v1/hooks", "", Access::Owner, BodyKind::None, ApiPool::Acts, show_hooks},
    {"POST", "/api/v1/hooks", "", Access::Admin, BodyKind::Json, ApiPool::Acts, make_hook},
    {"POST", "/api/v1/hooks/{hook}/on", "", Access::Admin, BodyKind::None, ApiPool::Acts, switch_on_hook},
    {"DELETE", "/api/v1/hooks/{hook}", "", Access::Admin, BodyKind::None, ApiPool::Acts, delete_hook},
}};

}  // namespace

std::span<const ApiRoute> author_routes() { return AuthorRoutes; }

}  // namespace tichu::arena
