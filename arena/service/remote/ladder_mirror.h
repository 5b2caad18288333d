#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/service/remote/ladder_client.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// The tournament file of a mirror.
constexpr const char* MirrorFileName = "gauntlet.toml";

/// What a mirror has of a ladder's field.
struct LadderMirror {
  std::vector<std::string> bots;      ///< "steady", a reference, or "fox@3 (MIT)"
  std::vector<std::string> closed;    ///< those that play, and whose files their authors keep to themselves
  std::vector<std::string> left_out;  ///< with the reason: "fox@3: its archive is damaged"
};

/// Fetches the files of the bots that play on a ladder and are opened to everybody, and writes a tournament file of
/// them and of the references, those of `bundled` alone, with the ladder's rules and limits. Nothing of them is run;
/// nothing is written outside `into`, which must be missing or empty and holds at most MostMirrorBytes afterwards. The
/// error: it is not empty, or the ladder's answer is none that this program understands.
OrInputError<LadderMirror> mirror_ladder(const LadderClient& client, const std::filesystem::path& into,
                                         const std::vector<std::string>& bundled);

/// Of all files together, unpacked.
inline constexpr std::uint64_t MostMirrorBytes = std::uint64_t{4} << 30;

}  // namespace tichu::arena
