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
  hook.id = unsigned_of(row.getColumn(0));
  hook.account = AccountId(row.getColumn(1).getInt64());
  hook.url = row.getColumn(2).getString();
  const std::string kinds = row.getColumn(3).getString();
  for (std::size_t begin = 0; begin < kinds.size();) {
    const std::size_t end = std::min(kinds.find(',', begin), kinds.size());
    hook.kinds.push_back(kinds.substr(begin, end - begin));
    begin = end + 1;
  }
  hook.secret = row.getColumn(4).getString();
  hook.failures = unsigned_of(row.getColumn(5));
  hook.off = row.getColumn(6).getInt() != 0;
  return hook;
}

/// An event whose columns begin with this one.
LadderEvent event_of(SQLite::Statement& row, int first) {
  const auto text = [&](int column) { return row.getColumn(first + column).getString(); };
  return {unsigned_of(row.getColumn(first)),
          row.getColumn(first + 1).getDouble(),
          text(2),
          text(3),
          row.getColumn(first + 4).getInt(),
          text(5),
          text(6),
          text(7),
          row.getColumn(first + 8).getInt() != 0};
}

}  // namespace

std::uint64_t hooks_of(LadderDatabase::Work& work, AccountId account) {
  return count_of(bound(work.sql(), "SELECT count(*) FROM hook WHERE account = ?", account));
}

std::vector<LadderEvent> Hooks::events(const Caller* caller, const EventQuery& query) {
  LadderDatabase::Work work = database_.begin_looking();
  const std::int64_t account = caller == nullptr ? -1 : signed_of(caller->account.id.value());
  const std::string events =
      std::string("SELECT cursor, time, kind, bot, number, state, code, detail, open FROM event WHERE ") +
      (query.latest ? "cursor > -1 - ?" : "cursor > ?") +
      " AND (? OR bot IN (SELECT name FROM bot WHERE author = ?) OR (open AND NOT EXISTS (SELECT 1 FROM bot AS b "
      "JOIN version AS v ON v.bot = b.id WHERE b.name = event.bot AND v.number = event.number AND (b.hidden OR "
      "v.state = 'withdrawn')))) AND (? = '' OR bot = ?) AND (? = 0 OR number = ?) ORDER BY cursor " +
      (query.latest ? "DESC" : "ASC") + " LIMIT ?";
  const int number = query.number.value_or(0);
  return rows_of(bound(work.sql(), events, query.after, is_moderator(caller), account, query.bot, query.bot, number,
                       number, std::min(query.most, MostEvents)),
                 [](SQLite::Statement& row) { return event_of(row, 0); });
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
  execute(work.sql(), "INSERT INTO hook (account, url, kinds, secret) VALUES (?, ?, ?, ?)", hook.account, url, list,
          hook.secret);
  hook.id = static_cast<std::uint64_t>(work.sql().getLastInsertRowid());
  work.commit();
  return hook;
}

std::vector<Hook> Hooks::hooks(const Caller& caller) {
  LadderDatabase::Work work = database_.begin_looking();
  constexpr const char* Own =
      "SELECT id, account, url, kinds, '', failures, off, last_problem FROM hook WHERE account = ?";
  return rows_of(bound(work.sql(), Own, caller.account.id), [](SQLite::Statement& row) {
    Hook hook = hook_of(row);
    hook.last_problem = row.getColumn(7).getString();
    return hook;
  });
}

OrRefusal<Hook> Hooks::switch_on_hook(const Caller& caller, std::uint64_t hook) {
  if (!caller.may(Scope::Admin)) return without_scope(Scope::Admin);
  {
    LadderDatabase::Work work = database_.begin();
    execute(work.sql(), "UPDATE hook SET off = 0, failures = 0, last_problem = '' WHERE id = ? AND account = ?", hook,
            caller.account.id);
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
  if (execute(work.sql(), "DELETE FROM hook WHERE id = ? AND account = ?", hook, caller.account.id) == 0) {
    return refused(RefusalKind::Missing, "hook_unknown", "there is no such hook of yours");
  }
  work.commit();
  return {};
}

std::vector<HookDelivery> Hooks::due_deliveries(std::size_t most) {
  constexpr double Lease = 60;
  LadderDatabase::Work work = database_.begin();
  constexpr const char* Due =
      "SELECT hook.id, account, url, kinds, secret, failures, off, outbox.id, outbox.attempt, cursor, "
      "time, kind, bot, number, state, code, detail, open FROM outbox JOIN hook ON hook.id = outbox.hook "
      "JOIN event ON event.cursor = outbox.event WHERE outbox.id IN (SELECT id FROM (SELECT outbox.id, row_number() "
      "OVER (PARTITION BY account ORDER BY due, outbox.id) AS turn FROM outbox JOIN hook ON hook.id = outbox.hook "
      "WHERE due <= ? AND off = 0 AND account NOT IN (SELECT id FROM account WHERE banned = 1)) WHERE turn = 1) "
      "ORDER BY due LIMIT ?";
  std::vector<HookDelivery> all = rows_of(bound(work.sql(), Due, work.now(), most), [](SQLite::Statement& row) {
    HookDelivery delivery;
    delivery.hook = hook_of(row);
    delivery.id = unsigned_of(row.getColumn(7));
    delivery.attempt = row.getColumn(8).getInt();
    delivery.event = event_of(row, 9);
    return delivery;
  });
  for (const HookDelivery& delivery : all) {
    execute(work.sql(), "UPDATE outbox SET due = ? WHERE id = ?", work.now() + Lease, delivery.id);
  }
  work.commit();
  return all;
}

void Hooks::delivered(const DeliveryOutcome& outcome) {
  constexpr int MostTries = 6;
  constexpr int FailuresUntilOff = 20;
  LadderDatabase::Work work = database_.begin();
  const std::uint64_t id = outcome.delivery;
  if (outcome.ok) {
    execute(work.sql(),
            "UPDATE hook SET failures = 0, last_problem = '' FROM outbox WHERE outbox.id = ? AND hook.id = outbox.hook",
            id);
  } else {
    // Only a delivery that is given up counts as a failure: an address may be away for some time.
    execute(work.sql(),
            "UPDATE hook SET failures = failures + (attempt >= ?2), off = failures + (attempt >= ?2) >= ?3, "
            "last_problem = ?4 FROM outbox WHERE outbox.id = ?1 AND hook.id = outbox.hook",
            id, MostTries, FailuresUntilOff, outcome.problem);
    execute(work.sql(), "UPDATE outbox SET attempt = attempt + 1, due = ? + 10.0 * (1 << (2 * attempt)) WHERE id = ?",
            work.now(), id);
  }
  execute(work.sql(), "DELETE FROM outbox WHERE id = ? AND (? OR attempt > ?)", id, outcome.ok, MostTries);
  work.commit();
}

}  // namespace tichu::arena
