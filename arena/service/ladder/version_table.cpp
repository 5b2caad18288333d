#include "arena/service/ladder/version_table.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "arena/installation.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/text/setting_json.h"
#include "arena/tournament/config/bot_finder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* VersionColumns =
    "SELECT version.id, bot.name, version.number, bot.author, account.name, version.state, failed_step, code, detail, "
    "submitted, changed, sha256, bytes, language, toolchain, repeatable, note, bot.hidden, entrant, bot.id, source, "
    "tree, spec, entry_name, seconds, keep_former, unranked, entered, before_pause, forgiven_boards, forgiven_faults, "
    "content, licence, opened, plays_people "
    "FROM version JOIN bot ON bot.id = version.bot "
    "LEFT JOIN account ON account.id = bot.author ";

std::string sql_list(const std::vector<VersionState>& states) {
  std::string list;
  for (const VersionState state : states) list += (list.empty() ? "'" : ", '") + std::string(to_text(state)) + "'";
  return list;
}

/// What a version needs, from how it is run (`spec_text`, or empty before it was built).
BotNeeds needs_in(const std::string& spec) {
  BotNeeds needs;
  if (!spec.empty()) take_given_settings(nlohmann::json::parse(spec), BotNeedSettings, needs);
  return needs;
}

VersionRow version_of(SQLite::Statement& row) {
  VersionRow version;
  LadderVersion& shown = version.shown;
  int at = 0;
  const auto next = [&] { return row.getColumn(at++); };
  shown.id = VersionId(next().getInt64());
  shown.bot = next().getString();
  shown.number = next().getInt();
  shown.author = number_in<AccountId>(next()).value_or(AccountId());
  shown.author_name = text_in(next());
  shown.state = from_text<VersionState>(next().getString()).value_or(VersionState::InternalError);
  shown.failed_step = from_text<StepKind>(text_in(next()));
  shown.code = next().getString();
  shown.detail = next().getString();
  shown.submitted = next().getDouble();
  shown.changed = next().getDouble();
  shown.sha256 = next().getString();
  shown.bytes = static_cast<std::uint64_t>(next().getInt64());
  shown.language = next().getString();
  shown.toolchain = next().getString();
  shown.repeatable = number_in<bool>(next());
  shown.note = next().getString();
  shown.hidden = next().getInt() != 0 || shown.state == VersionState::Withdrawn;
  shown.entrant = number_in<EntrantId>(next());
  version.bot_id = next().getInt64();
  version.source = next().getString();
  version.tree = next().getString();
  version.spec = next().getString();
  shown.needs = needs_in(version.spec);
  version.entry_name = next().getString();
  version.seconds = next().getDouble();
  version.keep_former = next().getInt() != 0;
  version.unranked = next().getInt() != 0;
  version.entered = number_in<double>(next()).value_or(0);
  version.before_pause = from_text<VersionState>(text_in(next()));
  version.forgiven.boards = static_cast<std::uint64_t>(next().getInt64());
  version.forgiven.faults = static_cast<std::uint64_t>(next().getInt64());
  version.content = next().getString();
  shown.licence = next().getString();
  shown.opened = next().getString();
  shown.plays_people = next().getInt() != 0;
  return version;
}

/// What everybody may know of a state; the rest concerns the author alone.
bool is_open(VersionState state) { return state >= VersionState::Provisional && state < VersionState::Refused; }

}  // namespace

std::string spec_text(const BotSpec& bot, const fs::path& tree) {
  nlohmann::json json{{"kind", std::string(to_text(bot.kind))},
                      {"path", bot.path.lexically_relative(tree).string()},
                      {"arguments", bot.arguments}};
  add_given_settings(json, bot.needs, BotNeedSettings);
  if (!bot.guest_workers) json["guest_workers"] = false;
  return json.dump();
}

BotSpec spec_of(const std::string& text, const fs::path& tree, const std::string& name) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    BotSpec bot;
    bot.name = name;
    bot.kind = from_text<BotKind>(json.at("kind").get<std::string>()).value();
    bot.path = tree / json.at("path").get<std::string>();
    bot.arguments = json.at("arguments").get<std::vector<std::string>>();
    take_given_settings(json, BotNeedSettings, bot.needs);
    bot.guest_workers = json.value("guest_workers", true);
    return bot;
  } catch (const std::exception& error) {
    throw std::runtime_error("how the version " + name + " is run cannot be read: " + error.what());
  }
}

BotSpec bot_of_version(const VersionRow& version, const FileStore& store) {
  if (!version.spec.empty()) return spec_of(version.spec, store.tree(version.tree), version.shown.name());
  BotSpec bot;
  const BotFinder finder(bundled_bots_folder(), ".");
  if (const auto found = finder.locate(bot, version.entry_name, std::nullopt); !found) {
    throw std::runtime_error("the reference bot " + version.entry_name + ": " + found.error());
  }
  bot.name = version.shown.name();
  return bot;
}

