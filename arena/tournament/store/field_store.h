#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/store/stored_changes.h"

namespace tichu::arena {

struct StoreConnection;

/// What only a ladder's tournament has: a field that changes, seasons, and the meetings that it decided.
class FieldStore {
 public:
  explicit FieldStore(StoreConnection& connection) : connection_(connection) {}

  /// A bot enters a ladder, for whoever plays it to take note of. `predecessor` is an entrant. Returns its number, or
  /// what `check_entry` finds wrong. At the same time as other processes.
  OrInputError<EntrantId> enter(const BotSpec& bot, const std::string& owner, std::optional<EntrantId> predecessor,
                                double seconds);
  /// Any other change of the field, of entrants that there are.
  void ask(const FieldChange& change);
  /// Changes of a ladder's field in the order in which they were asked for, from this number on.
  std::vector<StoredChange> changes(std::uint64_t from = 0) const;
  /// Asks for a season of a ladder; nothing happens if one of its number is there. At the same time as other processes.
  void add_season(const LadderSeason& season);
  /// All of them by number, also those that have not begun.
  std::vector<LadderSeason> seasons() const;
  /// The seasons that have not begun do so with this job.
  void begin_seasons(JobNumber job);
  /// Notes the jobs from which on changes have effect.
  void note_effect(std::span<const StoredChange> changes);
  /// The meetings of a ladder in their order, from this number on.
  std::vector<LadderMeeting> meetings(std::uint64_t from = 0, std::uint64_t most = UINT64_MAX) const;

 private:
  StoreConnection& connection_;
};

}  // namespace tichu::arena
