#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/ids.h"

namespace tichu::arena {

/// A part of a ladder whose deals come from a seed of its own, so that the seeds of former parts can be told. It begins
/// with a job and ends where the next one begins. The jobs before the first season are of the tournament's own seed.
struct LadderSeason {
  std::uint64_t number = 0;
  std::optional<std::uint64_t> seed;  ///< nullopt: it is not told
  /// The first job of it; nullopt: asked for, but whoever plays the ladder has not taken note of it yet.
  std::optional<JobNumber> first_job;
  std::string commitment = {};  ///< a hash that was published before its first board, as whoever asked for it gave it
  std::string salt = {};        ///< what was hashed with the seed, likewise; empty if it is not told
  friend bool operator==(const LadderSeason&, const LadderSeason&) = default;
};

}  // namespace tichu::arena
