#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// The rounds that are being played now, for who watches the tournament: once a second `tables.json` in the
/// tournament's folder (arena/tournament/store/SCHEMA.md) is written anew. Only tables whose rounds take longer than
/// that stand in it; where all are faster there is no file, since nobody could follow; nor do tables at which nothing
/// is played any more. It goes with this object. Where it cannot be written the tournament goes on, and it is tried
/// again.
class CurrentTables : public TournamentObserver {
 public:
  /// `folder` is the tournament's.
  explicit CurrentTables(const std::filesystem::path& folder);
  ~CurrentTables() override;
  CurrentTables(const CurrentTables&) = delete;
  CurrentTables& operator=(const CurrentTables&) = delete;

  void started(const RunStart& start) override;
  /// Null beyond the tables that can be watched.
  TableWindow* window(std::size_t thread) override;
  void progressed(const Progress& progress) override;

 private:
  struct Table {
    TableWindow window;
    std::optional<RoundPlace> seen;  ///< at the last look that found anything
    int slow = 0;                    ///< looks for which it still counts as one that can be followed
    std::string record;              ///< of the round that is shown; empty: none is
  };

  void look(Table& table);
  void write();

  TournamentConfig config_;
  std::filesystem::path file_;
  std::deque<Table> tables_;
  std::chrono::nanoseconds last_{0};
  std::optional<std::string> written_ = "";  ///< the tables in the file; nothing where that is not known
};

/// Tables that can be watched at a time.
constexpr std::size_t MostWatchedTables = 16;

}  // namespace tichu::arena
