#include "arena/service/ladder/housekeeping.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "arena/service/ladder/ladder_folder.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/remote_runner.h"
#include "arena/service/ladder/version_table.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/store/board_output.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// The files of a folder as hard links, or as copies on another disk. What goes away meanwhile is left out.
void link_files(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from)) {
    const fs::path target = to / entry.path().lexically_relative(from);
    std::error_code error;
    if (entry.is_directory()) {
      fs::create_directories(target);
      continue;
    }
    fs::create_hard_link(entry.path(), target, error);
    if (error) fs::copy_file(entry.path(), target, fs::copy_options::overwrite_existing, error);
    if (error && fs::exists(entry.path())) throw fs::filesystem_error("cannot copy", entry.path(), target, error);
  }
}

}  // namespace

/// Where nothing has changed for long nobody looks at the next hundred thousand boards of the same bots. The first that
/// comes, goes or is rated anew has it play as before.
void Housekeeping::slow_down_if_quiet() {
  const double quiet_after = static_cast<double>(std::chrono::seconds(settings_.care.quiet_after).count());
  if (quiet_after == 0) return;
  double changed = 0;
  {
    LadderDatabase::Work work = database_.begin_looking();
    changed = work.sql().execAndGet("SELECT coalesce(max(changed), 0) FROM version").getDouble();
  }
  const bool is_quiet = database_.now() > changed + quiet_after;
  if (is_quiet == play_.is_slow()) return;
  play_.slow_down(is_quiet);
  log_(is_quiet ? "no version has changed for long: the ladder plays a tenth of the time from now on"
                : "a version has changed: the ladder plays all of the time again");
}

/// Withdrawn versions whose files nobody needs any more: none of their boards is under way or still to be played.
std::vector<VersionId> Housekeeping::versions_to_clear(double now) {
  constexpr double UntilNoBoardIsUnderWay = 600;
  std::vector<VersionRow> withdrawn;
  {
    LadderDatabase::Work work = database_.begin_looking();
    withdrawn = VersionTable(work).in_states({VersionState::Withdrawn});
  }
  std::erase_if(withdrawn, [&](const VersionRow& version) {
    return version.tree.empty() || now < version.shown.changed + UntilNoBoardIsUnderWay;
  });
  std::set<std::string> entered;
  for (const VersionRow& version : withdrawn) {
    if (version.shown.entrant) entered.insert(version.entry_name);
  }
  std::set<std::string> done = entered;
  if (!entered.empty() && play_.is_there()) done = play_.without_need_of_files(entered);
  std::vector<VersionId> all;
  for (const VersionRow& version : withdrawn) {
    if (!version.shown.entrant || done.contains(version.entry_name)) all.push_back(version.shown.id);
  }
  return all;
}

/// What it wrote to its standard error, at rated boards and in matches and tests. No transaction is open meanwhile.
void Housekeeping::delete_output_of(VersionId version) {
  std::vector<std::pair<fs::path, BotId>> places;
  {
    LadderDatabase::Work work = database_.begin_looking();
    if (const auto entrant = VersionTable(work).find(version).value().shown.entrant) {
      places.emplace_back(play_.folder(), static_cast<BotId>(*entrant));  // each plays with itself
    }
    SQLite::Statement requests =
        bound(work.sql(),
              "SELECT folder, place FROM (SELECT id, 0 AS place FROM play_request WHERE first = ?1 UNION ALL "
              "SELECT id, 1 FROM play_request WHERE second = ?1 UNION ALL "
              "SELECT request, place + 2 FROM play_request_pool WHERE version = ?1) JOIN play_request USING (id) "
              "WHERE folder <> '' AND kind <> 'benchmark'",  // which keeps no output
              version);
    while (requests.executeStep()) {
      places.emplace_back(requests.getColumn(0).getString(), static_cast<BotId>(requests.getColumn(1).getInt()));
    }
  }
  for (const auto& [folder, bot] : places) delete_output(folder, bot);
}

