#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "arena/service/ladder/account.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// What kind of answer a refusal is, whatever it was that was asked.
enum class RefusalKind : std::uint8_t {
  Bad,              ///< the request itself is wrong, and will be at any time
  Unauthenticated,  ///< no token, or none that is valid
  Forbidden,        ///< the account or its token may not do this
  Missing,          ///< there is no such thing, or nobody but its owner may know of it
  Conflict,         ///< the state of things does not allow it, or a key was used for something else
  TooLarge,
  TooSlow,
  TooMany,      ///< a quota or rate is used up; `retry_after` says until when
  Unavailable,  ///< the ladder cannot do it now: the disk is full, or it stops
};

constexpr std::array<std::string_view, 9> words_of(RefusalKind) {
  return {"bad",       "unauthenticated", "forbidden", "missing",    "conflict",
          "too_large", "too_slow",        "too_many",  "unavailable"};
}

/// Why the ladder does not do what it was asked. Nothing has changed then.
struct Refusal {
  RefusalKind kind = RefusalKind::Bad;
  std::string code;        ///< for programs, such as "quota_uploads"; all are in reason_codes.cpp and api/problem.cpp
  std::string detail;      ///< one sentence for people: what is wrong and what would be right
  std::string field = {};  ///< the part of the request concerned; empty if it is the whole
  std::optional<std::uint64_t> limit = std::nullopt;               ///< that was exceeded
  std::optional<std::chrono::seconds> retry_after = std::nullopt;  ///< after which it can work
};

template <typename T>
using OrRefusal = tl::expected<T, Refusal>;

/// A refusal, ready to be returned.
tl::unexpected<Refusal> refused(RefusalKind kind, std::string code, std::string detail, std::string field = {});
/// One that tells the limit which was exceeded.
tl::unexpected<Refusal> refused_at_limit(std::string code, std::string detail, std::uint64_t limit,
                                         std::string field = {}, RefusalKind kind = RefusalKind::TooMany);
/// `scope_missing`.
tl::unexpected<Refusal> without_scope(Scope scope);
/// `role_missing`.
tl::unexpected<Refusal> without_role(Role role);

}  // namespace tichu::arena
