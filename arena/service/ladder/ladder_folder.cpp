#include "arena/service/ladder/ladder_folder.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "arena/installation.h"
#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/file_tree.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/season_table.h"
#include "arena/text/file_text.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/verify_stored_board.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_lock.h"
#include "arena/tournament/store/tournament_store.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// Hidden from everybody but the ladder's user: who has it can try tokens.
void write_key(const fs::path& file) {
  write_whole_file(file, random_hexadecimal(2 * ServerKey().size()) + "\n");
  ::chmod(file.c_str(), 0600);
}

bool is_empty_or_missing(const fs::path& folder) {
  std::error_code error;
  return !fs::exists(folder, error) || (fs::is_directory(folder, error) && fs::is_empty(folder, error));
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
    if (entry.is_directory() && holds_tournament(entry.path())) add_flaws_of_boards(entry.path(), flaws);
  }
  return flaws;
}

/// What was played since the backup was made has been shown, and would be played again with the same cards: so a season
/// ends with it.
void end_season_of(const fs::path& ladder) {
  LadderDatabase database(ladder / LadderDatabaseName, now_in_seconds);
  LadderDatabase::Work work = database.begin();
  const FairDeals next = SeasonTable(work).announce();
  AccountTable(work).note("operator", "end season", std::to_string(next.season - 1), "restored from a backup");
  work.commit();
}

std::vector<std::string> migrate_databases(const fs::path& folder, bool on_trial) {
  std::vector<std::string> done = LadderDatabase::migrate(folder / LadderDatabaseName, on_trial);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory() || !holds_tournament(entry.path())) continue;
    for (std::string& step : TournamentStore::migrate(entry.path(), on_trial)) done.push_back(std::move(step));
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
    if (!entry.is_directory() || !holds_tournament(entry.path())) continue;
    fs::create_directories(to / entry.path().filename());
    copy_database(entry.path() / StoreFileName, to / entry.path().filename() / StoreFileName);
  }
  return to;
}

}  // namespace

InputError folder_error(const fs::path& folder, std::string problem) {
  return {folder.string(), "", std::move(problem)};
}

ServerKey read_server_key(const fs::path& folder) {
  const fs::path file = folder / ServerKeyName;
  const std::string text = read_file_text(file);
  ServerKey key{};
  if (text.size() < 2 * key.size()) throw std::runtime_error(file.string() + " is damaged: tokens cannot be checked");
  for (std::size_t i = 0; i < key.size(); ++i) {
    key[i] = static_cast<unsigned char>(std::stoi(text.substr(2 * i, 2), nullptr, 16));
  }
  return key;
}

void copy_database(const fs::path& from, const fs::path& to) {
  SQLite::Database source(from.string(), SQLite::OPEN_READONLY, 10'000);
  execute(source, "VACUUM INTO ?", to.string());
}

OrInputError<BotSpec> find_validator(const fs::path& folder, const LadderSettings& settings) {
  BotSpec validator;
  validator.name = settings.play.validator;
  const BotFinder finder(bundled_bots_folder(), folder);
  if (const auto found = finder.locate(validator, settings.play.validator, std::nullopt); !found) {
    return tl::unexpected(InputError{(folder / LadderSettingsName).string(), "play.validator", found.error()});
  }
  return validator;
}

OrInputError<MadeLadder> make_ladder(const fs::path& folder, const std::string& admin) {
  if (!is_empty_or_missing(folder)) {
    return tl::unexpected(folder_error(folder, "is not empty; a ladder is made in a folder of its own"));
  }
  fs::create_directories(folder);
  // The users of boxes must get through to what is shown to them, and see nothing else.
  ::chmod(folder.c_str(), 0711);
  try {
    write_whole_file(folder / LadderSettingsName, default_ladder_settings());
    write_key(folder / ServerKeyName);
    const ServerKey key = read_server_key(folder);
    LadderDatabase::create(folder / LadderDatabaseName);
    ::chmod((folder / LadderDatabaseName).c_str(), 0600);
    const FileStore store(folder);
    LadderDatabase database(folder / LadderDatabaseName, now_in_seconds);
    LadderDatabase::Work work = database.begin();
    AccountTable table(work, key);
    auto account = table.add(admin, Role::Admin, std::nullopt);
    if (!account) {
      std::error_code error;
      for (const auto& entry : fs::directory_iterator(folder)) fs::remove_all(entry.path(), error);
      return tl::unexpected(InputError{"--admin", "\"" + admin + "\"", account.error().detail});
    }
    NewAccount made{*account, table.add_token(account->id, Scopes::all(), std::nullopt, "the first"), {}};
    SeasonTable(work).announce();
    table.note("operator", "make the ladder", admin, "");
    work.commit();
    return MadeLadder{folder, made};
  } catch (...) {
    std::error_code error;
    fs::remove_all(folder, error);
    throw;
  }
}

OrInputError<LadderSettings> settings_of_ladder(const fs::path& folder) {
  auto settings = read_ladder_settings(folder / LadderSettingsName);
  if (!settings) return settings;
  if (const auto validator = find_validator(folder, *settings); !validator) return tl::unexpected(validator.error());
  return settings;
}

OrInputError<void> restore_ladder(const fs::path& backup, const fs::path& to) {
  if (!fs::exists(backup / BackupMark)) {
    return tl::unexpected(folder_error(backup, "is no complete backup of a ladder"));
  }
  std::error_code error;
  if (fs::exists(to, error) && !fs::is_empty(to, error)) return tl::unexpected(folder_error(to, "is not empty"));
  if (const std::vector<std::string> flaws = flaws_of(backup); !flaws.empty()) {
    return tl::unexpected(folder_error(backup, "is damaged: " + flaws.front()));
  }
  fs::create_directories(to);
  fs::copy(backup, to, fs::copy_options::recursive);
  fs::remove(to / BackupMark);
  ::chmod(to.c_str(), 0711);
  ::chmod((to / LadderDatabaseName).c_str(), 0600);
  ::chmod((to / ServerKeyName).c_str(), 0600);
  end_season_of(to);
  return {};
}

OrInputError<std::vector<std::string>> migrate_ladder(const fs::path& folder, bool on_trial) {
  if (!fs::exists(folder / LadderDatabaseName)) return tl::unexpected(folder_error(folder, "holds no ladder"));
  const auto lock = TournamentLock::take(folder);
  if (!lock) return tl::unexpected(folder_error(folder, "is being served; stop that first"));
  try {
    std::vector<std::string> steps = migrate_databases(folder, true);
    if (on_trial || steps.empty()) return steps;
    const fs::path copies = copy_before_migration(folder);
    steps = migrate_databases(folder, false);
    steps.push_back("the databases as they were are in " + copies.string());
    return steps;
  } catch (const std::runtime_error& error) {
    return tl::unexpected(folder_error(folder, error.what()));
  }
}

}  // namespace tichu::arena
