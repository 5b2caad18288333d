#pragma once

#include <functional>
#include <vector>

#include "engine/record.h"

namespace tichu {

/// Shown the round and its log as they stand after a recorded action.
using ReplayWatcher = std::function<void(const Round& round, const EventLog& log)>;

/// As `replay`, and shows the positions on the way: after the deal, after each recorded action that is legal, and once
/// more at the end, when what records leave out there (refused bombs, forced gifts) has happened. Bomb windows that a
/// record passes over are still open where the watcher sees the round. Nothing is shown of an incomplete deal.
Replay watched_replay(const Deal& deal, const Rules& rules, const std::vector<RecordedAction>& actions,
                      const ReplayWatcher& watch);

}  // namespace tichu
