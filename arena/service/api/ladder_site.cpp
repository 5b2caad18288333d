#include "arena/service/api/ladder_site.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/seats/seat_site.h"
#include "arena/seats/table/table_site.h"
#include "arena/service/api/api_route.h"
#include "arena/service/api/guest_site.h"
#include "arena/service/api/idempotency.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/problem.h"
#include "arena/service/api/response_cache.h"
#include "arena/service/api/route_table.h"
#include "arena/service/api/upload_sink.h"
#include "arena/text/digest.h"
#include "arena/text/nearest_name.h"
#include "arena/text/strict_json.h"

namespace tichu::arena {
namespace {

using SiteClock = std::chrono::steady_clock;

constexpr std::size_t MostJsonBytes = 64 * 1024;
constexpr std::chrono::seconds Grace{5};
constexpr std::uint64_t MostStreamed = 200;
constexpr std::string_view AccountsPath = "/api/v1/accounts";

/// The part of a Host header before the port; nullopt if something else is hidden there.
std::optional<std::string_view> host_name(std::string_view host) {
  const bool bracketed = host.starts_with('[');
  const std::size_t end = bracketed ? std::min(host.find(']') + 1, host.size()) : std::min(host.find(':'), host.size());
  const std::string_view rest = host.substr(end);
  const bool has_port =
      rest.size() > 1 && rest.front() == ':' && rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (!rest.empty() && !has_port) return std::nullopt;
  return host.substr(0, end);
}

/// The host of a URL such as "https://ladder.example/".
std::string_view host_of_url(std::string_view url) {
  const std::size_t begin = url.find("://");
  if (begin == std::string_view::npos) return {};
  url.remove_prefix(begin + 3);
  return host_name(url.substr(0, url.find('/'))).value_or("");
}

/// Adds the tag by which a client says what it has.
HttpResponse with_tag(HttpResponse answer) {
  constexpr std::size_t TagLetters = 32;
  answer.headers.emplace_back("ETag", "\"" + sha256_of(*answer.body).substr(0, TagLetters) + "\"");
  const bool has_rule = std::any_of(answer.headers.begin(), answer.headers.end(),
                                    [](const auto& header) { return header.first == "Cache-Control"; });
  if (!has_rule) answer.headers.emplace_back("Cache-Control", "no-cache");
  return answer;
}

/// The answer, or 304 for a client that has it. "W/" before a tag says nothing to the contrary.
HttpResponse unless_had(HttpResponse answer, const HttpRequest& question) {
  const std::string_view had = question.header("if-none-match").value_or("");
  const bool is_had = std::any_of(answer.headers.begin(), answer.headers.end(), [&](const auto& header) {
    return header.first == "ETag" && (had == "*" || had.find(header.second) != std::string_view::npos);
  });
  if (!is_had) return answer;
  answer.status = 304;
  answer.body = nullptr;
  answer.file.clear();
  return answer;
}

Rate hourly(std::uint64_t count) {
  const auto burst = static_cast<double>(count);
  return {burst / 3600, burst};
}

/// Of an upload that has begun.
constexpr unsigned Continue = 100;

/// Tells the operator of what may change something; of strangers what was done alone. Tokens and codes are in heads and
/// bodies, and not told.
void log_act(const ApiContext& context, const FoundRoute& found, const WebTarget& target,
             const std::optional<Caller>& caller, unsigned status) {
  constexpr std::size_t Longest = 200;
  if (!context.log || found.route->method == "GET" || (!caller && status >= 300)) return;
  context.log(fmt::format("{} {} by {}: {}", found.route->method, plain_target(target).substr(0, Longest),
                          caller ? caller->account.name : "a stranger", status));
}

/// Whether who asks may use a route.
OrRefusal<void> judge_access(Access access, const Caller& caller) {
  const auto needs = [&](Scope scope) -> OrRefusal<void> {
    if (caller.may(scope)) return {};
    return tl::unexpected(
        refusal_of("scope_missing", "This needs a token with the scope \"" + std::string(to_text(scope)) + "\"."));
  };
  const auto needs_role = [&](Role role) -> OrRefusal<void> {
    if (caller.is_at_least(role)) return {};
    return tl::unexpected(refusal_of("role_missing", "This is for accounts that are at least " +
                                                         std::string(to_text(role)) +
                                                         ", with a token that has the scope \"admin\"."));
  };
  switch (access) {
    case Access::Submit:
      return needs(Scope::Submit);
    case Access::Play:
      return needs(Scope::Play);
    case Access::Admin:
      return needs(Scope::Admin);
    case Access::Recover:
      return needs(Scope::Recover);
    case Access::Moderator:
      return needs_role(Role::Moderator);
    case Access::Operator:
      return needs_role(Role::Admin);
    case Access::Anybody:
    case Access::Optional:
      return {};
    case Access::Owner:
      return needs(Scope::Read);
  }
  return {};
}

}  // namespace

struct LadderSite::State {
  State(Ladder& ladder, LadderSiteOptions how)
      : options(std::move(how)),
        context{ladder, options.url, {}, BoardIndex(ladder.tournament_folder()), {}, {}},
        metrics(options.metrics ? options.metrics : std::make_shared<ApiMetrics>()),
        addresses(options.rates.address),
        tokens(options.rates.token),
        authors(options.rates.author),
        guesses(options.rates.guesses),
        accounts(options.rates.accounts),
        tables(hourly(ladder.settings().people.tables_an_hour)),
        analysis_turns(options.rates.analyses),
        template_turns(options.rates.templates) {
    context.log = options.log;
    context.analyses = options.analyses;
    context.own_boards = options.own_boards;
    context.table_turns = &tables;
    context.analysis_turns = &analysis_turns;
    context.template_turns = &template_turns;
    context.metrics = [this] { return metrics->text(context.ladder.status(), *context.ladder.ratings().latest()); };
  }

