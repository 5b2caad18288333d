#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/ladder_signal.h"
#include "arena/service/ladder/refusal.h"
#include "arena/text/digest.h"

namespace tichu::arena {

/// What is asked of `Accounts::audit`.
struct AuditQuery {
  std::uint64_t after = 0;  ///< the number of the entry after which to go on
  std::size_t most = 100;
  bool latest = false;  ///< the newest first; then `after` is where to go on towards older ones, 0 the newest
};

/// The accounts of a ladder with their tokens, invitations and quotas, and the audit log. Several
/// threads may use it.
class Accounts {
 public:
  /// All must outlive this object.
  Accounts(LadderDatabase& database, const LadderSettings& settings, const ServerKey& key, LadderSignal& signal)
      : database_(database), settings_(settings), key_(key), signal_(signal) {}

  /// Who has this token ("tch_…"). Refused with `token_missing`, `token_bad`, `token_expired`, `token_revoked` or
  /// `account_banned`. Takes the same time for every wrong token.
  OrRefusal<Caller> authenticate(std::string_view token);
  /// A new account with a first token of all scopes that its role may have. An empty invitation works where accounts
  /// are open.
  OrRefusal<NewAccount> register_account(const std::string& name, const std::string& invitation);
  /// Ends all tokens of the caller's account, the recovery token too, and makes others. Needs the scope Recover.
  OrRefusal<NewAccount> recover(const Caller& caller);
  OrRefusal<Invitation> invite(const Caller& caller, std::chrono::hours valid);
  /// The caller's own invitations, without their codes.
  std::vector<Invitation> invitations(const Caller& caller);
  OrRefusal<NewToken> make_token(const Caller& caller, Scopes scopes, std::optional<UnixTime> expires,
                                 const std::string& note);
  std::vector<TokenInfo> tokens(const Caller& caller);
  /// One of the caller's own, or anybody's if the caller is an admin.
  OrRefusal<void> revoke_token(const Caller& caller, const std::string& token);
  std::vector<QuotaUse> quotas(const Caller& caller);

  /// Ends all tokens of an account and retires its versions.
  OrRefusal<void> ban(const Caller& caller, const std::string& account, const std::string& reason);
  OrRefusal<void> unban(const Caller& caller, const std::string& account, const std::string& reason);
  OrRefusal<void> set_role(const Caller& caller, const std::string& account, Role role, const std::string& reason);
  OrRefusal<std::vector<Account>> accounts(const Caller& caller, const std::string& after, std::size_t most);
  OrRefusal<std::vector<AuditEntry>> audit(const Caller& caller, const AuditQuery& query);

  /// The operator, who has the folder: an account that may do all.
  static Caller operator_caller();
  /// A new account of any role, without an invitation.
  OrRefusal<NewAccount> add_account(const Caller& caller, const std::string& name, Role role);
  /// Ends all tokens of an account and makes one of all scopes, for somebody who lost theirs; for admins.
  OrRefusal<NewToken> replace_tokens(const Caller& caller, const std::string& account, const std::string& reason);

  /// The account of this name, if the caller may delete it: it is its own, or the caller is an admin.
  OrRefusal<Account> account_to_delete(const Caller& caller, const std::string& name);
  /// Forgets an account whose versions are withdrawn: its tokens, hooks, tags, quotas, texts and name, in the audit log
  /// too. Boards and the rows of its bots stay without a name.
  void forget(const Caller& caller, const Account& account, const std::string& reason);

  /// Writes when tokens were used last, every minute at most, or now.
  void note_used_tokens(bool now = false);

 private:
  OrRefusal<void> judge_account(const Caller& caller, const std::string& account, const std::string& act,
                                const std::string& reason);

  LadderDatabase& database_;
  const LadderSettings& settings_;
  const ServerKey& key_;
  LadderSignal& signal_;
  std::mutex used_mutex_;
  std::map<std::string, UnixTime> used_tokens_;  ///< since they were written, by id: to the minute
  double tokens_noted_at_ = 0;
};

}  // namespace tichu::arena
