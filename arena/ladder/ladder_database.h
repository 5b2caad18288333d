#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/ladder/ladder_figures.h"

namespace SQLite {
class Database;
}

namespace tichu::arena {

/// Seconds since 1970, with fractions.
using LadderClock = std::function<double()>;

/// The database's name in a ladder's folder.
constexpr const char* LadderDatabaseName = "ladder.sqlite";
/// The newest schema that this program knows; arena/ladder/README.md describes it.
constexpr int LadderSchema = 1;

/// The database of a ladder: one connection, which threads take in turns. Other processes may use the file too. What is
/// committed is on disk. Throws std::runtime_error with the file's name if it cannot be used.
class LadderDatabase {
 public:
  /// Makes a fresh one.
  static void create(const std::filesystem::path& file);
  /// Which schema a file has. Throws if it is none of a ladder.
  static int schema_of(const std::filesystem::path& file);
  /// Brings it to LadderSchema in one transaction, which is undone if it is on trial. Returns what is done, a line
  /// each.
  static std::vector<std::string> migrate(const std::filesystem::path& file, bool on_trial);

  /// Opens one of LadderSchema.
  LadderDatabase(const std::filesystem::path& file, LadderClock now);
  ~LadderDatabase();
  LadderDatabase(const LadderDatabase&) = delete;
  LadderDatabase& operator=(const LadderDatabase&) = delete;

  /// Is called with each event once it is committed, with no lock held.
  void on_event(std::function<void(const LadderEvent&)> told) { told_ = std::move(told); }
  double now() const { return now_(); }

  /// A transaction, or with `begin_looking` reading without one; has the connection while it lives. What is not
  /// committed is undone.
  class Work {
   public:
    Work(LadderDatabase& database, bool writes);
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    SQLite::Database& sql() { return *database_.sql_; }
    double now() const { return now_; }
    /// Keeps what happened, and for each hook that wants to know of it a delivery. Sets its cursor and time.
    void tell(LadderEvent event);
    void commit();

   private:
    LadderDatabase& database_;
    std::unique_lock<std::mutex> lock_;
    double now_;
    bool open_;
    std::vector<LadderEvent> events_;
  };
  Work begin() { return {*this, true}; }
  Work begin_looking() { return {*this, false}; }

  /// What is kept under a name; nullopt if nothing is.
  std::optional<std::string> setting(const std::string& name);
  void set(const std::string& name, const std::string& value);
  /// A consistent copy, while it is used.
  void copy_to(const std::filesystem::path& file);

 private:
  std::string file_;
  LadderClock now_;
  std::mutex mutex_;
  std::unique_ptr<SQLite::Database> sql_;
  std::function<void(const LadderEvent&)> told_;
};

}  // namespace tichu::arena
