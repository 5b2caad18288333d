#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/ids.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// Seconds since 1970.
using UnixTime = std::int64_t;

/// An account of a ladder.
using AccountId = NumberOf<struct AccountTag>;

/// What an account may do at all; each may do what those before it may.
enum class Role : std::uint8_t { Author, Moderator, Admin };

constexpr std::array<std::string_view, 3> words_of(Role) { return {"author", "moderator", "admin"}; }

/// What a token may be used for.
enum class Scope : std::uint8_t {
  Read,     ///< what only the account may see: its own versions' logs
  Submit,   ///< upload, pause, resume, retire, withdraw
  Play,     ///< unranked matches and tests, and own tags on boards
  Admin,    ///< tokens, and whatever the account's role allows
  Recover,  ///< new tokens in place of lost ones, and nothing else
  Seat      ///< the seat of one remote bot, and nothing else
};

constexpr std::array<std::string_view, 6> words_of(Scope) {
  return {"read", "submit", "play", "admin", "recover", "seat"};
}

/// A set of scopes.
class Scopes {
 public:
  constexpr Scopes() = default;
  /// All but Recover and Seat, which only a token for that has.
  static constexpr Scopes all() { return Scopes(0xf); }
  static constexpr Scopes of_bits(std::uint8_t bits) { return Scopes(bits & 0x3f); }
  constexpr void add(Scope scope) { bits_ |= bit(scope); }
  constexpr bool has(Scope scope) const { return (bits_ & bit(scope)) != 0; }
  constexpr bool is_empty() const { return bits_ == 0; }
  /// Whether none is in this set that is not in `other`.
  constexpr bool is_within(Scopes other) const { return (bits_ & ~other.bits_) == 0; }
  constexpr std::uint8_t bits() const { return bits_; }
  friend bool operator==(Scopes, Scopes) = default;

 private:
  constexpr explicit Scopes(int bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  static constexpr std::uint8_t bit(Scope scope) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(scope));
  }
  std::uint8_t bits_ = 0;
};

/// Who submits and moderates.
struct Account {
  AccountId id;
  std::string name;  ///< as bots' names: 3 to 32 of a-z, 0-9 and '-'
  Role role = Role::Author;
  bool banned = false;
  std::optional<AccountId> invited_by;
  UnixTime created = 0;
};

/// A token, without its secret.
struct TokenInfo {
  std::string id;  ///< the part between "tch_" and the second "_"
  AccountId account;
  Scopes scopes;
  std::string note;  ///< what its owner wrote about it
  UnixTime created = 0;
  std::optional<UnixTime> expires;
  std::optional<UnixTime> last_used;  ///< to the minute
  std::optional<UnixTime> revoked;
};

/// A token that was just made. The text is shown once and kept nowhere.
struct NewToken {
  TokenInfo info;
  std::string text;  ///< "tch_" id "_" 64 hexadecimal digits
};

/// An account that was just made, or whose tokens were.
struct NewAccount {
  Account account;
  NewToken token;
  NewToken recovery;  ///< with the scope Recover alone; none for accounts that an admin makes
};

/// Who may make one account with it.
struct Invitation {
  std::string code;  ///< "inv_" and 32 hexadecimal digits; shown once, kept as a hash
  AccountId made_by;
  UnixTime expires = 0;
  std::optional<AccountId> used_by;
};

/// Who asks, as `Accounts::authenticate` found out.
struct Caller {
  Account account;
  Scopes scopes;
  std::string token;  ///< its id

  bool may(Scope scope) const { return scopes.has(scope); }
  bool is_at_least(Role role) const { return account.role >= role && scopes.has(Scope::Admin); }
};

/// Whether somebody asks, and moderates. `caller` may be null.
inline bool is_moderator(const Caller* caller) { return caller != nullptr && caller->is_at_least(Role::Moderator); }

/// One line of the audit log.
struct AuditEntry {
  std::uint64_t number = 0;
  UnixTime time = 0;
  std::string actor;   ///< an account's name, or "ladder" for what a rule did
  std::string act;     ///< such as "quarantine"
  std::string target;  ///< such as "fox@3"
  std::string reason;
};

}  // namespace tichu::arena
