#include "arena/service/ladder/hooks.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "arena/service/ladder/ladder_sql.h"
#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

constexpr std::size_t MostEvents = 1000;

/// Kinds of events that hooks may ask for.
constexpr std::array<std::string_view, 13> EventKinds{
    "version.state", "version.step",   "bot.quarantined", "place.changed",  "test.done",
    "match.done",    "benchmark.done", "ladder.stalled",  "ladder.resumed", "season.announced",
    "season.ended",  "remote.paused",  "pair.suspicious"};
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

std::uint64_t hooks_of(LadderDatabase::Work& work, AccountId account) {
  SQLite::Statement count = bound(work.sql(), "SELECT count(*) FROM hook WHERE account = ?", sql_number(account));
  count.executeStep();
  return static_cast<std::uint64_t>(count.getColumn(0).getInt64());
}

std::vector<LadderEvent> Hooks::events(const Caller* caller, const EventQuery& query) {
  LadderDatabase::Work work = database_.begin_looking();
  const std::int64_t account = caller == nullptr ? -1 : sql_number(caller->account.id);
  SQLite::Statement rows(
      work.sql(),
      std::string("SELECT cursor, time, kind, bot, number, state, code, detail, open FROM event WHERE ") +
          (query.latest ? "cursor > -1 - ?" : "cursor > ?") +
          " AND (? OR bot IN (SELECT name FROM bot WHERE author = ?) OR (open AND NOT EXISTS (SELECT 1 FROM bot AS b "
          "JOIN version AS v ON v.bot = b.id WHERE b.name = event.bot AND v.number = event.number AND (b.hidden OR "
          "v.state = 'withdrawn')))) AND (? = '' OR bot = ?) AND (? = 0 OR number = ?) ORDER BY cursor " +
          (query.latest ? "DESC" : "ASC") + " LIMIT ?");
  const int number = query.number.value_or(0);
  SQLite::bind(rows, static_cast<std::int64_t>(query.after), is_moderator(caller) ? 1 : 0, account, query.bot,
               query.bot, number, number, static_cast<std::int64_t>(std::min(query.most, MostEvents)));
  std::vector<LadderEvent> all;
  while (rows.executeStep()) {
    all.push_back({static_cast<std::uint64_t>(rows.getColumn(0).getInt64()), rows.getColumn(1).getDouble(),
                   rows.getColumn(2).getString(), rows.getColumn(3).getString(), rows.getColumn(4).getInt(),
                   rows.getColumn(5).getString(), rows.getColumn(6).getString(), rows.getColumn(7).getString(),
                   rows.getColumn(8).getInt() != 0});
  }
  return all;
}

OrRefusal<Hook> Hooks::make_hook(const Caller& caller, const std::string& url, std::vector<std::string> kinds) {
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
  execute(work.sql(), "INSERT INTO hook (account, url, kinds, secret) VALUES (?, ?, ?, ?)", sql_number(hook.account),
          url, list, hook.secret);
  hook.id = static_cast<std::uint64_t>(work.sql().getLastInsertRowid());
  work.commit();
  return hook;
}

std::vector<Hook> Hooks::hooks(const Caller& caller) {
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

OrRefusal<Hook> Hooks::switch_on_hook(const Caller& caller, std::uint64_t hook) {
  if (!caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  {
    LadderDatabase::Work work = database_.begin();
    execute(work.sql(), "UPDATE hook SET off = 0, failures = 0, last_problem = '' WHERE id = ? AND account = ?",
            static_cast<std::int64_t>(hook), sql_number(caller.account.id));
    work.commit();
  }
  for (Hook& own : hooks(caller)) {
    if (own.id == hook) return std::move(own);
  }
  return refused(RefusalKind::Missing, "hook_unknown", "there is no such hook of yours");
}

OrRefusal<void> Hooks::delete_hook(const Caller& caller, std::uint64_t hook) {
  if (!caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  LadderDatabase::Work work = database_.begin();
  SQLite::Statement remove(work.sql(), "DELETE FROM hook WHERE id = ? AND account = ?");
  SQLite::bind(remove, static_cast<std::int64_t>(hook), sql_number(caller.account.id));
  if (remove.exec() == 0) return refused(RefusalKind::Missing, "hook_unknown", "there is no such hook of yours");
  work.commit();
  return {};
}

std::vector<HookDelivery> Hooks::due_deliveries(std::size_t most) {
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
    execute(work.sql(), "UPDATE outbox SET due = ? WHERE id = ?", work.now() + Lease,
            static_cast<std::int64_t>(delivery.id));
  }
  work.commit();
  return all;
}

void Hooks::delivered(const DeliveryOutcome& outcome) {
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
  execute(work.sql(), "DELETE FROM outbox WHERE id = ? AND (? OR attempt > ?)", id, outcome.ok ? 1 : 0, MostTries);
  work.commit();
}

}  // namespace tichu::arena
