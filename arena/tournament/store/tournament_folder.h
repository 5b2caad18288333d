#pragma once

#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// A folder for a fresh tournament. What was made for it goes with this object, unless it is kept or holds something.
class FreshFolder {
 public:
  /// Takes a folder that is there, and those that were made for it, the outermost first.
  FreshFolder(std::filesystem::path path, std::vector<std::filesystem::path> made)
      : path_(std::move(path)), made_(std::move(made)) {}
  FreshFolder(FreshFolder&& other) noexcept : path_(std::move(other.path_)), made_(std::exchange(other.made_, {})) {}
  FreshFolder& operator=(FreshFolder&&) = delete;
  ~FreshFolder();

  const std::filesystem::path& path() const { return path_; }
  void keep() { made_.clear(); }

 private:
  std::filesystem::path path_;
  std::vector<std::filesystem::path> made_;
};

/// Makes the folder `results/name` for a fresh tournament and sets `config.name` to its last part. A folder that holds
/// something already is refused if a person gave the name, but for what an arena leaves that is killed before the
/// tournament's database is there; otherwise `name-2`, `name-3`, … is taken. Results that would be inside a file are
/// refused too. Throws std::runtime_error with the folder if the disk refuses.
OrInputError<FreshFolder> make_tournament_folder(TournamentConfig& config);

/// Whether this is one of the files that the arena itself keeps in the folder of a stored tournament, or has the name
/// of a database.
bool is_tournament_file(const std::filesystem::path& path);

/// Whether a folder holds a stored tournament, readable or not.
bool holds_tournament(const std::filesystem::path& folder);

/// What is stored until now outlives a loss of power, also if the configuration is not `durable`. Any thread. Throws
/// std::runtime_error if the disk refuses.
void make_durable(const std::filesystem::path& folder);

/// The database's name in a tournament's folder.
constexpr const char* StoreFileName = "tournament.sqlite";
/// The names of the database and its journal while it is made.
constexpr std::array<const char*, 2> UnfinishedStoreFiles{"tournament.sqlite.new", "tournament.sqlite.new-journal"};
/// The log's name in a tournament's folder.
constexpr const char* LogFileName = "arena.log";
/// What is being played now, while a tournament runs (arena/tournament/store/SCHEMA.md).
constexpr const char* TablesFileName = "tables.json";
constexpr const char* TablesFormat = "tichu-tables/1";
/// Who plays it at present in place of the arena's threads, likewise.
constexpr const char* WorkersFileName = "workers.json";
/// What came of a tournament and of a test (arena/presentation/report/RESULTS.md).
constexpr const char* ResultsJsonName = "results.json";
constexpr const char* ResultsCsvName = "results.csv";
constexpr const char* UsageCsvName = "usage.csv";
constexpr const char* BotsCsvName = "bots.csv";
constexpr const char* PartnershipsCsvName = "partnerships.csv";
constexpr const char* TestJsonName = "test.json";

}  // namespace tichu::arena