  LadderSiteOptions options;
  bool local_only = true;
  ApiContext context;
  RouteTable routes;
  std::shared_ptr<ApiMetrics> metrics;
  TokenBuckets addresses, tokens, authors, guesses, accounts, tables, analysis_turns, template_turns;
  KeptAnswers keys;
  ResponseCache fresh;

  bool knows_host(std::string_view host) const {
    const auto name = host_name(host);
    if (!name) return false;
    if (*name == "localhost" || *name == "127.0.0.1" || *name == "[::1]") return true;
    const std::string_view own = host_of_url(options.url);
    if (!own.empty()) return *name == own;
    return !local_only;
  }

  /// What can be said by the head alone, and without a token; no wait.
  OrRefusal<void> judge_head(const HttpRequest& question) {
    if (!question.direct) {
      if (const auto wait = addresses.take(question.client, SiteClock::now()))
        return tl::unexpected(too_many("rate_address", "This address asks too often.", *wait));
    }
    if (!knows_host(question.host)) {
      return tl::unexpected(
          refusal_of("host_wrong",
                     "Use the address that the ladder gives for itself; on its own machine localhost or 127.0.0.1."));
    }
    // Browsers say where a request comes from; who is no browser is no danger to one.
    const std::string_view site = question.header("sec-fetch-site").value_or("same-origin");
    const bool reads = question.method == "GET" || question.method == "HEAD" || question.method == "OPTIONS";
    if (!reads && site != "same-origin" && site != "none") {
      return tl::unexpected(refusal_of("cross_site", "Only this ladder's own pages may do that."));
    }
    const bool has_token = question.header("authorization").has_value();
    if (has_token && !question.secret) {
      return tl::unexpected(refusal_of("token_in_plain",
                                       "Use https: over this connection others can read the token, so make a new one "
                                       "and revoke it. (Whoever runs the ladder: --behind-proxy.)"));
    }
    return {};
  }

