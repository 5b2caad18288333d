#include "arena/service/ladder/account_table.h"

#include <algorithm>

#include "arena/service/ladder/bot_name.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/text/characters.h"

namespace tichu::arena {
namespace {

constexpr std::int64_t SecondsOfDay = 86'400;
constexpr std::size_t IdDigits = 12;
constexpr std::size_t SecretDigits = 64;
constexpr const char* AccountRows = "SELECT id, name, role, banned, invited_by, created FROM account ";
constexpr const char* TokenRows =
    "SELECT id, account, scopes, note, created, expires, last_used, revoked, hash FROM token ";

Account account_of(SQLite::Statement& row) {
  Account account;
  account.id = AccountId(row.getColumn(0).getInt64());
  account.name = row.getColumn(1).getString();
  account.role = from_text<Role>(row.getColumn(2).getString()).value_or(Role::Author);
  account.banned = row.getColumn(3).getInt() != 0;
  account.invited_by = number_in<AccountId>(row.getColumn(4));
  account.created = row.getColumn(5).getInt64();
  return account;
}

TokenInfo token_of(SQLite::Statement& row) {
  TokenInfo token;
  token.id = row.getColumn(0).getString();
  token.account = AccountId(row.getColumn(1).getInt64());
  token.scopes = Scopes::of_bits(static_cast<std::uint8_t>(row.getColumn(2).getInt()));
  token.note = row.getColumn(3).getString();
  token.created = row.getColumn(4).getInt64();
  token.expires = number_in<UnixTime>(row.getColumn(5));
  token.last_used = number_in<UnixTime>(row.getColumn(6));
  token.revoked = number_in<UnixTime>(row.getColumn(7));
  return token;
}

Refusal unauthenticated(std::string code, std::string detail) {
  return {RefusalKind::Unauthenticated, std::move(code), std::move(detail)};
}

bool are_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_hexadecimal); }

}  // namespace

std::optional<TokenText> token_text(std::string_view text) {
  constexpr std::string_view Begins = "tch_";
  if (text.size() != Begins.size() + IdDigits + 1 + SecretDigits || !text.starts_with(Begins)) return std::nullopt;
  TokenText token{std::string(text.substr(Begins.size(), IdDigits)),
                  std::string(text.substr(Begins.size() + IdDigits + 1))};
  if (text[Begins.size() + IdDigits] != '_' || !are_digits(token.id) || !are_digits(token.secret)) {
    return std::nullopt;
  }
  return token;
}

OrRefusal<Account> AccountTable::add(const std::string& name, Role role, std::optional<AccountId> invited_by) {
  if (const auto checked = check_ladder_name(name); !checked) {
    return refused(RefusalKind::Bad, "account_name_bad", checked.error(), "name");
  }
  SQLite::Statement same = bound(work_.sql(), "SELECT name FROM account WHERE look = ?", look_of(name));
  if (same.executeStep()) {
    return refused(RefusalKind::Conflict, "account_name_taken",
                   "the name is taken, or looks like one that is; choose another", "name");
  }
  execute(work_.sql(), "INSERT INTO account (name, look, role, invited_by, created) VALUES (?, ?, ?, ?, ?)", name,
          look_of(name), role, invited_by, static_cast<UnixTime>(work_.now()));
  return find(AccountId(work_.sql().getLastInsertRowid())).value();
}

std::optional<Account> AccountTable::find(AccountId id) {
  return row_of(bound(work_.sql(), std::string(AccountRows) + "WHERE id = ?", id), account_of);
}

std::optional<Account> AccountTable::find(const std::string& name) {
  return row_of(bound(work_.sql(), std::string(AccountRows) + "WHERE name = ?", name), account_of);
}

std::vector<Account> AccountTable::list(const std::string& after, std::size_t most) {
  constexpr const char* Listed = "WHERE name > ? AND name NOT LIKE '(%' ORDER BY name LIMIT ?";
  return rows_of(bound(work_.sql(), std::string(AccountRows) + Listed, after, most), account_of);
}

void AccountTable::set_role(AccountId id, Role role) {
  execute(work_.sql(), "UPDATE account SET role = ? WHERE id = ?", role, id);
}

void AccountTable::set_banned(AccountId id, bool banned) {
  execute(work_.sql(), "UPDATE account SET banned = ? WHERE id = ?", banned, id);
}

void AccountTable::rename(AccountId id, const std::string& name) {
  const std::string former = find(id).value().name;
  for (const char* sql : {"UPDATE audit SET actor = ? WHERE actor = ?", "UPDATE audit SET target = ? WHERE target = ?",
                          "UPDATE account SET look = ? WHERE name = ?", "UPDATE account SET name = ? WHERE name = ?"}) {
    execute(work_.sql(), sql, name, former);
  }
}

