#pragma once

#include "arena/hosting/sandbox/box_protocol.h"

namespace tichu::arena {

/// Tells the arena. Nothing happens if the arena has closed its end.
void report(BoxReportKind kind, int value = 0);

/// Tells the arena that the box stands; `descriptor` goes along if it is not negative. If the kernel refuses to hand it
/// over, reports that in its place and ends this program.
void report_ready(int descriptor);

/// Tells the arena that `step` failed with `error` (an errno), and ends this program.
[[noreturn]] void report_failed_setup(const char* step, int error);

/// Whether the arena has closed its end, so that nobody wants this box any more.
bool is_abandoned();

}  // namespace tichu::arena