std::string place_at_home(const VersionRow& version) {
  if (version.spec.empty()) return "";
  const BotSpec bot = spec_of(version.spec, version.shown.bot, version.shown.name());
  return place_argument(bot.kind, bot.path.string(), bot.arguments);
}

VersionRow VersionTable::add_version(const BotRow& bot, const std::string& sha256, std::uint64_t bytes,
                                     const std::string& note, bool keep_former, bool unranked) {
  const std::uint64_t number =
      count_of(bound(work_.sql(), "SELECT coalesce(max(number), 0) + 1 FROM version WHERE bot = ?", bot.id));
  execute(work_.sql(),
          "INSERT INTO version (bot, number, state, submitted, changed, sha256, bytes, note, keep_former, "
          "unranked, entry_name) VALUES (?, ?, 'received', ?, ?, ?, ?, ?, ?, ?, ?)",
          bot.id, number, work_.now(), work_.now(), sha256, bytes, note, keep_former, unranked,
          bot.bot.name + "@" + std::to_string(number));
  return find(VersionId(work_.sql().getLastInsertRowid())).value();
}

std::vector<VersionRow> VersionTable::query(const std::string& condition, const std::vector<std::string>& values) {
  SQLite::Statement rows(work_.sql(), std::string(VersionColumns) + condition);
  for (std::size_t i = 0; i < values.size(); ++i) rows.bind(static_cast<int>(i) + 1, values[i]);
  return rows_of(std::move(rows), version_of);
}

