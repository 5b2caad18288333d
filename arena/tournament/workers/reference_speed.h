#pragma once

namespace tichu::arena {

/// The reference benchmark: random rounds a second on the calling thread, measured now, in about a tenth of a second.
double reference_speed();

}  // namespace tichu::arena
