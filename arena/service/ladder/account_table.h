#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/refusal.h"
#include "arena/text/digest.h"

namespace tichu::arena {

/// A secret that somebody sent, taken apart: "tch_" id "_" secret.
struct TokenText {
  std::string id;
  std::string secret;
};
/// nullopt if the text has not the form of a token.
std::optional<TokenText> token_text(std::string_view text);

/// Accounts, tokens, invitations, quotas and the audit log, in one transaction. Nothing is committed.
class AccountTable {
 public:
  AccountTable(LadderDatabase::Work& work, const ServerKey& key) : work_(work), key_(key) {}
  /// One that makes and reads no token and no invitation.
  explicit AccountTable(LadderDatabase::Work& work) : AccountTable(work, NoKey) {}

  OrRefusal<Account> add(const std::string& name, Role role, std::optional<AccountId> invited_by);
  std::optional<Account> find(AccountId id);
  std::optional<Account> find(const std::string& name);
  /// By name; without deleted ones.
  std::vector<Account> list(const std::string& after, std::size_t most);
  void set_role(AccountId id, Role role);
  void set_banned(AccountId id, bool banned);
  /// In the audit log too. `name` is not judged.
  void rename(AccountId id, const std::string& name);

  NewToken add_token(AccountId account, Scopes scopes, std::optional<UnixTime> expires, const std::string& note);
  /// Whose token this is. A wrong secret costs as much time as a right one.
  OrRefusal<Caller> authenticate(std::string_view text);
  /// When a token was used last; an earlier time than the one that is kept changes nothing.
  void note_use(const std::string& id, UnixTime time);
  std::vector<TokenInfo> tokens(AccountId account);
  std::optional<TokenInfo> find_token(const std::string& id);
  void revoke(const std::string& id);
  void revoke_all(AccountId account);

  Invitation invite(AccountId by, std::chrono::hours valid);
  /// Who made the invitation. Refused as `invitation_bad`, `invitation_used`, `invitation_expired`.
  OrRefusal<AccountId> invited_by(const std::string& code);
  void use_invitation(const std::string& code, AccountId by);
  std::vector<Invitation> invitations(AccountId by);

  /// Adds to what an account has used today of a quota. Refused with the seconds until tomorrow if it were too much.
  OrRefusal<void> use_quota(AccountId account, const std::string& name, std::uint64_t amount, std::uint64_t limit);
  /// The same refusal, and nothing is added.
  OrRefusal<void> check_quota(AccountId account, const std::string& name, std::uint64_t amount, std::uint64_t limit);
  QuotaUse quota(AccountId account, const std::string& name, std::uint64_t limit);

  void note(const std::string& actor, const std::string& act, const std::string& target, const std::string& reason);
  /// Whether such an act was noted before.
  bool has_noted(const std::string& act, const std::string& target);
  /// The entries after a number or, the newest first, those before it (0: all).
  std::vector<AuditEntry> audit(std::uint64_t after, std::size_t most, bool latest);

 private:
  std::int64_t today() const;
  std::chrono::seconds until_tomorrow() const;
  LadderDatabase::Work& work_;
  static constexpr ServerKey NoKey{};
  const ServerKey& key_;
};

}  // namespace tichu::arena
