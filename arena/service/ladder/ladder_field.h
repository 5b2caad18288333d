#pragma once

#include <string>
#include <vector>

#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/ladder_signal.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/version_table.h"

namespace tichu::arena {

/// The bundled bots with which a ladder began, by number, whatever its settings say by now; empty if it has not begun.
std::vector<std::string> first_references(LadderDatabase& database);

/// Brings the field of the rated boards' tournament in line with the versions of the database. One thread.
class LadderField {
 public:
  /// All must outlive this object.
  LadderField(LadderDatabase& database, const LadderSettings& settings, RatedRunner& play, LadderSignal& signal)
      : database_(database), settings_(settings), play_(play), signal_(signal) {}

  /// The reference bots are entrants from the beginning, with the first numbers; once.
  void add_references();
  /// Versions that are validated enter.
  void take_in_validated();
  /// Those that have entered play, pause or retire, if any of them changed.
  void settle();

 private:
  void leave_unranked(VersionId id);
  void enter(const VersionRow& version);

  LadderDatabase& database_;
  const LadderSettings& settings_;
  RatedRunner& play_;
  LadderSignal& signal_;
};

}  // namespace tichu::arena