  /// What a route says of a body, before any of it is read.
  static OrRefusal<void> judge_body(const ApiRoute& route, const HttpRequest& question) {
    if (route.body == BodyKind::None) {
      if (!question.has_body) return {};
      return tl::unexpected(refusal_of("body_unwanted", "Send this request without a body."));
    }
    if (!question.has_body) {
      return tl::unexpected(refusal_of("body_missing", route.body == BodyKind::Json ? "Send a JSON object as the body."
                                                                                    : "Send the archive as the body."));
    }
    const std::string_view type = question.header("content-type").value_or("");
    if (route.body == BodyKind::Json) {
      if (question.body_bytes.value_or(0) > MostJsonBytes) {
        Refusal refusal = refusal_of("body_too_large", "The body may have 64 KiB.");
        refusal.limit = MostJsonBytes;
        return tl::unexpected(std::move(refusal));
      }
      if (!type.starts_with("application/json"))
        return tl::unexpected(refusal_of("type_wrong", "Send the body as Content-Type: application/json."));
      return {};
    }
    if (type.starts_with("multipart/") || type.starts_with("application/x-www-form-urlencoded") ||
        question.header("content-encoding")) {
      return tl::unexpected(refusal_of("type_wrong",
                                       "Send the archive itself as the body (curl --upload-file), not a form, and "
                                       "without Content-Encoding."));
    }
    return {};
  }

  static OrRefusal<void> judge_query(const ApiRoute& route, const WebTarget& target) {
    std::vector<std::string> known;
    std::string_view names = route.query;
    while (!names.empty()) {
      const std::size_t end = std::min(names.find(' '), names.size());
      known.emplace_back(names.substr(0, end));
      names.remove_prefix(std::min(end + 1, names.size()));
    }
    for (const auto& [name, value] : target.query) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const auto meant = nearest_name(name, known);
      return tl::unexpected(refusal_of("query_unknown",
                                       known.empty() ? "This address takes no parameters."
                                       : meant       ? "Did you mean \"" + *meant + "\"?"
                                                     : fmt::format("It takes {}.", fmt::join(known, ", ")),
                                       name));
    }
    return {};
  }

  /// What needs no thread of a pool.
  std::optional<HttpResponse> judge_at_once(const HttpRequest& question) {
    if (auto judged = judge_head(question); !judged) return problem_answer(judged.error());
    // A target whose answer is kept was judged when the answer was made.
    const bool may_be_kept = (question.method == "GET" || question.method == "HEAD") && !question.has_body &&
                             !question.header("authorization");
    const auto target = web_target(question.target);
    if (auto kept = may_be_kept && target ? fresh.find(plain_target(*target), SiteClock::now()) : std::nullopt)
      return unless_had(std::move(*kept), question);
    if (!target) {
      return problem_answer(
          refusal_of("target_bad", "Write the address with '/' in front, and special characters as %XX."));
    }
    std::string allowed;
    const auto found = routes.find(question.method, target->parts, allowed);
    if (allowed.empty()) return problem_answer(refusal_of("not_found", "/openapi.json lists all addresses."));
    if (question.method == "OPTIONS") {
      HttpResponse answer;
      answer.status = 204;
      answer.headers.emplace_back("Allow", allowed);
      return answer;
    }
    if (!found) {
      HttpResponse answer = problem_answer(refusal_of("method_not_allowed", "It answers " + allowed + "."));
      answer.headers.emplace_back("Allow", allowed);
      return answer;
    }
    for (const auto& judged : {judge_body(*found->route, question), judge_query(*found->route, *target)}) {
      if (!judged) return problem_answer(judged.error());
    }
    return std::nullopt;
  }