NewToken AccountTable::add_token(AccountId account, Scopes scopes, std::optional<UnixTime> expires,
                                 const std::string& note) {
  NewToken token;
  token.info.id = random_hexadecimal(IdDigits);
  token.info.account = account;
  token.info.scopes = scopes;
  token.info.note = note;
  token.info.created = static_cast<UnixTime>(work_.now());
  token.info.expires = expires;
  const std::string secret = random_hexadecimal(SecretDigits);
  token.text = "tch_" + token.info.id + "_" + secret;
  const std::string hash = keyed_hash(key_, secret);
  execute(work_.sql(),
          "INSERT INTO token (id, account, hash, scopes, note, created, expires) VALUES (?, ?, ?, ?, ?, ?, ?)",
          token.info.id, account, SqlBytes{hash}, scopes.bits(), note, token.info.created, expires);
  return token;
}

OrRefusal<Caller> AccountTable::authenticate(std::string_view text) {
  if (text.empty()) {
    return tl::unexpected(unauthenticated("token_missing", "this needs a token: Authorization: Bearer tch_..."));
  }
  const auto sent = token_text(text);
  const std::string hash = keyed_hash(key_, sent ? sent->secret : std::string(SecretDigits, '0'));
  SQLite::Statement query =
      bound(work_.sql(), std::string(TokenRows) + "WHERE id = ?", sent ? sent->id : std::string());
  const bool found = query.executeStep();
  const std::string kept = found ? query.getColumn(8).getString() : std::string(hash.size(), '\0');
  if (!are_equal_in_constant_time(hash, kept) || !found || !sent) {
    return tl::unexpected(unauthenticated("token_bad", "there is no such token; make one, or copy it whole"));
  }
  const TokenInfo token = token_of(query);
  const auto now = static_cast<std::int64_t>(work_.now());
  const std::optional<Account> account = find(token.account);
  if (!account || account->banned) {  // which revokes the tokens, too
    return refused(RefusalKind::Forbidden, "account_banned", "the account was banned by a moderator");
  }
  if (token.revoked) {
    return tl::unexpected(unauthenticated(
        "token_revoked", "the token was revoked; make another, or ask whoever runs the ladder for one"));
  }
  if (token.expires && *token.expires <= now) {
    return tl::unexpected(unauthenticated("token_expired", "the token has expired; make another"));
  }
  return Caller{*account, token.scopes, token.id};
}

void AccountTable::note_use(const std::string& id, UnixTime time) {
  execute(work_.sql(), "UPDATE token SET last_used = ? WHERE id = ? AND (last_used IS NULL OR last_used < ?)", time, id,
          time);
}

std::vector<TokenInfo> AccountTable::tokens(AccountId account) {
  return rows_of(bound(work_.sql(), std::string(TokenRows) + "WHERE account = ? ORDER BY created, id", account),
                 token_of);
}

std::optional<TokenInfo> AccountTable::find_token(const std::string& id) {
  return row_of(bound(work_.sql(), std::string(TokenRows) + "WHERE id = ?", id), token_of);
}

void AccountTable::revoke(const std::string& id) {
  execute(work_.sql(), "UPDATE token SET revoked = ? WHERE id = ? AND revoked IS NULL",
          static_cast<std::int64_t>(work_.now()), id);
}

void AccountTable::revoke_all(AccountId account) {
  execute(work_.sql(), "UPDATE token SET revoked = ? WHERE account = ? AND revoked IS NULL",
          static_cast<UnixTime>(work_.now()), account);
}

Invitation AccountTable::invite(AccountId by, std::chrono::hours valid) {
  Invitation invitation;
  invitation.code = "inv_" + random_hexadecimal(32);
  invitation.made_by = by;
  invitation.expires = static_cast<UnixTime>(work_.now()) + std::chrono::seconds(valid).count();
  const std::string hash = keyed_hash(key_, invitation.code);
  execute(work_.sql(), "INSERT INTO invitation (hash, made_by, expires) VALUES (?, ?, ?)", SqlBytes{hash}, by,
          invitation.expires);
  return invitation;
}

