#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/tournament/store/compressed.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// The rounds of a job of a tournament with this seed as few bytes, some 250 a round
/// (arena/tournament/store/SCHEMA.md): of their records what follows neither from tournament and job nor from the job's
/// faults. Without a seed all deals are kept, so that they can be read without it. Texts are kept as UTF-8. Throws
/// std::length_error if they are more than `most` bytes, which could not be read again; no played job is so long.
std::string pack_rounds(const std::vector<StoredRound>& rounds, std::optional<std::uint64_t> seed,
                        std::size_t most = MostJobBytes);

/// How many bytes packed rounds take before they are compressed. Throws std::runtime_error if the bytes do not say.
std::uint64_t unpacked_size(std::string_view packed);

/// The rounds again, whose records do not know their place yet. Throws std::runtime_error if the bytes are none,
/// would fill the memory, or leave out a deal although there is no seed.
std::vector<StoredRound> unpack_rounds(std::string_view packed, std::optional<std::uint64_t> seed);

}  // namespace tichu::arena