  /// What a client of a remote bot's seat is told at once. Counts guesses.
  std::optional<HttpResponse> judge_at_seat(const HttpRequest& question) {
    if (auto judged = judge_head(question); !judged) return problem_answer(judged.error());
    const auto seat = context.ladder.remote_bots().seats().seat_of(question.bearer_token().value_or(""));
    if (seat != nullptr) return answer_at_seat(question, seat);
    if (const auto wait = guesses.take(question.client, SiteClock::now()))
      return problem_answer(too_many("rate_guesses", "Too many wrong tokens came from this address.", *wait));
    return problem_answer(Refusal{RefusalKind::Unauthenticated, "token_bad",
                                  "No seat has this token: send the one that its declaration told."});
  }

  /// Likewise of a guest's table. Nullopt: a pool answers.
  std::optional<HttpResponse> judge_at_table(const HttpRequest& question) {
    if (auto judged = judge_head(question); !judged) return problem_answer(judged.error());
    GuestTables& guests = context.ladder.guests();
    const std::string_view secret = question.bearer_token().value_or("");
    if (takes_boards_away(question) && guests.has_boards(secret)) return std::nullopt;
    if (const auto table = guests.find(secret)) return answer_at_table(guests, table, question);
    return refuse_secret(question);
  }

  HttpResponse refuse_secret(const HttpRequest& question) {
    if (const auto wait = guesses.take(question.client, SiteClock::now()))
      return problem_answer(too_many("rate_guesses", "Too many wrong tokens came from this address.", *wait));
    return problem_answer(
        Refusal{RefusalKind::Unauthenticated, "token_bad", "No table has this secret, or it is over: sit down anew."});
  }

  /// Likewise of My boards.
  std::optional<HttpResponse> judge_at_boards(const HttpRequest& question) {
    if (auto judged = judge_head(question); !judged) return problem_answer(judged.error());
    if (options.own_boards == nullptr) {
      return problem_answer(refusal_of("not_found", "This ladder does not analyse people's boards."));
    }
    const bool has_secret = question.path() != MyBoardsPage;
    if (has_secret && context.ladder.guests().boards_of(question.bearer_token().value_or("")).empty())
      return refuse_secret(question);
    if (question.method == "POST") {
      if (const auto wait = analysis_turns.take(question.client, SiteClock::now()))
        return problem_answer(too_many("rate_analyses", "Many decisions were judged for this address.", *wait));
    }
    return boards_of_guest(context, question).at_once(question);
  }

  /// Who asks; nullopt if no token was sent and none is needed. Counts guesses.
  OrRefusal<std::optional<Caller>> caller_of(const ApiRoute& route, const HttpRequest& question) {
    if (route.access == Access::Anybody) return std::nullopt;
    if (route.access == Access::Operator && question.direct) return std::nullopt;
    const auto header = question.header("authorization");
    if (!header && route.access == Access::Optional) return std::nullopt;
    const auto now = SiteClock::now();
    const auto sent = question.bearer_token();
    if (header && !sent) {
      return tl::unexpected(
          Refusal{RefusalKind::Unauthenticated, "token_bad", "Send the token as \"Authorization: Bearer tch_…\"."});
    }
    const std::string_view token = sent.value_or("");
    auto caller = context.ladder.accounts().authenticate(token);
    if (!caller) {
      if (token.empty()) return tl::unexpected(caller.error());
      // Who has a right token is never kept out by others who guess.
      const auto wait = guesses.take(question.client, now);
      if (!wait) return tl::unexpected(caller.error());
      return tl::unexpected(too_many("rate_guesses", "Too many wrong tokens came from this address.", *wait));
    }
    if (const auto wait = tokens.take(caller->token, now))
      return tl::unexpected(too_many("rate_token", "This token is used too often.", *wait));
    if (const auto wait = authors.take(to_string(caller->account.id), now))
      return tl::unexpected(too_many("rate_author", "This account asks too often.", *wait));
    if (auto may = judge_access(route.access, *caller); !may) return tl::unexpected(may.error());
    return std::optional<Caller>(std::move(*caller));
  }

  OrRefusal<HttpResponse> act(const FoundRoute& found, const WebTarget& target, const HttpRequest& question,
                              const Caller* caller, const nlohmann::json& body) {
    ApiCall call{question, target, found.parameters, caller, body};
    try {
      return found.route->act(context, call);
    } catch (const std::exception& error) {
      return tl::unexpected(machine_failure(context, error));
    }
  }

