#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>

#include "arena/text/owned_file.h"
#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// Publishes the rounds in play: once per second it rewrites `tables.json` in the tournament's folder
/// (arena/tournament/store/SCHEMA.md). The file holds only tables whose rounds take longer than that, and no tables at
/// which nothing is played any more. If all rounds are faster there is no file, because nobody could follow them. The
/// file is removed with this object. If it cannot be written, the tournament continues, and writing is tried again.
class CurrentTables : public TournamentObserver {
 public:
  /// `folder` is the tournament's.
  explicit CurrentTables(const std::filesystem::path& folder);

  void started(const RunStart& start) override;
  void field_changed(const FieldNews& news) override;
  /// Null for a thread beyond MostWatchedTables.
  TableView* view(std::size_t thread) override;
  void progressed(const Progress& progress) override;

 private:
  struct Table {
    TableView view;
    std::optional<RoundPlace> seen;  ///< at the last look that found a round
    int slow = 0;                    ///< looks for which the table still counts as slow enough to follow
    std::string record;              ///< of the round that is shown; empty if none is
  };

  void look(Table& table);
  /// The file; empty if no table is shown.
  std::string text() const;

  TournamentConfig config_;
  OwnedFile file_;
  std::deque<Table> tables_;
};

/// The most tables that can be watched at a time.
constexpr std::size_t MostWatchedTables = 16;

}  // namespace tichu::arena
