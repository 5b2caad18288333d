#include "arena/service/ladder/refusal.h"

#include <utility>

namespace tichu::arena {

tl::unexpected<Refusal> refused(RefusalKind kind, std::string code, std::string detail, std::string field) {
  return tl::unexpected(Refusal{kind, std::move(code), std::move(detail), std::move(field)});
}

tl::unexpected<Refusal> refused_at_limit(std::string code, std::string detail, std::uint64_t limit, std::string field,
                                         RefusalKind kind) {
  return tl::unexpected(Refusal{kind, std::move(code), std::move(detail), std::move(field), limit});
}

tl::unexpected<Refusal> without_scope(Scope scope) {
  return refused(RefusalKind::Forbidden, "scope_missing",
                 "this needs a token with the scope " + std::string(to_text(scope)), "scope");
}

tl::unexpected<Refusal> without_role(Role role) {
  return refused(RefusalKind::Forbidden, "role_missing",
                 "this is for accounts with the role " + std::string(to_text(role)) + " and tokens of the scope admin");
}

}  // namespace tichu::arena