  /// As `act`, but with an idempotency key it is done once only.
  OrRefusal<HttpResponse> act_once(const FoundRoute& found, const WebTarget& target, const HttpRequest& question,
                                   const Caller* caller, const nlohmann::json& body) {
    const auto key = question.header("idempotency-key");
    if (!key || caller == nullptr) return act(found, target, question, caller, body);
    if (!is_idempotency_key(*key)) {
      return tl::unexpected(Refusal{RefusalKind::Bad, "key_bad",
                                    "An idempotency key has 1 to 128 printable ASCII characters.", "Idempotency-Key"});
    }
    // By token, so that none is handed what another of the account, with more scopes, was given.
    const std::string who = to_string(caller->account.id) + " " + caller->token;
    const std::string name(*key);
    const std::string request = question.method + " " + question.target + "\n" + body.dump();
    auto [use, answer] = keys.begin(who, name, sha256_of(request), SiteClock::now());
    if (use == KeptAnswers::Use::Again) {
      answer.headers.emplace_back("Idempotent-Replayed", "true");
      return std::move(answer);
    }
    if (use == KeptAnswers::Use::Open) {
      Refusal refusal = refusal_of("key_in_use", "Ask again in a second.");
      refusal.retry_after = std::chrono::seconds(1);
      return tl::unexpected(std::move(refusal));
    }
    if (use == KeptAnswers::Use::Other) {
      return tl::unexpected(Refusal{RefusalKind::Conflict, "key_reused",
                                    "This idempotency key was used for another request.", "Idempotency-Key"});
    }
    auto made = act(found, target, question, caller, body);
    made ? keys.keep(who, name, *made) : keys.forget(who, name);
    return made;
  }

  /// Everything about a question that its head decides, on a pool.
  struct Admitted {
    WebTarget target;
    FoundRoute found;
    std::optional<Caller> caller;
  };
  OrRefusal<Admitted> admit(const HttpRequest& question) {
    Admitted admitted;
    std::string allowed;
    admitted.target = *web_target(question.target);  // at_once has looked
    admitted.found = *routes.find(question.method, admitted.target.parts, allowed);
    auto caller = caller_of(*admitted.found.route, question);
    if (!caller) return tl::unexpected(caller.error());
    admitted.caller = std::move(*caller);
    return admitted;
  }

  /// As below, of a client that was admitted: it is told how often its token may be used yet.
  HttpResponse finish(const Admitted& admitted, OrRefusal<HttpResponse> made, SiteClock::time_point began) {
    HttpResponse answer = finish(*admitted.found.route, std::move(made), began);
    log_act(context, admitted.found, admitted.target, admitted.caller, answer.status);
    if (!admitted.caller) return answer;
    for (auto& header : tokens.headers("token", admitted.caller->token, SiteClock::now())) {
      answer.headers.push_back(std::move(header));
    }
    return answer;
  }

  HttpResponse finish(const ApiRoute& route, OrRefusal<HttpResponse> made, SiteClock::time_point began) {
    HttpResponse answer = made ? std::move(*made) : problem_answer(made.error());
    metrics->count(std::string(route.method) + " " + std::string(route.path), answer.status, SiteClock::now() - began);
    return answer;
  }
};

namespace {

/// Collects a JSON body, and then does what was asked.
class JsonSink : public BodySink {
 public:
  explicit JsonSink(std::function<HttpResponse(OrRefusal<nlohmann::json>)> act) : act_(std::move(act)) {}

  std::optional<HttpResponse> take(std::string_view bytes) override {
    if (text_.size() + bytes.size() > MostJsonBytes) {
      Refusal refusal = refusal_of("body_too_large", "The body may have 64 KiB.");
      refusal.limit = MostJsonBytes;
      return act_(tl::unexpected(std::move(refusal)));
    }
    text_ += bytes;
    return std::nullopt;
  }

