#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "arena/ladder/file_tree.h"
#include "arena/ladder/running_ladder.h"
#include "arena/text/whole_file.h"
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
  return flaws;
}

}  // namespace

OrInputError<void> RunningLadder::backup(const fs::path& to) {
  std::error_code error;
  if (fs::exists(to, error) && !fs::is_empty(to, error)) return tl::unexpected(wrong_folder(to, "is not empty"));
  fs::create_directories(to);
  ::chmod(to.c_str(), 0700);
  // The event first: what the ladder's own database knows of it then is there, and more of it does no harm.
  const fs::path event = play_.folder();
  if (play_.is_there()) {
    fs::create_directories(to / event.filename());
    copy_database(event / StoreFileName, to / event.filename() / StoreFileName);
  }
  database_.copy_to(to / LadderDatabaseName);
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
  LadderDatabase database(to / LadderDatabaseName, [] { return 0.0; });
  return {};
}

/// A copy of the event without the seed, which tells all hands to come, without paths of this machine, and without what
/// bots wrote to their standard error, which is their authors' alone.
fs::path RunningLadder::make_dump(const fs::path& file) {
  const std::lock_guard<std::mutex> lock(dump_mutex_);
  fs::create_directories(file.parent_path());
  const fs::path fresh = file.parent_path() / "fresh.sqlite";
  std::error_code error;
  fs::remove(fresh, error);
  copy_database(play_.folder() / StoreFileName, fresh);
  {
    SQLite::Database sql(fresh.string(), SQLite::OPEN_READWRITE, 10'000);
    SQLite::Transaction transaction(sql);
    nlohmann::json config = nlohmann::json::parse(sql.execAndGet("SELECT configuration FROM tournament").getString());
    config["seed"] = nullptr;
    config["results"] = "";
    for (nlohmann::json& bot : config.at("bots")) bot["path"] = bot.at("name");
    SQLite::Statement update(sql, "UPDATE tournament SET seed = '', configuration = ?");
    update.bind(1, config.dump());
    update.exec();
    sql.exec("UPDATE bot SET path = name, arguments = '[]'");
    sql.exec("UPDATE fault SET stderr = x'', sent = x'', received = x''");
    transaction.commit();
    sql.exec("VACUUM");
  }
  fs::rename(fresh, file);
  return file.parent_path();
}

OrRefusal<fs::path> RunningLadder::dump() {
  const fs::path file = folder_ / "dump" / play_.folder().filename() / StoreFileName;
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  const bool fresh = !error && fs::file_time_type::clock::now() - written < std::chrono::seconds(3600);
  if (fresh) return file.parent_path();
  if (!play_.is_there()) {
    return tl::unexpected(Refusal{RefusalKind::Unavailable, "dump_not_ready", "no board was played yet", "",
                                  std::nullopt, std::chrono::seconds(60)});
  }
  return make_dump(file);
}

}  // namespace tichu::arena
