#pragma once

#include "arena/hosting/sandbox/box_protocol.h"

namespace tichu::arena {

/// Tells the arena; `descriptor` goes along if it is not negative. Nothing happens if the arena has closed its end.
void report(BoxReportKind kind, int value = 0, int descriptor = -1);

/// Tells the arena that `step` failed with `error` (an errno), and ends this program.
[[noreturn]] void report_failed_setup(const char* step, int error);

/// Whether the arena has closed its end, so that nobody wants this box any more.
bool is_abandoned();

}  // namespace tichu::arena