  HttpResponse end() override {
    auto json = parse_strict_json(text_);
    if (!json) {
      return act_(tl::unexpected(refusal_of(
          "body_bad", json.error().message + (json.error().byte ? " (byte " + std::to_string(*json.error().byte) + ")."
                                                                : std::string(".")))));
    }
    if (!json->is_object()) return act_(tl::unexpected(refusal_of("body_bad", "The body must be a JSON object.")));
    return act_(std::move(*json));
  }

 private:
  std::function<HttpResponse(OrRefusal<nlohmann::json>)> act_;
  std::string text_;
};

}  // namespace

LadderSite::LadderSite(Ladder& ladder, LadderSiteOptions options)
    : state_(std::make_unique<State>(ladder, std::move(options))) {}
LadderSite::~LadderSite() = default;

void LadderSite::listen_at(const std::string& url, bool local_only) {
  state_->local_only = local_only;
  if (state_->context.url.empty()) state_->context.url = url;
}

ClientBounds LadderSite::bounds() const { return {4096, 3584, 2048, 64, 8}; }

/// As ApiPool.
std::vector<std::size_t> LadderSite::pools() const { return {1, 1, 2, 2, 2}; }

std::optional<HttpResponse> LadderSite::at_once(const HttpRequest& question) {
  auto made = is_at_seat(question)          ? state_->judge_at_seat(question)
              : is_at_guest_table(question) ? state_->judge_at_table(question)
              : MyBoardsSite::has(question) ? state_->judge_at_boards(question)
                                            : state_->judge_at_once(question);
  if (made) state_->metrics->count_at_once(made->status);
  return made;
}

std::size_t LadderSite::pool_of(const HttpRequest& question) const {
  if (is_at_seat(question)) return static_cast<std::size_t>(ApiPool::Acts);
  if (is_at_guest_table(question)) {
    // An open table answers soon; one that is put away waits for its bots.
    GuestTables& guests = state_->context.ladder.guests();
    const auto table = guests.find(question.bearer_token().value_or(""));
    const bool is_open = table != nullptr && guests.session(table, false) != nullptr;
    return static_cast<std::size_t>(is_open ? ApiPool::Acts : ApiPool::Tables);
  }
  if (MyBoardsSite::has(question)) return static_cast<std::size_t>(ApiPool::Boards);
  const auto target = web_target(question.target);
  std::string allowed;
  const auto found = target ? state_->routes.find(question.method, target->parts, allowed) : std::nullopt;
  return found ? static_cast<std::size_t>(found->route->pool) : 0;
}

HttpResponse LadderSite::answer(const HttpRequest& question) {
  if (is_at_guest_table(question)) return wait_at_table(state_->context, question);
  if (MyBoardsSite::has(question)) return boards_of_guest(state_->context, question).answer(question);
  const auto began = SiteClock::now();
  const auto admitted = state_->admit(question);
  std::string allowed;
  if (!admitted) {
    return state_->finish(*state_->routes.find(question.method, web_target(question.target)->parts, allowed)->route,
                          tl::unexpected(admitted.error()), began);
  }
  const ApiRoute& route = *admitted->found.route;
  const Caller* caller = admitted->caller ? &*admitted->caller : nullptr;
  const bool reads = route.method == "GET";
  if (route.kept && caller == nullptr) {
    // Who asked before has waited for the same answer.
    if (auto kept = state_->fresh.find(plain_target(admitted->target), SiteClock::now())) {
      return state_->finish(route, unless_had(std::move(*kept), question), began);
    }
  }
  auto made = reads ? state_->act(admitted->found, admitted->target, question, caller, {})
                    : state_->act_once(admitted->found, admitted->target, question, caller, {});
  if (reads && made && made->status == 200 && made->body && made->stream.empty()) {
    *made = with_tag(std::move(*made));
    if (route.kept && caller == nullptr) state_->fresh.keep(plain_target(admitted->target), *made, SiteClock::now());
    *made = unless_had(std::move(*made), question);
  } else if (made && !made->file.empty()) {
    *made = unless_had(std::move(*made), question);
  }
  return state_->finish(*admitted, std::move(made), began);
}

