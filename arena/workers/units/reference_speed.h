#pragma once

namespace tichu::arena {

/// Below this share of the leader's speed a worker plays no timed bots.
inline constexpr double LeastSpeed = 0.8;

/// The reference benchmark: random rounds a second on the calling thread, the best of some measurements in a tenth of a
/// second, since what else a machine does now says nothing of it.
double reference_speed();

}  // namespace tichu::arena
