#include "arena/service/ladder/accounts.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/hooks.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/request_runner.h"
#include "arena/service/ladder/tag_table.h"
#include "arena/service/ladder/version_life.h"
#include "arena/service/ladder/version_table.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

constexpr std::size_t LongestNote = 500;

OrRefusal<Account> known_account(AccountTable& table, const std::string& name) {
  auto found = table.find(name);
  if (!found) return refused(RefusalKind::Missing, "account_unknown", "there is no such account");
  return *std::move(found);
}

bool is_note(const std::string& text) {
  return text.size() <= LongestNote && is_utf8(text) &&
         std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

std::uint64_t valid_tokens(const std::vector<TokenInfo>& all, double now) {
  return static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [now](const TokenInfo& token) {
    return !token.revoked && (!token.expires || static_cast<double>(*token.expires) > now);
  }));
}

std::uint64_t unused_invitations(const std::vector<Invitation>& all, double now) {
  return static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [now](const Invitation& invitation) {
    return !invitation.used_by && static_cast<double>(invitation.expires) > now;
  }));
}

NewToken first_token(AccountTable& table, AccountId account) {
  return table.add_token(account, Scopes::all(), std::nullopt, "the first");
}

NewToken recovery_token(AccountTable& table, AccountId account) {
  Scopes scopes;
  scopes.add(Scope::Recover);
  return table.add_token(account, scopes, std::nullopt, "in case the others are lost");
}

/// Of a banned or deleted account.
void cancel_requests(LadderDatabase::Work& work, AccountId account) {
  execute(work.sql(),
          "UPDATE play_request SET state = 'cancelled', code = 'banned', ended = ? WHERE account = ? "
          "AND state IN ('queued', 'running')",
          work.now(), account);
}

/// Changes rows by statements with one parameter, the account.
void run_for(LadderDatabase::Work& work, AccountId account, std::initializer_list<const char*> statements) {
  for (const char* sql : statements) {
    execute(work.sql(), sql, account);
  }
}

}  // namespace

OrRefusal<Caller> Accounts::authenticate(std::string_view token) {
  constexpr UnixTime Minute = 60;
  OrRefusal<Caller> caller;
  UnixTime now = 0;
  {
    LadderDatabase::Work work = database_.begin_looking();
    caller = AccountTable(work, key_).authenticate(token);
    now = static_cast<UnixTime>(work.now());
  }
  if (caller) {
    const std::lock_guard<std::mutex> lock(used_mutex_);
    used_tokens_[caller->token] = now - now % Minute;
  }
  return caller;
}

void Accounts::note_used_tokens(bool at_once) {
  constexpr double Minute = 60;
  const double now = database_.now();
  if (!at_once && now < tokens_noted_at_ + Minute) return;
  tokens_noted_at_ = now;
  std::map<std::string, UnixTime> used;
  {
    const std::lock_guard<std::mutex> lock(used_mutex_);
    used = used_tokens_;
  }
  if (used.empty()) return;
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  for (const auto& [id, time] : used) table.note_use(id, time);
  work.commit();
  const std::lock_guard<std::mutex> lock(used_mutex_);
  std::erase_if(used_tokens_, [&used](const auto& one) {
    const auto written = used.find(one.first);
    return written != used.end() && written->second == one.second;
  });
}

OrRefusal<NewAccount> Accounts::register_account(const std::string& name, const std::string& invitation) {
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  std::optional<AccountId> inviter;
  if (!invitation.empty() || !settings_.open_accounts) {
    const auto by = table.invited_by(invitation);
    if (!by) return tl::unexpected(by.error());
    inviter = *by;
  }
  const auto account = table.add(name, Role::Author, inviter);
  if (!account) return tl::unexpected(account.error());
  if (inviter) table.use_invitation(invitation, account->id);
  NewAccount made{*account, first_token(table, account->id), recovery_token(table, account->id)};
  work.commit();
  return made;
}

OrRefusal<NewAccount> Accounts::recover(const Caller& caller) {
  if (!caller.may(Scope::Recover)) return without_scope(Scope::Recover);
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  const AccountId id = caller.account.id;
  table.revoke_all(id);
  NewAccount made{caller.account, table.add_token(id, Scopes::all(), std::nullopt, "in place of a lost one"),
                  recovery_token(table, id)};
  table.note(caller.account.name, "recover", caller.account.name, "");
  work.commit();
  return made;
}

