#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/ladder_figures.h"
#include "arena/tournament/play/times_taken.h"
#include "arena/tournament/store/migrations.h"

namespace SQLite {  // NOLINT(readability-identifier-naming): the library's name
class Database;
}

namespace tichu::arena {

/// Seconds since 1970, with fractions.
using LadderClock = std::function<double()>;
/// The machine's.
double now_in_seconds();

/// The database's name in a ladder's folder.
constexpr const char* LadderDatabaseName = "ladder.sqlite";
/// What releases after the first changed in the tables of a ladder.
constexpr std::array<Migration, 0> LadderMigrations{};
/// The schema that this program uses; arena/service/ladder/README.md describes it.
constexpr int LadderSchema = schema_after(LadderMigrations);

/// The database of a ladder. Those who write take turns; those who only look wait for nobody, neither for a writer nor
/// for its disk, and see what was committed when they began. Other processes may use the file too. What is committed is
/// on disk. Throws std::runtime_error with the file's name if it cannot be used.
class LadderDatabase {
 public:
  /// Makes a fresh one.
  static void create(const std::filesystem::path& file);
  /// Brings it to LadderSchema in one transaction, which is undone if it is on trial. Returns what is done, a line
  /// each.
  static std::vector<std::string> migrate(const std::filesystem::path& file, bool on_trial);

  /// Opens one of LadderSchema.
  LadderDatabase(const std::filesystem::path& file, LadderClock now);
  ~LadderDatabase();
  LadderDatabase(const LadderDatabase&) = delete;
  LadderDatabase& operator=(const LadderDatabase&) = delete;

  double now() const { return now_(); }
  /// Whether another process has committed something since the last call.
  bool changed_elsewhere();

  /// A transaction; it has a connection of its own while it lives. What is not committed is undone.
  class Work {
   public:
    Work(LadderDatabase& database, bool writes);
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    SQLite::Database& sql() { return *sql_; }
    double now() const { return now_; }
    /// Keeps what happened, at this moment and with the next cursor, and for each hook that wants to know of it a
    /// delivery.
    void tell(const LadderEvent& event);
    void commit();

   private:
    LadderDatabase& database_;
    bool writes_;
    std::unique_lock<std::mutex> lock_;          ///< of who writes
    std::unique_ptr<SQLite::Database> looking_;  ///< of who looks
    SQLite::Database* sql_;
    double now_;
    bool open_ = true;
  };
  Work begin() { return {*this, true}; }
  /// Nothing can be written by it, and it need not be committed.
  Work begin_looking() { return {*this, false}; }

  /// What is kept under a name; nullopt if nothing is.
  std::optional<std::string> setting(const std::string& name);
  void set(const std::string& name, const std::string& value);
  /// Transactions that wrote, and how long it took to bring them to the disk.
  TimesTaken commits() const;
  /// A consistent copy, while it is used.
  void copy_to(const std::filesystem::path& file);

 private:
  std::unique_ptr<SQLite::Database> take_looking();
  void give_back(std::unique_ptr<SQLite::Database> looking);

  std::string file_;
  LadderClock now_;
  std::mutex mutex_;                       ///< of who writes
  std::unique_ptr<SQLite::Database> sql_;  ///< writes
  std::mutex looking_mutex_;
  std::vector<std::unique_ptr<SQLite::Database>> looking_;  ///< those that nobody has now; never more than threads
  int data_version_ = 0;                                    ///< of `sql_`, as last seen
  mutable std::mutex commits_mutex_;
  TimesTaken commits_;
};

}  // namespace tichu::arena
