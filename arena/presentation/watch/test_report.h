#pragma once

#include "arena/presentation/report/sequential_report.h"
#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// The report of a sequential test's run; `summary.report.config.test` must be set.
SequentialReport report_test(const RunSummary& summary);

}  // namespace tichu::arena