OrRefusal<Account> Accounts::account_to_delete(const Caller& caller, const std::string& name) {
  LadderDatabase::Work work = database_.begin_looking();
  AccountTable table(work, key_);
  auto found = known_account(table, name);
  if (!found) return found;
  const bool own = found->id == caller.account.id;
  if (own && !caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  if (!own && !caller.is_at_least(Role::Admin)) return without_role(Role::Admin);
  return found;
}

void Accounts::forget(const Caller& caller, const Account& account, const std::string& reason) {
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  const std::string name = "(deleted " + to_string(account.id) + ")";  // which nobody can take
  cancel_requests(work, account.id);
  run_for(work, account.id,
          {"DELETE FROM hook WHERE account = ?", "DELETE FROM board_tag WHERE account = ?",
           "DELETE FROM quota_use WHERE account = ?", "DELETE FROM request WHERE account = ?",
           "DELETE FROM invitation WHERE used_by IS NULL AND made_by = ?", "DELETE FROM token WHERE account = ?",
           "UPDATE version SET note = '' WHERE bot IN (SELECT id FROM bot WHERE author = ?)",
           "UPDATE bot SET description = '' WHERE author = ?",
           "UPDATE remote_bot SET state = 'withdrawn' WHERE bot IN (SELECT id FROM bot WHERE author = ?)",
           "UPDATE remote_version SET words = '' WHERE bot IN (SELECT id FROM bot WHERE author = ?)"});
  table.rename(account.id, name);
  table.set_banned(account.id, true);
  const bool own = caller.account.id == account.id;
  table.note(own ? name : caller.account.name, "delete account", name, reason);
  work.commit();
}

OrRefusal<NewAccount> Accounts::add_account(const Caller& caller, const std::string& name, Role role) {
  if (!caller.is_at_least(Role::Admin)) return without_role(Role::Admin);
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  const auto account = table.add(name, role, std::nullopt);
  if (!account) return tl::unexpected(account.error());
  NewAccount made{*account, first_token(table, account->id), {}};
  table.note(caller.account.name, "add account", name, std::string(to_text(role)));
  work.commit();
  return made;
}

OrRefusal<NewToken> Accounts::replace_tokens(const Caller& caller, const std::string& account,
                                             const std::string& reason) {
  if (!caller.is_at_least(Role::Admin)) return without_role(Role::Admin);
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  const auto found = known_account(table, account);
  if (!found) return tl::unexpected(found.error());
  if (found->banned) {
    return refused(RefusalKind::Conflict, "account_banned", "the account is banned: let it act again first (unban)");
  }
  table.revoke_all(found->id);
  NewToken token = table.add_token(found->id, Scopes::all(), std::nullopt, "in place of a lost one");
  table.note(caller.account.name, "replace tokens", account, reason);
  work.commit();
  return token;
}

Caller Accounts::operator_caller() {
  Caller caller;
  caller.account.name = "operator";
  caller.account.role = Role::Admin;
  caller.scopes = Scopes::all();
  return caller;
}

OrRefusal<Invitation> Accounts::invite(const Caller& caller, std::chrono::hours valid) {
  if (!caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  constexpr std::chrono::hours Longest{24 * 90};
  if (valid.count() < 1 || valid > Longest) {
    return refused(RefusalKind::Bad, "hours_bad", "an invitation is valid for 1 to 2160 hours", "hours");
  }
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  AccountId by = caller.account.id;
  if (caller.account.name == "operator") by = AccountId(1);  // the account that was made with the ladder
  const std::uint64_t open = unused_invitations(table.invitations(by), work.now());
  if (caller.account.role == Role::Author && open >= settings_.quotas.invitations) {
    return refused_at_limit("quota_invitations", "there are as many unused invitations of yours as there may be",
                            settings_.quotas.invitations);
  }
  Invitation invitation = table.invite(by, valid);
  table.note(caller.account.name, "invite", "", "");
  work.commit();
  return invitation;
}

std::vector<Invitation> Accounts::invitations(const Caller& caller) {
  LadderDatabase::Work work = database_.begin_looking();
  return AccountTable(work, key_).invitations(caller.account.id);
}

OrRefusal<NewToken> Accounts::make_token(const Caller& caller, Scopes scopes, std::optional<UnixTime> expires,
                                         const std::string& note) {
  if (!caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  if (scopes.is_empty() || !scopes.is_within(caller.scopes)) {
    return refused(RefusalKind::Forbidden, "scopes_bad",
                   "a token has scopes, and none that the token lacks that makes it", "scopes");
  }
  if (!is_note(note)) return refused(RefusalKind::Bad, "note_bad", "a note is a line of at most 500 bytes", "note");
  LadderDatabase::Work work = database_.begin();
  if (expires && static_cast<double>(*expires) <= work.now()) {
    return refused(RefusalKind::Bad, "expires_bad", "the token would have expired already", "expires");
  }
  AccountTable table(work, key_);
  if (valid_tokens(table.tokens(caller.account.id), work.now()) >= settings_.quotas.tokens) {
    return refused_at_limit("quota_tokens", "revoke a token first: there are as many as may be",
                            settings_.quotas.tokens);
  }
  const std::optional<TokenInfo> maker = table.find_token(caller.token);
  const std::optional<UnixTime> latest = maker ? maker->expires : std::nullopt;
  const bool is_later = latest && (!expires || *expires > *latest);
  NewToken token = table.add_token(caller.account.id, scopes, is_later ? latest : expires, note);
  work.commit();
  return token;
}

std::vector<TokenInfo> Accounts::tokens(const Caller& caller) {
  std::map<std::string, UnixTime> unwritten;  // before the database is read: what is written meanwhile stands there
  {
    const std::lock_guard<std::mutex> lock(used_mutex_);
    unwritten = used_tokens_;
  }
  std::vector<TokenInfo> all;
  {
    LadderDatabase::Work work = database_.begin_looking();
    all = AccountTable(work, key_).tokens(caller.account.id);
  }
  for (TokenInfo& token : all) {
    const auto used = unwritten.find(token.id);
    if (used != unwritten.end()) token.last_used = std::max(token.last_used.value_or(0), used->second);
  }
  return all;
}

OrRefusal<void> Accounts::revoke_token(const Caller& caller, const std::string& token) {
  if (!caller.may(Scope::Admin) && caller.token != token) return without_scope(Scope::Admin);
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  const auto found = table.find_token(token);
  const bool own = found && found->account == caller.account.id;
  if (!found || (!own && !caller.is_at_least(Role::Admin))) {
    return refused(RefusalKind::Missing, "token_unknown", "there is no such token of yours");
  }
  table.revoke(token);
  if (!own) table.note(caller.account.name, "revoke token", token, "");
  work.commit();
  return {};
}

std::vector<QuotaUse> Accounts::quotas(const Caller& caller) {
  LadderDatabase::Work work = database_.begin_looking();
  AccountTable table(work, key_);
  const AccountId id = caller.account.id;
  VersionTable versions(work);
  return {table.quota(id, "uploads", settings_.uploads.a_day),
          table.quota(id, "match_boards", settings_.quotas.match_boards_a_day),
          table.quota(id, "tests", settings_.quotas.tests_a_day),
          PlayRequestTable(work).benchmarks(id, settings_.quotas),
          {"active", versions.active_to_come(id, settings_.quotas.active_of_bot), settings_.quotas.active, {}},
          {"bots", BotTable(work).names_in_use(id), settings_.quotas.bots, {}},
          {"tokens", valid_tokens(table.tokens(id), work.now()), settings_.quotas.tokens, {}},
          {"hooks", hooks_of(work, id), settings_.quotas.hooks, {}},
          {"tagged_boards", TagTable(work, id).tagged_boards(), settings_.quotas.tagged_boards, {}},
          {"invitations", unused_invitations(table.invitations(id), work.now()), settings_.quotas.invitations, {}}};
}

OrRefusal<void> Accounts::judge_account(const Caller& caller, const std::string& account, const std::string& act,
                                        const std::string& reason) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  const auto found = known_account(table, account);
  if (!found) return tl::unexpected(found.error());
  if (found->role >= caller.account.role) {
    return refused(RefusalKind::Forbidden, "role_missing", "only an account of a higher role may do that");
  }
  table.set_banned(found->id, act == "ban");
  if (act == "ban") {
    table.revoke_all(found->id);
    VersionTable versions(work);
    for (const BotRow& bot : BotTable(work).of_author(found->id)) {
      for (VersionRow& version : versions.of_bot(bot.id)) {
        if (!may_change(StateCause::Moderator, version.shown.state, VersionState::Retired)) continue;
        versions.set_state(version, StateCause::Moderator, VersionState::Retired, "banned", "its author was banned");
      }
    }
    cancel_requests(work, found->id);
  }
  table.note(caller.account.name, act, account, reason);
  work.commit();
  signal_.change_field();
  return {};
}

OrRefusal<void> Accounts::ban(const Caller& caller, const std::string& account, const std::string& reason) {
  return judge_account(caller, account, "ban", reason);
}

OrRefusal<void> Accounts::unban(const Caller& caller, const std::string& account, const std::string& reason) {
  return judge_account(caller, account, "unban", reason);
}

OrRefusal<void> Accounts::set_role(const Caller& caller, const std::string& account, Role role,
                                   const std::string& reason) {
  if (!caller.is_at_least(Role::Admin)) return without_role(Role::Admin);
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work, key_);
  const auto found = known_account(table, account);
  if (!found) return tl::unexpected(found.error());
  table.set_role(found->id, role);
  table.note(caller.account.name, "set role " + std::string(to_text(role)), account, reason);
  work.commit();
  return {};
}

OrRefusal<std::vector<Account>> Accounts::accounts(const Caller& caller, const std::string& after, std::size_t most) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin_looking();
  return AccountTable(work, key_).list(after, most);
}

OrRefusal<std::vector<AuditEntry>> Accounts::audit(const Caller& caller, const AuditQuery& query) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin_looking();
  return AccountTable(work, key_).audit(query.after, query.most, query.latest);
}

}  // namespace tichu::arena