std::variant<HttpResponse, std::unique_ptr<BodySink>> LadderSite::receive(const HttpRequest& question) {
  if (is_at_seat(question)) {
    return take_answer_at(state_->context.ladder.remote_bots().seats().seat_of(question.bearer_token().value_or("")));
  }
  if (is_at_guest_table(question)) return take_at_table(state_->context, question);
  if (MyBoardsSite::has(question)) return take_at_boards(state_->context, question);
  const auto began = SiteClock::now();
  auto admitted = state_->admit(question);
  if (!admitted) return problem_answer(admitted.error());
  const ApiRoute& route = *admitted->found.route;
  if (route.body == BodyKind::Archive) {
    auto sink = make_upload_sink(state_->context, question, admitted->target, admitted->found.parameters.at(0),
                                 *admitted->caller);
    if (!sink) return state_->finish(*admitted, tl::unexpected(sink.error()), began);
    log_act(state_->context, admitted->found, admitted->target, admitted->caller, Continue);
    return std::move(*sink);
  }
  if (route.path == AccountsPath) {
    if (const auto wait = state_->accounts.take(question.client, began)) {
      return state_->finish(
          route, tl::unexpected(too_many("rate_accounts", "Too many accounts were asked for here.", *wait)), began);
    }
  }
  return std::make_unique<JsonSink>([state = state_.get(), admitted = std::move(*admitted), question,
                                     began](OrRefusal<nlohmann::json> body) {
    if (!body) return state->finish(admitted, tl::unexpected(body.error()), began);
    const Caller* caller = admitted.caller ? &*admitted.caller : nullptr;
    return state->finish(admitted, state->act_once(admitted.found, admitted.target, question, caller, *body), began);
  });
}

StreamUpdate LadderSite::pulse(const std::string&, std::uint64_t cursor) {
  Ladder& ladder = state_->context.ladder;
  const LadderStatus status = ladder.status();
  const ApiJson now{{"playing", status.playing},
                    {"trouble", status.trouble},
                    {"boards", status.boards},
                    {"boards_a_minute", status.boards_a_minute},
                    {"serial", ladder.ratings().latest()->serial}};
  std::string text = "event: status\ndata: " + now.dump(-1, ' ', false, ApiJson::error_handler_t::replace) + "\n\n";
  EventQuery query;
  query.after = cursor;
  query.most = MostStreamed;
  for (const LadderEvent& event : ladder.hooks().events(nullptr, query)) {
    text += fmt::format("id: {}\nevent: happened\ndata: {}\n\n", event.cursor,
                        json_of(event).dump(-1, ' ', false, ApiJson::error_handler_t::replace));
    cursor = std::max(cursor, event.cursor);
  }
  return {std::make_shared<const std::string>(std::move(text)), cursor};
}

HttpResponse LadderSite::too_many_watchers() const {
  Refusal refusal = refusal_of("too_many_watchers", "Ask for /api/v1/status now and then instead.");
  refusal.retry_after = std::chrono::seconds(60);
  return problem_answer(refusal);
}

void LadderSite::count(int clients, std::size_t watchers) { state_->metrics->count_clients(clients, watchers); }

ServerEnd serve_ladder(Ladder& ladder, const LadderSiteOptions& options, ListeningPort& port, ServerOptions server,
                       const std::function<void(const std::string& url)>& listening) {
  LadderSite site(ladder, options);
  server.grace = Grace;
  server.ending = [&ladder] { ladder.guests().open_no_more(); };
  return serve_site(site, port, server, [&](const std::string& url, bool local_only) {
    site.listen_at(url, local_only);
    listening(url);
  });
}

}  // namespace tichu::arena