OrRefusal<AccountId> AccountTable::invited_by(const std::string& code) {
  const auto refused = [](const char* reason, const char* detail) {
    return tl::unexpected(Refusal{RefusalKind::Forbidden, reason, detail, "invitation"});
  };
  if (code.empty()) return refused("invitation_bad", "this ladder takes who was invited; an invitation is missing");
  const std::string hash = keyed_hash(key_, code);
  SQLite::Statement query =
      bound(work_.sql(), "SELECT made_by, expires, used_by FROM invitation WHERE hash = ?", SqlBytes{hash});
  if (!query.executeStep()) {
    return refused("invitation_bad", "this ladder takes who was invited; there is no invitation with this code");
  }
  if (!query.getColumn(2).isNull()) return refused("invitation_used", "the invitation was used already");
  if (query.getColumn(1).getInt64() <= static_cast<std::int64_t>(work_.now())) {
    return refused("invitation_expired", "the invitation has expired; ask for another");
  }
  const AccountId inviter(query.getColumn(0).getInt64());
  const std::optional<Account> account = find(inviter);
  if (!account || account->banned) {
    return refused("invitation_bad", "who made the invitation may not be here any more; ask somebody else");
  }
  return inviter;
}

void AccountTable::use_invitation(const std::string& code, AccountId by) {
  const std::string hash = keyed_hash(key_, code);
  execute(work_.sql(), "UPDATE invitation SET used_by = ? WHERE hash = ?", by, SqlBytes{hash});
}

std::vector<Invitation> AccountTable::invitations(AccountId by) {
  return rows_of(bound(work_.sql(), "SELECT expires, used_by FROM invitation WHERE made_by = ? ORDER BY expires", by),
                 [by](SQLite::Statement& row) {
                   Invitation invitation;
                   invitation.made_by = by;
                   invitation.expires = row.getColumn(0).getInt64();
                   invitation.used_by = number_in<AccountId>(row.getColumn(1));
                   return invitation;
                 });
}

std::int64_t AccountTable::today() const { return static_cast<std::int64_t>(work_.now()) / SecondsOfDay; }

std::chrono::seconds AccountTable::until_tomorrow() const {
  return std::chrono::seconds((today() + 1) * SecondsOfDay - static_cast<std::int64_t>(work_.now()));
}

QuotaUse AccountTable::quota(AccountId account, const std::string& name, std::uint64_t limit) {
  const std::uint64_t used = count_of(
      bound(work_.sql(), "SELECT coalesce(sum(used), 0) FROM quota_use WHERE account = ? AND name = ? AND day = ?",
            account, name, today()));
  return {name, used, limit, until_tomorrow()};
}

OrRefusal<void> AccountTable::check_quota(AccountId account, const std::string& name, std::uint64_t amount,
                                          std::uint64_t limit) {
  const QuotaUse use = quota(account, name, limit);
  if (use.used + amount <= limit) return {};
  const std::uint64_t left = limit - std::min(limit, use.used);
  return tl::unexpected(Refusal{RefusalKind::TooMany, "quota_" + name,
                                (left == 0 ? "none" : std::to_string(left)) + " of " + std::to_string(limit) +
                                    " are left today; there are more tomorrow (UTC)",
                                "", limit, use.resets_in});
}

OrRefusal<void> AccountTable::use_quota(AccountId account, const std::string& name, std::uint64_t amount,
                                        std::uint64_t limit) {
  if (auto left = check_quota(account, name, amount, limit); !left) return left;
  execute(work_.sql(),
          "INSERT INTO quota_use VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used", account,
          name, today(), amount);
  return {};
}

void AccountTable::note(const std::string& actor, const std::string& act, const std::string& target,
                        const std::string& reason) {
  execute(work_.sql(), "INSERT INTO audit (time, actor, act, target, reason) VALUES (?, ?, ?, ?, ?)",
          static_cast<std::int64_t>(work_.now()), actor, act, target, reason);
}

bool AccountTable::has_noted(const std::string& act, const std::string& target) {
  SQLite::Statement query = bound(work_.sql(), "SELECT 1 FROM audit WHERE act = ? AND target = ? LIMIT 1", act, target);
  return query.executeStep();
}

std::vector<AuditEntry> AccountTable::audit(std::uint64_t after, std::size_t most, bool latest) {
  const std::string which = latest ? "?1 = 0 OR number < ?1 ORDER BY number DESC" : "number > ?1 ORDER BY number";
  return rows_of(
      bound(work_.sql(), "SELECT number, time, actor, act, target, reason FROM audit WHERE " + which + " LIMIT ?2",
            after, most),
      [](SQLite::Statement& row) {
        return AuditEntry{unsigned_of(row.getColumn(0)), row.getColumn(1).getInt64(),  row.getColumn(2).getString(),
                          row.getColumn(3).getString(),  row.getColumn(4).getString(), row.getColumn(5).getString()};
      });
}

}  // namespace tichu::arena
