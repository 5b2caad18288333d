#pragma once

#include "arena/hosting/sandbox/box_report.h"

namespace tichu::arena {

/// Tells the arena; `descriptor` goes along where it is not negative. What nobody reads any more is lost.
void report(BoxReportKind kind, int value = 0, int descriptor = -1);

/// Tells the arena that `step` failed with `error` (an errno), and ends this program.
[[noreturn]] void report_failed_setup(const char* step, int error);

/// Whether the arena has closed its end: nobody wants this box any more.
bool is_abandoned();

}  // namespace tichu::arena