std::optional<VersionRow> VersionTable::find(VersionId id) {
  std::vector<VersionRow> found = query("WHERE version.id = CAST(? AS INTEGER)", {to_string(id)});
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::vector<VersionRow> VersionTable::all_of(const std::vector<VersionId>& ids) {
  std::string list;
  for (const VersionId id : ids) list += (list.empty() ? "" : ", ") + to_string(id);
  const std::vector<VersionRow> found = query("WHERE version.id IN (" + list + ")", {});
  std::vector<VersionRow> all;
  for (const VersionId id : ids) {
    const auto row =
        std::find_if(found.begin(), found.end(), [id](const VersionRow& version) { return version.shown.id == id; });
    if (row == found.end()) throw std::runtime_error("the version of the number " + to_string(id) + " is missing");
    all.push_back(*row);
  }
  return all;
}

std::optional<VersionRow> VersionTable::find(const VersionName& name) {
  std::vector<VersionRow> found =
      name.number ? query("WHERE bot.name = ? AND version.number = CAST(? AS INTEGER)",
                          {name.bot, std::to_string(*name.number)})
                  : query(
                        "WHERE bot.name = ? ORDER BY version.state IN ('provisional', 'rated') DESC, "
                        "entrant IS NULL OR version.state = 'withdrawn', version.number DESC LIMIT 1",
                        {name.bot});
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::optional<VersionRow> VersionTable::find_entrant(EntrantId entrant) {
  std::vector<VersionRow> found =
      query("WHERE entrant = CAST(? AS INTEGER)", {std::to_string(static_cast<unsigned>(entrant))});
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::vector<VersionRow> VersionTable::of_bot(std::int64_t bot) {
  return query("WHERE bot.id = CAST(? AS INTEGER) ORDER BY version.number DESC", {std::to_string(bot)});
}

std::vector<VersionRow> VersionTable::in_states(const std::vector<VersionState>& states) {
  return query("WHERE version.state IN (" + sql_list(states) + ") ORDER BY version.id", {});
}

std::vector<VersionRow> VersionTable::latest_in(const std::vector<VersionState>& states, std::size_t most) {
  return query("WHERE version.state IN (" + sql_list(states) +
                   ") ORDER BY version.changed DESC, version.id DESC LIMIT CAST(? AS INTEGER)",
               {std::to_string(most)});
}

std::vector<VersionRow> VersionTable::alike(const VersionRow& version) {
  return query(
      "WHERE (source = ? OR content = ?) AND version.state IN ('received', 'unpacked', 'screened', 'built', 'checked', "
      "'validated', 'provisional', 'rated', 'paused') ORDER BY version.id",
      {version.source, version.content});
}

bool VersionTable::needs_file(const std::string& sha256) {
  return !query("WHERE (sha256 = ? OR opened = ?) AND version.state <> 'withdrawn' LIMIT 1", {sha256, sha256}).empty();
}

bool VersionTable::needs_tree(const std::string& hash) {
  return !query("WHERE (tree = ? OR source = ?) AND version.state <> 'withdrawn' LIMIT 1", {hash, hash}).empty();
}

std::uint64_t VersionTable::active_to_come(AccountId author, std::uint64_t most_of_bot,
                                           const std::optional<ComingVersion>& one_more) {
  SQLite::Statement query =
      bound(work_.sql(),
            "SELECT bot.name, sum(state IN ('provisional', 'rated', 'paused')), sum(comes AND keep_former), "
            "sum(comes AND NOT keep_former) FROM (SELECT *, state IN ('received', 'unpacked', 'screened', 'built', "
            "'checked', 'validated') AS comes FROM version WHERE NOT unranked) AS v JOIN bot ON bot.id = v.bot WHERE "
            "bot.author = ? GROUP BY bot.name",
            author);
  struct OfBot {
    std::uint64_t active = 0;
    std::uint64_t keeping = 0;
    std::uint64_t replacing = 0;
  };
  std::map<std::string, OfBot> bots;
  const auto count = [&](int column) { return unsigned_of(query.getColumn(column)); };
  while (query.executeStep()) bots[query.getColumn(0).getString()] = {count(1), count(2), count(3)};
  if (one_more) ++(one_more->keeps_former ? bots[one_more->bot].keeping : bots[one_more->bot].replacing);
  std::uint64_t sum = 0;
  for (const auto& [bot, versions] : bots) {
    const std::uint64_t one = versions.replacing > 0 ? 1 : 0;
    sum += std::min(std::max(versions.active, one) + versions.keeping, std::max(most_of_bot, versions.active));
  }
  return sum;
}

std::vector<VersionRow> VersionTable::replaced_by(const VersionRow& version, std::uint64_t most_active) {
  const std::string bot = std::to_string(version.bot_id);
  if (!version.shown.is_on_its_way()) {
    return query(
        "WHERE version.bot = CAST(? AS INTEGER) AND version.state = 'retired' AND code = 'replaced' "
        "AND detail = ? ORDER BY version.id",
        {bot, replaced_detail(version.shown)});
  }
  if (version.unranked) return {};
  std::vector<VersionRow> active = query(
      "WHERE version.bot = CAST(? AS INTEGER) AND version.state IN ('provisional', 'rated', 'paused') "
      "ORDER BY version.id",
      {bot});
  const std::uint64_t left = version.keep_former ? std::min<std::uint64_t>(active.size(), most_active - 1) : 0;
  active.resize(active.size() - left);
  return active;
}

std::uint64_t VersionTable::count(VersionState state) {
  return count_of(bound(work_.sql(), "SELECT count(*) FROM version WHERE state = ?", state));
}

void VersionTable::set_state(VersionRow& version, StateCause cause, VersionState state, const std::string& code,
                             const std::string& detail) {
  LadderVersion& shown = version.shown;
  if (!may_change(cause, shown.state, state)) {
    throw std::logic_error(shown.name() + " is " + std::string(to_text(shown.state)) + " and cannot become " +
                           std::string(to_text(state)) + " by the cause " + std::string(to_text(cause)));
  }
  shown.state = state;
  shown.code = code;
  shown.detail = detail;
  shown.changed = work_.now();
  execute(work_.sql(), "UPDATE version SET state = ?, code = ?, detail = ?, changed = ?, failed_step = ? WHERE id = ?",
          state, code, detail, work_.now(), shown.failed_step, shown.id);
  work_.tell({.kind = state == VersionState::Quarantined ? "bot.quarantined" : "version.state",
              .bot = shown.bot,
              .number = shown.number,
              .state = std::string(to_text(state)),
              .code = code,
              .detail = detail,
              .open = is_open(state) && !shown.hidden});
}

void VersionTable::set_found(const VersionRow& version) {
  const LadderVersion& shown = version.shown;
  execute(
      work_.sql(),
      "UPDATE version SET language = ?, source = ?, tree = ?, spec = ?, toolchain = ?, repeatable = ?, seconds = ?, "
      "content = ?, licence = ? WHERE id = ?",
      shown.language, version.source, version.tree, version.spec, shown.toolchain, shown.repeatable, version.seconds,
      version.content, shown.licence, shown.id);
}

void VersionTable::set_entrant(VersionRow& version, EntrantId entrant) {
  version.shown.entrant = entrant;
  version.entered = work_.now();
  execute(work_.sql(), "UPDATE version SET entrant = ?, entered = ? WHERE id = ?", entrant, work_.now(),
          version.shown.id);
}

void VersionTable::set_before_pause(VersionRow& version, std::optional<VersionState> state) {
  version.before_pause = state;
  execute(work_.sql(), "UPDATE version SET before_pause = ? WHERE id = ?", state, version.shown.id);
}

void VersionTable::forgive(VersionRow& version, const ForgivenBoards& boards) {
  version.forgiven = boards;
  execute(work_.sql(), "UPDATE version SET forgiven_boards = ?, forgiven_faults = ? WHERE id = ?", boards.boards,
          boards.faults, version.shown.id);
}

void VersionTable::clear_trees(const VersionRow& version) {
  execute(work_.sql(), "UPDATE version SET source = '', tree = '' WHERE id = ?", version.shown.id);
}

}  // namespace tichu::arena
