#pragma once

#include <vector>

#include "arena/ids.h"
#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/refusal.h"

namespace tichu::arena {

/// What the boards of a ladder tell the authors of those who played them. Several threads may use it.
class OwnBoards {
 public:
  /// All must outlive this object.
  OwnBoards(LadderDatabase& database, const RatedRunner& play) : database_(database), play_(play) {}

  /// The caller's bots' faults at a board; of all bots for moderators.
  OrRefusal<std::vector<OwnFault>> faults(const Caller& caller, JobNumber job);
  /// The seats of the caller's bots at a board; of all bots for moderators.
  OrRefusal<std::vector<OwnSeat>> own_seats(const Caller& caller, JobNumber job);

 private:
  LadderDatabase& database_;
  const RatedRunner& play_;
};

}  // namespace tichu::arena
