#include <algorithm>
#include <array>

#include "arena/service/ladder/bot_name.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/running_ladder.h"
#include "arena/service/ladder/tag_book.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

constexpr std::size_t LongestNote = 500;

OrRefusal<Account> known_account(AccountBook& book, const std::string& name) {
  auto found = book.find(name);
  if (!found) return refused(RefusalKind::Missing, "account_unknown", "there is no such account");
  return *std::move(found);
}

bool is_note(const std::string& text) {
  return text.size() <= LongestNote && is_utf8(text) &&
         std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

/// Kinds of events that hooks may ask for.
constexpr std::array<std::string_view, 11> EventKinds{
    "version.state",  "version.step",   "bot.quarantined",  "place.changed", "test.done",      "match.done",
    "ladder.stalled", "ladder.resumed", "season.announced", "season.ended",  "pair.suspicious"};
constexpr std::string_view KindForModerators = "pair.suspicious";

/// Those that the caller's hooks get.
std::string kinds_for(const Caller& caller) {
  std::string kinds;
  for (const std::string_view kind : EventKinds) {
    if (kind == KindForModerators && !caller.is_at_least(Role::Moderator)) continue;
    kinds += (kinds.empty() ? "" : ", ") + std::string(kind);
  }
  return kinds;
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

std::uint64_t hooks_of(LadderDatabase::Work& work, AccountId account) {
  SQLite::Statement count(work.sql(), "SELECT count(*) FROM hook WHERE account = ?");
  count.bind(1, sql_number(account));
  count.executeStep();
  return static_cast<std::uint64_t>(count.getColumn(0).getInt64());
}

ForgivenBoards played_by(const VersionRow& version, const std::vector<EntrantFigures>& figures) {
  const auto entrant = static_cast<std::size_t>(version.shown.entrant.value_or(EntrantId{}));
  if (!version.shown.entrant || entrant >= figures.size()) return {};
  return {figures[entrant].boards, figures[entrant].faults};
}

Hook hook_of(SQLite::Statement& row) {
  Hook hook;
  hook.id = static_cast<std::uint64_t>(row.getColumn(0).getInt64());
  hook.account = AccountId(row.getColumn(1).getInt64());
  hook.url = row.getColumn(2).getString();
  const std::string kinds = row.getColumn(3).getString();
  for (std::size_t begin = 0; begin < kinds.size();) {
    const std::size_t end = std::min(kinds.find(',', begin), kinds.size());
    hook.kinds.push_back(kinds.substr(begin, end - begin));
    begin = end + 1;
  }
  hook.secret = row.getColumn(4).getString();
  hook.failures = static_cast<std::uint64_t>(row.getColumn(5).getInt64());
  hook.off = row.getColumn(6).getInt() != 0;
  return hook;
}

}  // namespace

OrRefusal<Caller> RunningLadder::authenticate(std::string_view token) {
  constexpr UnixTime Minute = 60;
  OrRefusal<Caller> caller;
  UnixTime now = 0;
  {
    LadderDatabase::Work work = database_.begin_looking();
    caller = AccountBook(work, key_).authenticate(token);
    now = static_cast<UnixTime>(work.now());
  }
  if (caller) {
    const std::lock_guard<std::mutex> lock(used_mutex_);
    used_tokens_[caller->token] = now - now % Minute;
  }
  return caller;
}

void RunningLadder::note_used_tokens() {
  constexpr double Minute = 60;
  const double now = database_.now();
  if (now < tokens_noted_at_ + Minute) return;
  tokens_noted_at_ = now;
  std::map<std::string, UnixTime> used;
  {
    const std::lock_guard<std::mutex> lock(used_mutex_);
    used = used_tokens_;
  }
  if (used.empty()) return;
  LadderDatabase::Work work = database_.begin();
  AccountBook book(work, key_);
  for (const auto& [id, time] : used) book.note_use(id, time);
  work.commit();
  const std::lock_guard<std::mutex> lock(used_mutex_);
  std::erase_if(used_tokens_, [&used](const auto& one) {
    const auto written = used.find(one.first);
    return written != used.end() && written->second == one.second;
  });
}

OrRefusal<NewAccount> RunningLadder::new_account(AccountBook& book, const std::string& name, Role role,
                                                 std::optional<AccountId> invited_by) {
  auto account = book.add(name, role, invited_by);
  if (!account) return tl::unexpected(account.error());
  return NewAccount{*account, book.add_token(account->id, Scopes::all(), std::nullopt, "the first")};
}

OrRefusal<NewAccount> RunningLadder::register_account(const std::string& name, const std::string& invitation) {
  LadderDatabase::Work work = database_.begin();
  AccountBook book(work, key_);
  std::optional<AccountId> inviter;
  if (!invitation.empty() || !settings_.open_accounts) {
    const auto by = book.invited_by(invitation);
    if (!by) return tl::unexpected(by.error());
    inviter = *by;
  }
  auto made = new_account(book, name, Role::Author, inviter);
  if (!made) return made;
  if (inviter) book.use_invitation(invitation, made->account.id);
  work.commit();
  return made;
}

OrRefusal<NewAccount> RunningLadder::add_account(const Caller& caller, const std::string& name, Role role) {
  if (!caller.is_at_least(Role::Admin)) return without_role(Role::Admin);
  LadderDatabase::Work work = database_.begin();
  AccountBook book(work, key_);
  auto made = new_account(book, name, role, std::nullopt);
  if (!made) return made;
  book.note(caller.account.name, "add account", name, std::string(to_text(role)));
  work.commit();
  return made;
}

OrRefusal<NewToken> RunningLadder::replace_tokens(const Caller& caller, const std::string& account,
                                                  const std::string& reason) {
  if (!caller.is_at_least(Role::Admin)) return without_role(Role::Admin);
  LadderDatabase::Work work = database_.begin();
  AccountBook book(work, key_);
  const auto found = known_account(book, account);
  if (!found) return tl::unexpected(found.error());
  if (found->banned) {
    return refused(RefusalKind::Conflict, "account_banned", "the account is banned: let it act again first (unban)");
  }
  book.revoke_all(found->id);
  NewToken token = book.add_token(found->id, Scopes::all(), std::nullopt, "in place of a lost one");
  book.note(caller.account.name, "replace tokens", account, reason);
  work.commit();
  return token;
}

Caller RunningLadder::operator_caller() {
  Caller caller;
  caller.account.name = "operator";
  caller.account.role = Role::Admin;
  caller.scopes = Scopes::all();
  return caller;
}

OrRefusal<Invitation> RunningLadder::invite(const Caller& caller, std::chrono::hours valid) {
  if (!caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  constexpr std::chrono::hours Longest{24 * 90};
  if (valid.count() < 1 || valid > Longest) {
    return refused(RefusalKind::Bad, "hours_bad", "an invitation is valid for 1 to 2160 hours", "hours");
  }
  LadderDatabase::Work work = database_.begin();
  AccountBook book(work, key_);
  AccountId by = caller.account.id;
  if (caller.account.name == "operator") by = AccountId(1);  // the account that was made with the ladder
  const std::uint64_t open = unused_invitations(book.invitations(by), work.now());
  if (caller.account.role == Role::Author && open >= settings_.quotas.invitations) {
    return refused_at_limit("quota_invitations", "there are as many unused invitations of yours as there may be",
                            settings_.quotas.invitations);
  }
  Invitation invitation = book.invite(by, valid);
  book.note(caller.account.name, "invite", "", "");
  work.commit();
  return invitation;
}

std::vector<Invitation> RunningLadder::invitations(const Caller& caller) {
  LadderDatabase::Work work = database_.begin_looking();
  return AccountBook(work, key_).invitations(caller.account.id);
}

OrRefusal<NewToken> RunningLadder::make_token(const Caller& caller, Scopes scopes, std::optional<UnixTime> expires,
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
  AccountBook book(work, key_);
  if (valid_tokens(book.tokens(caller.account.id), work.now()) >= settings_.quotas.tokens) {
    return refused_at_limit("quota_tokens", "revoke a token first: there are as many as may be",
                            settings_.quotas.tokens);
  }
  const std::optional<TokenInfo> maker = book.find_token(caller.token);
  const std::optional<UnixTime> latest = maker ? maker->expires : std::nullopt;
  const bool is_later = latest && (!expires || *expires > *latest);
  NewToken token = book.add_token(caller.account.id, scopes, is_later ? latest : expires, note);
  work.commit();
  return token;
}

std::vector<TokenInfo> RunningLadder::tokens(const Caller& caller) {
  std::map<std::string, UnixTime> unwritten;  // before the database is read: what is written meanwhile stands there
  {
    const std::lock_guard<std::mutex> lock(used_mutex_);
    unwritten = used_tokens_;
  }
  std::vector<TokenInfo> all;
  {
    LadderDatabase::Work work = database_.begin_looking();
    all = AccountBook(work, key_).tokens(caller.account.id);
  }
  for (TokenInfo& token : all) {
    const auto used = unwritten.find(token.id);
    if (used != unwritten.end()) token.last_used = std::max(token.last_used.value_or(0), used->second);
  }
  return all;
}

OrRefusal<void> RunningLadder::revoke_token(const Caller& caller, const std::string& token) {
  if (!caller.may(Scope::Admin) && caller.token != token) return without_scope(Scope::Admin);
  LadderDatabase::Work work = database_.begin();
  AccountBook book(work, key_);
  const auto found = book.find_token(token);
  const bool own = found && found->account == caller.account.id;
  if (!found || (!own && !caller.is_at_least(Role::Admin))) {
    return refused(RefusalKind::Missing, "token_unknown", "there is no such token of yours");
  }
  book.revoke(token);
  if (!own) book.note(caller.account.name, "revoke token", token, "");
  work.commit();
  return {};
}

std::vector<QuotaUse> RunningLadder::quotas(const Caller& caller) {
  LadderDatabase::Work work = database_.begin_looking();
  AccountBook book(work, key_);
  const AccountId id = caller.account.id;
  VersionBook versions(work);
  return {book.quota(id, "uploads", settings_.uploads.a_day),
          book.quota(id, "match_boards", settings_.quotas.match_boards_a_day),
          book.quota(id, "tests", settings_.quotas.tests_a_day),
          {"active", versions.active_of(id).size(), settings_.quotas.active, {}},
          {"bots", versions.names_in_use(id), settings_.quotas.bots, {}},
          {"tokens", valid_tokens(book.tokens(id), work.now()), settings_.quotas.tokens, {}},
          {"hooks", hooks_of(work, id), settings_.quotas.hooks, {}},
          {"tagged_boards", TagBook(work, id).tagged_boards(), settings_.quotas.tagged_boards, {}},
          {"invitations", unused_invitations(book.invitations(id), work.now()), settings_.quotas.invitations, {}}};
}

bool RunningLadder::is_moderator(const Caller* caller) const {
  return caller != nullptr && caller->is_at_least(Role::Moderator);
}

OrRefusal<void> RunningLadder::judge_account(const Caller& caller, const std::string& account, const std::string& act,
                                             const std::string& reason) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin();
  AccountBook book(work, key_);
  const auto found = known_account(book, account);
  if (!found) return tl::unexpected(found.error());
  if (found->role >= caller.account.role) {
    return refused(RefusalKind::Forbidden, "role_missing", "only an account of a higher role may do that");
  }
  book.set_banned(found->id, act == "ban");
  if (act == "ban") {
    book.revoke_all(found->id);
    VersionBook versions(work);
    for (const BotRow& bot : versions.bots_of(found->id)) {
      for (VersionRow& version : versions.of_bot(bot.id)) {
        if (!may_change(StateCause::Moderator, version.shown.state, VersionState::Retired)) continue;
        versions.set_state(version, StateCause::Moderator, VersionState::Retired, "banned", "its author was banned");
      }
    }
    SQLite::Statement cancel(
        work.sql(),
        "UPDATE play_request SET state = 'cancelled', code = 'banned', ended = ? WHERE account = ? "
        "AND state IN ('queued', 'running')");
    SQLite::bind(cancel, work.now(), sql_number(found->id));
    cancel.exec();
  }
  book.note(caller.account.name, act, account, reason);
  work.commit();
  field_changed_ = true;
  return {};
}

OrRefusal<void> RunningLadder::ban(const Caller& caller, const std::string& account, const std::string& reason) {
  return judge_account(caller, account, "ban", reason);
}

OrRefusal<void> RunningLadder::unban(const Caller& caller, const std::string& account, const std::string& reason) {
  return judge_account(caller, account, "unban", reason);
}

OrRefusal<void> RunningLadder::set_role(const Caller& caller, const std::string& account, Role role,
                                        const std::string& reason) {
  if (!caller.is_at_least(Role::Admin)) return without_role(Role::Admin);
  LadderDatabase::Work work = database_.begin();
  AccountBook book(work, key_);
  const auto found = known_account(book, account);
  if (!found) return tl::unexpected(found.error());
  book.set_role(found->id, role);
  book.note(caller.account.name, "set role " + std::string(to_text(role)), account, reason);
  work.commit();
  return {};
}

OrRefusal<std::vector<Account>> RunningLadder::accounts(const Caller& caller, const std::string& after,
                                                        std::size_t most) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin_looking();
  return AccountBook(work, key_).list(after, most);
}

