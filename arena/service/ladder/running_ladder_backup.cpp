#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <vector>

#include "arena/service/ladder/file_tree.h"
#include "arena/service/ladder/running_ladder.h"
#include "arena/service/ladder/season_book.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/play/verify_stored_board.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* BackupMark = "backup.complete";

/// A consistent copy of a database that others may be writing.
void copy_database(const fs::path& from, const fs::path& to) {
  SQLite::Database source(from.string(), SQLite::OPEN_READONLY, 10'000);
  SQLite::Statement copy(source, "VACUUM INTO ?");
  copy.bind(1, to.string());
  copy.exec();
}

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

InputError wrong_folder(const fs::path& folder, std::string problem) {
  return {folder.string(), "", std::move(problem)};
}

/// Judges all boards as `verify` does.
void add_flaws_of_boards(const fs::path& folder, std::vector<std::string>& flaws) {
  const std::string where = folder.filename().string();
  const auto tournament = Tournament::open(folder, "restore");
  if (!tournament) return flaws.push_back(tournament.error().text());
  for (const std::string& flaw : tournament->database_flaws()) flaws.push_back(fmt::format("{}: {}", where, flaw));
  const bool game = tournament->config().format == BoardFormat::Games;
  tournament->each_board(
      [&](const StoredBoard& board) {
        for (const BoardFlaw& flaw : verify_stored_board(board, game)) {
          flaws.push_back(fmt::format("{}: board {}: {}", where, board.job.number.value(), flaw.message));
        }
        return true;
      },
      [&](const DamagedJob& damaged) { flaws.push_back(fmt::format("{}: {}", where, to_text(damaged))); });
}

/// What a backup lacks, or what in it is not what its name says.
std::vector<std::string> flaws_of(const fs::path& backup) {
  std::vector<std::string> flaws;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(backup / "store")) {
    if (entry.is_regular_file() && file_sha256(entry.path()) != entry.path().filename().string()) {
      flaws.push_back(entry.path().string() + " is not what its name says");
    }
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(backup / "trees")) {
    if (tree_hash(entry.path()) != entry.path().filename().string()) {
      flaws.push_back(entry.path().string() + " is not what its name says");
    }
  }
  SQLite::Database ladder((backup / LadderDatabaseName).string(), SQLite::OPEN_READONLY, 10'000);
  if (const std::string found = ladder.execAndGet("PRAGMA integrity_check").getString(); found != "ok") {
    flaws.push_back("ladder.sqlite: " + found);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(backup)) {
    if (entry.is_directory() && Tournament::is_in(entry.path())) add_flaws_of_boards(entry.path(), flaws);
  }
  return flaws;
}

/// What was played since the backup was made has been shown, and would be played again with the same cards: so a season
/// ends with it.
void end_season_of(const fs::path& ladder) {
  LadderDatabase database(ladder / LadderDatabaseName, [] {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  });
  LadderDatabase::Work work = database.begin();
  const FairDeals next = SeasonBook(work).announce();
  AccountBook(work, {}).note("operator", "end season", std::to_string(next.season - 1), "restored from a backup");
  work.commit();
}

}  // namespace

OrInputError<void> RunningLadder::backup(const fs::path& to) {
  if (has_begun() && !play_.is_there()) return tl::unexpected(play_.gone());
  std::error_code error;
  if (fs::exists(to, error) && !fs::is_empty(to, error)) return tl::unexpected(wrong_folder(to, "is not empty"));
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
  for (const char* folder : {"store", "trees"}) link_files(folder_ / folder, to / folder);
  for (const char* file : {LadderSettingsName, "server.key"}) fs::copy_file(folder_ / file, to / file);
  ::chmod((to / "server.key").c_str(), 0600);
  write_whole_file(to / BackupMark, std::to_string(static_cast<std::int64_t>(database_.now())) + "\n");
  database_.set("last_backup", std::to_string(database_.now()));
  return {};
}

void RunningLadder::back_up_if_due() {
  const auto every = std::chrono::duration_cast<std::chrono::seconds>(settings_.care.backup_every).count();
  if (every <= 0) return;
  const double last = std::stod(database_.setting("last_backup").value_or("0"));
  if (database_.now() - std::max(last, started_at_ - static_cast<double>(every) / 2) < static_cast<double>(every))
    return;
  const fs::path folder = folder_ / "backups" / std::to_string(static_cast<std::int64_t>(database_.now()));
  if (const auto done = backup(folder); !done) {
    say("no backup could be made: " + done.error().text());
    return;
  }
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(folder_ / "backups")) all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i + settings_.care.backups < all.size(); ++i) {
    std::error_code error;
    fs::remove_all(all[i], error);
  }
}

OrInputError<void> restore_ladder(const fs::path& backup, const fs::path& to) {
  if (!fs::exists(backup / BackupMark)) {
    return tl::unexpected(wrong_folder(backup, "is no complete backup of a ladder"));
  }
  std::error_code error;
  if (fs::exists(to, error) && !fs::is_empty(to, error)) return tl::unexpected(wrong_folder(to, "is not empty"));
  if (const std::vector<std::string> flaws = flaws_of(backup); !flaws.empty()) {
    return tl::unexpected(wrong_folder(backup, "is damaged: " + flaws.front()));
  }
  fs::create_directories(to);
  fs::copy(backup, to, fs::copy_options::recursive);
  fs::remove(to / BackupMark);
  ::chmod(to.c_str(), 0711);
  ::chmod((to / LadderDatabaseName).c_str(), 0600);
  ::chmod((to / "server.key").c_str(), 0600);
  end_season_of(to);
  return {};
}

namespace {

std::vector<std::string> migrate_databases(const fs::path& folder, bool on_trial) {
  std::vector<std::string> done = LadderDatabase::migrate(folder / LadderDatabaseName, on_trial);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory() || !Tournament::is_in(entry.path())) continue;
    for (std::string& step : Tournament::migrate(entry.path(), on_trial)) done.push_back(std::move(step));
  }
  return done;
}

/// Copies of the databases as they are, in a folder under backups/ whose name is returned.
fs::path copy_before_migration(const fs::path& folder) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const fs::path to =
      folder / "backups" /
      ("before-migration-" + std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now).count()));
  fs::create_directories(to);
  ::chmod(to.c_str(), 0700);
  copy_database(folder / LadderDatabaseName, to / LadderDatabaseName);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory() || !Tournament::is_in(entry.path())) continue;
    fs::create_directories(to / entry.path().filename());
    copy_database(entry.path() / StoreFileName, to / entry.path().filename() / StoreFileName);
  }
  return to;
}

}  // namespace

OrInputError<std::vector<std::string>> migrate_ladder(const fs::path& folder, bool on_trial) {
  if (!fs::exists(folder / LadderDatabaseName)) return tl::unexpected(wrong_folder(folder, "holds no ladder"));
  const auto lock = TournamentLock::take(folder);
  if (!lock) return tl::unexpected(wrong_folder(folder, "is being served; stop that first"));
  try {
    std::vector<std::string> steps = migrate_databases(folder, true);
    if (on_trial || steps.empty()) return steps;
    const fs::path copies = copy_before_migration(folder);
    steps = migrate_databases(folder, false);
    steps.push_back("the databases as they were are in " + copies.string());
    return steps;
  } catch (const std::runtime_error& error) {
    return tl::unexpected(wrong_folder(folder, error.what()));
  }
}

}  // namespace tichu::arena