/// What withdrawn versions leave, and what is older than it is kept.
void Housekeeping::tidy_if_due() {
  constexpr double Interval = 60;
  const double now = database_.now();
  if (now < tidied_at_ + Interval) return;
  tidied_at_ = now;
  store_bytes_ = store_.bytes();
  const std::vector<VersionId> to_clear = versions_to_clear(now);
  for (const VersionId id : to_clear) delete_output_of(id);
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  for (const VersionId id : to_clear) {
    const VersionRow version = table.find(id).value();
    for (const std::string& tree : {version.source, version.tree}) {
      if (!tree.empty() && !table.needs_tree(tree)) store_.remove_tree(tree);
    }
    table.clear_trees(version);
  }
  execute(work.sql(), "DELETE FROM event WHERE time < ?",
          now - static_cast<double>(std::chrono::seconds(settings_.care.events_kept).count()));
  const double ended = now - static_cast<double>(std::chrono::seconds(settings_.care.request_folders_kept).count());
  std::vector<fs::path> folders =
      rows_of(bound(work.sql(), "SELECT folder FROM play_request WHERE ended < ? AND folder <> ''", ended),
              [](SQLite::Statement& row) { return fs::path(row.getColumn(0).getString()); });
  std::ranges::move(rows_of(bound(work.sql(), "SELECT id FROM remote_meeting WHERE ended < ?", ended),
                            [this](SQLite::Statement& row) {
                              return remote_folder(store_.folder(), RemoteMeetingId(row.getColumn(0).getInt64()));
                            }),
                    std::back_inserter(folders));
  for (const fs::path& folder : folders) {
    std::error_code error;
    fs::remove_all(folder, error);
  }
  work.commit();
}

OrInputError<void> Housekeeping::backup(const fs::path& to) {
  if (database_.setting("rated_play_begun") == "1" && !play_.is_there()) return tl::unexpected(play_.gone());
  std::error_code error;
  if (fs::exists(to, error) && !fs::is_empty(to, error)) return tl::unexpected(folder_error(to, "is not empty"));
  fs::create_directories(to);
  ::chmod(to.c_str(), 0700);
  // The ladder's own database first: what it knows of entrants, boards and seasons is in the tournament by then, and
  // more of it does no harm.
  database_.copy_to(to / LadderDatabaseName);
  const fs::path tournament = play_.folder();
  if (play_.is_there()) {
    fs::create_directories(to / tournament.filename());
    copy_database(tournament / StoreFileName, to / tournament.filename() / StoreFileName);
  }
  for (const char* folder : {"store", "trees"}) link_files(store_.folder() / folder, to / folder);
  for (const char* file : {LadderSettingsName, ServerKeyName}) fs::copy_file(store_.folder() / file, to / file);
  ::chmod((to / ServerKeyName).c_str(), 0600);
  write_whole_file(to / BackupMark, std::to_string(static_cast<std::int64_t>(database_.now())) + "\n");
  database_.set("last_backup", std::to_string(database_.now()));
  return {};
}

void Housekeeping::back_up_if_due() {
  const auto every = std::chrono::duration_cast<std::chrono::seconds>(settings_.care.backup_every).count();
  if (every <= 0) return;
  const double last = std::stod(database_.setting("last_backup").value_or("0"));
  if (database_.now() - std::max(last, started_at_ - static_cast<double>(every) / 2) < static_cast<double>(every))
    return;
  const fs::path folder = store_.folder() / "backups" / std::to_string(static_cast<std::int64_t>(database_.now()));
  if (const auto done = backup(folder); !done) {
    log_("no backup could be made: " + done.error().text());
    return;
  }
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(store_.folder() / "backups")) all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i + settings_.care.backups < all.size(); ++i) {
    std::error_code error;
    fs::remove_all(all[i], error);
  }
}

}  // namespace tichu::arena