OrRefusal<std::vector<AuditEntry>> RunningLadder::audit(const Caller& caller, const AuditQuery& query) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin_looking();
  return AccountBook(work, key_).audit(query.after, query.most, query.latest);
}

OrRefusal<ModeratedVersions> RunningLadder::moderated(const Caller& caller, std::size_t most) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin_looking();
  VersionBook book(work);
  const auto with_waiting = [&](const std::vector<VersionRow>& rows) {
    std::vector<LadderVersion> versions;
    versions.reserve(rows.size());
    for (const VersionRow& row : rows) versions.push_back(shown(book, row));
    return versions;
  };
  std::vector<VersionRow> waiting =
      book.in_states({VersionState::Received, VersionState::Unpacked, VersionState::Screened, VersionState::Built,
                      VersionState::Checked, VersionState::Validated});
  if (waiting.size() > most) waiting.resize(most);
  return ModeratedVersions{with_waiting(waiting),
                           with_waiting(book.latest_in({VersionState::Refused, VersionState::InternalError}, most)),
                           with_waiting(book.latest_in({VersionState::Quarantined}, most))};
}

OrRefusal<void> RunningLadder::pause_ladder(const Caller& caller, bool paused, const std::string& reason) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin();
  set_setting(work.sql(), "paused", paused ? "1" : "0");
  AccountBook(work, key_).note(caller.account.name, paused ? "pause ladder" : "resume ladder", "", reason);
  work.commit();
  return {};
}

