#include "arena/presentation/api/problem.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <nlohmann/json.hpp>

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<ProblemCode, 31> Codes{{
    {"not_found", 404, "There is nothing at this address."},
    {"method_not_allowed", 405, "This address does not answer this method."},
    {"target_bad", 400, "The address is not written as an address must be."},
    {"host_wrong", 403, "The server is not known under this name."},
    {"token_in_plain", 403, "A token was sent over a connection that others can read."},
    {"cross_site", 403, "A page of another site asked for it."},
    {"operator_only", 403, "This is for whoever runs the ladder."},
    {"scope_missing", 403, "The token may not be used for this."},
    {"role_missing", 403, "The account may not do this."},
    {"rate_address", 429, "Too many requests from this address."},
    {"rate_token", 429, "Too many requests with this token."},
    {"rate_author", 429, "Too many requests of this account."},
    {"rate_guesses", 429, "Too many wrong tokens from this address."},
    {"rate_accounts", 429, "Too many new accounts from this address."},
    {"rate_analyses", 429, "Too many boards are to be analysed for the same person."},
    {"analyses_full", 503, "Too many boards are waiting to be analysed."},
    {"analyses_off", 404, "This ladder analyses no boards for its readers."},
    {"body_too_large", 413, "The body is longer than it may be."},
    {"body_missing", 400, "The body is missing."},
    {"body_unwanted", 400, "This request has a body, and takes none."},
    {"body_bad", 400, "The body is not the JSON that is taken here."},
    {"type_wrong", 415, "The body has another type than those that are taken here."},
    {"field_missing", 400, "A field is missing."},
    {"field_bad", 400, "A field has a value that it cannot have."},
    {"field_unknown", 400, "There is no such field."},
    {"query_bad", 400, "A parameter of the query has a value that it cannot have."},
    {"query_unknown", 400, "There is no such parameter of the query."},
    {"result_unfinished", 409, "The match or test has not been played to its end."},
    {"result_gone", 404, "The boards of the match or test are not kept any more."},
    {"key_in_use", 409, "The first request with this idempotency key is still being answered."},
    {"too_many_watchers", 503, "Too many watch at this moment."},
}};

std::string_view title_of(const Refusal& refusal) {
  const auto own =
      std::find_if(Codes.begin(), Codes.end(), [&](const ProblemCode& code) { return code.code == refusal.code; });
  if (own != Codes.end()) return own->title;
  switch (refusal.kind) {
    case RefusalKind::Bad:
      return "The request is wrong.";
    case RefusalKind::Unauthenticated:
      return "A valid token is needed.";
    case RefusalKind::Forbidden:
      return "The account or its token may not do this.";
    case RefusalKind::Missing:
      return "There is no such thing.";
    case RefusalKind::Conflict:
      return "The state of things does not allow this.";
    case RefusalKind::TooLarge:
      return "It is too large.";
    case RefusalKind::TooSlow:
      return "It took too long.";
    case RefusalKind::TooMany:
      return "A limit is used up.";
    case RefusalKind::Unavailable:
      break;
  }
  return "The ladder cannot do this now.";
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
  const auto own =
      std::find_if(Codes.begin(), Codes.end(), [&](const ProblemCode& code) { return code.code == refusal.code; });
  if (own != Codes.end()) return own->status;
  constexpr std::array<unsigned, 9> Status{400, 401, 403, 404, 409, 413, 408, 429, 503};
  return Status.at(static_cast<std::size_t>(refusal.kind));
}

WebAnswer problem_answer(const Refusal& refusal) {
  Json json{{"type", "/api/v1/errors#" + refusal.code},
            {"title", title_of(refusal)},
            {"status", status_of(refusal)},
            {"code", refusal.code},
            {"detail", refusal.detail},
            {"help", "/#help=" + refusal.code}};
  WebAnswer answer;
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
  const auto own =
      std::find_if(Codes.begin(), Codes.end(), [&](const ProblemCode& known) { return known.code == code; });
  assert(own != Codes.end());
  return {kind_of(own->status), std::string(code), std::move(detail), std::move(field)};
}

}  // namespace tichu::arena
