#include "arena/service/api/problem.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <nlohmann/json.hpp>

#include "arena/service/ladder/reason_codes.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<ProblemCode, 34> Codes{{
    {"not_found", 404, "There is nothing at this address.", "/openapi.json lists all addresses."},
    {"method_not_allowed", 405, "This address does not answer this method.",
     "The header Allow says which methods it answers."},
    {"target_bad", 400, "The address is not written as an address must be.",
     "Write it with '/' in front, and special characters as %XX."},
    {"host_wrong", 403, "The server is not known under this name.",
     "Ask under the address that whoever runs the ladder gave; behind a proxy the service must know it (--url)."},
    {"token_in_plain", 403, "A token was sent over a connection that others can read.",
     "Send tokens by https alone, and revoke this one: somebody may have read it."},
    {"cross_site", 403, "A page of another site asked for it.",
     "Only the ladder's own pages may do that in a browser."},
    {"scope_missing", 403, "The token may not be used for this.",
     "Make a token with the scope that is named, or use another."},
    {"role_missing", 403, "The account may not do this.",
     "Use the token of an account of that role; it needs the scope admin too."},
    {"rate_address", 429, "Too many requests from this address.",
     "Wait for the seconds that retry_after says, and ask less often."},
    {"rate_token", 429, "Too many requests with this token.",
     "Wait for the seconds that retry_after says, and ask less often."},
    {"rate_author", 429, "Too many requests of this account.",
     "Wait for the seconds that retry_after says, and ask less often."},
    {"rate_guesses", 429, "Too many wrong tokens from this address.",
     "Wait for the seconds that retry_after says. Who has a right token is never kept out."},
    {"rate_accounts", 429, "Too many new accounts from this address.", "Wait for the seconds that retry_after says."},
    {"rate_tables", 429, "Too many tables for people were opened from this address.",
     "Go on at one that is open, or wait for the seconds that retry_after says."},
    {"rate_analyses", 429, "Too many boards are to be analysed for the same person.",
     "Wait until some of them are done, or analyse boards at home, by tichu-arena analyse and the public dump."},
    {"analyses_full", 503, "Too many boards are waiting to be analysed.",
     "Wait, or analyse the board at home, by tichu-arena analyse and the public dump."},
    {"analyses_off", 404, "This ladder analyses no boards for its readers.",
     "Analyse the board at home, by tichu-arena analyse and the public dump."},
    {"body_too_large", 413, "The body is longer than it may be.",
     "A body has at most 64 KiB; archives have a limit of their own."},
    {"body_missing", 400, "The body is missing.",
     "Send what /openapi.json says: a JSON object, or of an upload the archive."},
    {"body_unwanted", 400, "This request has a body, and takes none.", "Send the request without a body."},
    {"body_bad", 400, "The body is not the JSON that is taken here.", "Send one JSON object in UTF-8."},
    {"type_wrong", 415, "The body has another type than those that are taken here.",
     "Send JSON as Content-Type: application/json, and an archive as itself, not as a form."},
    {"field_missing", 400, "A field is missing.", "Add the field that is named."},
    {"field_bad", 400, "A field has a value that it cannot have.", "The detail says what it must be."},
    {"field_unknown", 400, "There is no such field.", "Leave it out, or look for a slip in its name."},
    {"query_bad", 400, "A parameter of the query has a value that it cannot have.", "The detail says what it must be."},
    {"query_unknown", 400, "There is no such parameter of the query.", "Leave it out, or look for a slip in its name."},
    {"result_unfinished", 409, "The match or test has not been played to its end.",
     "Wait: GET requests/ID says how far it is."},
    {"result_gone", 404, "The boards of the match or test are not kept any more.",
     "Ask for the match or test once more."},
    {"key_in_use", 409, "The first request with this idempotency key is still being answered.",
     "Ask again in a second, with the same key."},
    {"too_many_watchers", 503, "Too many watch at this moment.", "Ask for /api/v1/status now and then instead."},
    {"digest_bad", 400, "The digest is not written as one.",
     "Content-Digest is as RFC 9530 has it: sha-256=:…: with Base64 between the colons."},
    {"board_too_large", 413, "The board has more rounds than a page can show.",
     "Take it from the public dump, by tichu-arena export or report."},
    {"machine_failed", 503, "The ladder's machine failed.",
     "It is not your fault: try again later. Whoever runs the ladder finds the reason in its log."},
}};

const ProblemCode* find_own(std::string_view code) {
  const auto* const found =
      std::find_if(Codes.begin(), Codes.end(), [&](const ProblemCode& known) { return known.code == code; });
  return found == Codes.end() ? nullptr : found;
}

std::string_view title_of(const Refusal& refusal) {
  if (const ProblemCode* own = find_own(refusal.code)) return own->title;
  if (const ReasonCode* reason = find_reason(refusal.code)) return reason->meaning;
  return "The ladder does not do this.";
}

RefusalKind kind_of(unsigned status) {
  switch (status) {
    case 403:
      return RefusalKind::Forbidden;
    case 404:
      return RefusalKind::Missing;
    case 409:
      return RefusalKind::Conflict;
    case 413:
      return RefusalKind::TooLarge;
    case 429:
      return RefusalKind::TooMany;
    case 503:
      return RefusalKind::Unavailable;
    default:
      return RefusalKind::Bad;
  }
}

}  // namespace

std::span<const ProblemCode> problem_codes() { return Codes; }

unsigned status_of(const Refusal& refusal) {
  if (const ProblemCode* own = find_own(refusal.code)) return own->status;
  constexpr std::array<unsigned, 9> Status{400, 401, 403, 404, 409, 413, 408, 429, 503};
  return Status.at(static_cast<std::size_t>(refusal.kind));
}

HttpResponse problem_answer(const Refusal& refusal) {
  const std::string help = "/#help=" + refusal.code;
  Json json{{"type", help},         {"title", title_of(refusal)}, {"status", status_of(refusal)},
            {"code", refusal.code}, {"detail", refusal.detail},   {"help", help}};
  HttpResponse answer;
  answer.status = status_of(refusal);
  answer.type = "application/problem+json";
  if (!refusal.field.empty()) json["field"] = refusal.field;
  if (refusal.limit) json["limit"] = *refusal.limit;
  if (refusal.retry_after) {
    json["retry_after"] = refusal.retry_after->count();
    answer.headers.emplace_back("Retry-After", std::to_string(refusal.retry_after->count()));
  }
  if (answer.status == 401) answer.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"ladder\"");
  answer.body = std::make_shared<const std::string>(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  return answer;
}

Refusal refusal_of(std::string_view code, std::string detail, std::string field) {
  const ProblemCode* own = find_own(code);
  assert(own != nullptr);
  return {kind_of(own->status), std::string(code), std::move(detail), std::move(field)};
}

Refusal too_many(std::string_view code, const std::string& sentence, std::chrono::seconds wait) {
  Refusal refusal = refusal_of(code, sentence + " Ask again in " + std::to_string(wait.count()) + " s.");
  refusal.retry_after = wait;
  return refusal;
}

}  // namespace tichu::arena