OrRefusal<LadderVersion> RunningLadder::moderate(const Caller& caller, const VersionName& name, const std::string& act,
                                                 const std::string& reason) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  if (!started_ && play_.is_there()) play_.recall();
  const std::vector<EntrantFigures> figures = play_.figures();
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  auto version = book.find(name);
  if (!version) return refused(RefusalKind::Missing, "version_unknown", "there is no such version");
  const bool quarantines = act == "quarantine";
  const VersionState state = version->shown.state;
  const VersionState next = quarantines ? VersionState::Quarantined : VersionState::Provisional;
  if (!may_change(StateCause::Moderator, state, next)) {
    return refused(RefusalKind::Conflict, "state_wrong",
                   version->shown.name() + " is " + std::string(to_text(state)) + "; that cannot be done to it");
  }
  if (!quarantines) book.forgive(*version, played_by(*version, figures));
  book.set_state(*version, StateCause::Moderator, next, quarantines ? "moderator" : "", quarantines ? reason : "");
  AccountBook(work, key_).note(caller.account.name, act, version->shown.name(), reason);
  work.commit();
  field_changed_ = true;
  return version->shown;
}

OrRefusal<LadderVersion> RunningLadder::quarantine(const Caller& caller, const VersionName& version,
                                                   const std::string& reason) {
  return moderate(caller, version, "quarantine", reason);
}

OrRefusal<LadderVersion> RunningLadder::release(const Caller& caller, const VersionName& version,
                                                const std::string& reason) {
  return moderate(caller, version, "release", reason);
}

OrRefusal<LadderBot> RunningLadder::rename(const Caller& caller, const std::string& bot, const std::string& name,
                                           const std::string& reason) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  if (const auto checked = check_ladder_name(name); !checked) {
    return refused(RefusalKind::Bad, "bot_name_bad", checked.error(), "name");
  }
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  const auto found = book.find_bot(bot);
  if (!found) return refused(RefusalKind::Missing, "bot_unknown", "there is no such bot");
  if (const auto other = book.find_alike(name); other && other->id != found->id) {
    return refused(RefusalKind::Conflict, "bot_name_alike", "another bot has this name or one like it", "name");
  }
  if (book.was_called(name, found->id)) {
    return refused(RefusalKind::Conflict, "bot_name_taken", "another bot was called so; choose another name", "name");
  }
  book.rename(found->id, name);
  AccountBook(work, key_).note(caller.account.name, "rename", bot, name + ": " + reason);
  LadderBot renamed = with_versions(book, book.find_bot(name).value(), true);
  work.commit();
  forget_dump();  // it has the old name
  return renamed;
}

OrRefusal<Hook> RunningLadder::make_hook(const Caller& caller, const std::string& url, std::vector<std::string> kinds) {
  if (!caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  constexpr std::size_t LongestUrl = 500;
  const bool is_plain = std::all_of(url.begin(), url.end(), [](char c) { return c > 0x20 && c < 0x7f; });
  if (!url.starts_with("https://") || url.size() > LongestUrl || !is_plain || url.find('@') != std::string::npos) {
    return refused(RefusalKind::Bad, "hook_url_bad", "a hook's URL begins with https:// and has no user in it", "url");
  }
  std::string list;
  for (const std::string& kind : kinds) {
    const bool is_there = std::find(EventKinds.begin(), EventKinds.end(), kind) != EventKinds.end();
    if (!is_there || (kind == KindForModerators && !caller.is_at_least(Role::Moderator))) {
      return refused(RefusalKind::Bad, "hook_kind_bad", "your hooks can be told of " + kinds_for(caller), "kinds");
    }
    list += (list.empty() ? "" : ",") + kind;
  }
  Hook hook;
  hook.account = caller.account.id;
  hook.url = url;
  hook.kinds = std::move(kinds);
  hook.secret = random_hexadecimal(64);
  LadderDatabase::Work work = database_.begin();
  if (hooks_of(work, hook.account) >= settings_.quotas.hooks) {
    return refused_at_limit("quota_hooks", "delete a hook first", settings_.quotas.hooks);
  }
  SQLite::Statement insert(work.sql(), "INSERT INTO hook (account, url, kinds, secret) VALUES (?, ?, ?, ?)");
  SQLite::bind(insert, sql_number(hook.account), url, list, hook.secret);
  insert.exec();
  hook.id = static_cast<std::uint64_t>(work.sql().getLastInsertRowid());
  work.commit();
  return hook;
}

std::vector<Hook> RunningLadder::hooks(const Caller& caller) {
  LadderDatabase::Work work = database_.begin_looking();
  SQLite::Statement query(
      work.sql(), "SELECT id, account, url, kinds, '', failures, off, last_problem FROM hook WHERE account = ?");
  query.bind(1, sql_number(caller.account.id));
  std::vector<Hook> all;
  while (query.executeStep()) {
    all.push_back(hook_of(query));
    all.back().last_problem = query.getColumn(7).getString();
  }
  return all;
}

OrRefusal<Hook> RunningLadder::switch_on_hook(const Caller& caller, std::uint64_t hook) {
  if (!caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  {
    LadderDatabase::Work work = database_.begin();
    SQLite::Statement update(work.sql(),
                             "UPDATE hook SET off = 0, failures = 0, last_problem = '' WHERE id = ? AND account = ?");
    SQLite::bind(update, static_cast<std::int64_t>(hook), sql_number(caller.account.id));
    update.exec();
    work.commit();
  }
  for (Hook& own : hooks(caller)) {
    if (own.id == hook) return std::move(own);
  }
  return refused(RefusalKind::Missing, "hook_unknown", "there is no such hook of yours");
}

OrRefusal<void> RunningLadder::delete_hook(const Caller& caller, std::uint64_t hook) {
  if (!caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  LadderDatabase::Work work = database_.begin();
  SQLite::Statement remove(work.sql(), "DELETE FROM hook WHERE id = ? AND account = ?");
  SQLite::bind(remove, static_cast<std::int64_t>(hook), sql_number(caller.account.id));
  if (remove.exec() == 0) return refused(RefusalKind::Missing, "hook_unknown", "there is no such hook of yours");
  work.commit();
  return {};
}

std::vector<HookDelivery> RunningLadder::due_deliveries(std::size_t most) {
  constexpr double Lease = 60;
  LadderDatabase::Work work = database_.begin();
  SQLite::Statement query(
      work.sql(),
      "SELECT hook.id, account, url, kinds, secret, failures, off, outbox.id, outbox.attempt, cursor, "
      "time, kind, bot, number, state, code, detail, open FROM outbox JOIN hook ON hook.id = outbox.hook "
      "JOIN event ON event.cursor = outbox.event WHERE outbox.id IN (SELECT id FROM (SELECT outbox.id, row_number() "
      "OVER (PARTITION BY account ORDER BY due, outbox.id) AS turn FROM outbox JOIN hook ON hook.id = outbox.hook "
      "WHERE due <= ? AND off = 0 AND account NOT IN (SELECT id FROM account WHERE banned = 1)) WHERE turn = 1) "
      "ORDER BY due LIMIT ?");
  SQLite::bind(query, work.now(), static_cast<std::int64_t>(most));
  std::vector<HookDelivery> all;
  while (query.executeStep()) {
    HookDelivery delivery;
    delivery.hook = hook_of(query);
    delivery.id = static_cast<std::uint64_t>(query.getColumn(7).getInt64());
    delivery.attempt = query.getColumn(8).getInt();
    delivery.event = {static_cast<std::uint64_t>(query.getColumn(9).getInt64()),
                      query.getColumn(10).getDouble(),
                      query.getColumn(11).getString(),
                      query.getColumn(12).getString(),
                      query.getColumn(13).getInt(),
                      query.getColumn(14).getString(),
                      query.getColumn(15).getString(),
                      query.getColumn(16).getString(),
                      query.getColumn(17).getInt() != 0};
    all.push_back(std::move(delivery));
  }
  query.reset();
  for (const HookDelivery& delivery : all) {
    SQLite::Statement lease(work.sql(), "UPDATE outbox SET due = ? WHERE id = ?");
    SQLite::bind(lease, work.now() + Lease, static_cast<std::int64_t>(delivery.id));
    lease.exec();
  }
  work.commit();
  return all;
}

void RunningLadder::delivered(const DeliveryOutcome& outcome) {
  constexpr int MostTries = 6;
  constexpr int FailuresUntilOff = 20;
  LadderDatabase::Work work = database_.begin();
  const auto id = static_cast<std::int64_t>(outcome.delivery);
  // Only a delivery that is given up counts as a failure: an address may be away for some time.
  SQLite::Statement hook(work.sql(),
                         outcome.ok ? "UPDATE hook SET failures = 0, last_problem = '' FROM outbox WHERE outbox.id = "
                                      "?1 AND hook.id = outbox.hook"
                                    : "UPDATE hook SET failures = failures + (attempt >= ?2), off = failures + "
                                      "(attempt >= ?2) >= ?3, last_problem = ?4 FROM outbox WHERE outbox.id = ?1 AND "
                                      "hook.id = outbox.hook");
  hook.bind(1, id);
  if (!outcome.ok) {
    hook.bind(2, MostTries);
    hook.bind(3, FailuresUntilOff);
    hook.bind(4, outcome.problem);
  }
  hook.exec();
  SQLite::Statement later(
      work.sql(), "UPDATE outbox SET attempt = attempt + 1, due = ? + 10.0 * (1 << (2 * attempt)) WHERE id = ?");
  SQLite::bind(later, work.now(), id);
  if (!outcome.ok) later.exec();
  SQLite::Statement done(work.sql(), "DELETE FROM outbox WHERE id = ? AND (? OR attempt > ?)");
  SQLite::bind(done, id, outcome.ok ? 1 : 0, MostTries);
  done.exec();
  work.commit();
}

}  // namespace tichu::arena
