#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "arena/hosting/player/bot_spec.h"
#include "arena/text/input_error.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// What an artifact may hold: far more than any bot has, and no more than fits into memory.
inline constexpr std::size_t MostArtifactFiles = 4096;
inline constexpr std::uint64_t MostArtifactBytes = std::uint64_t{256} << 20;

/// A bot's files as bytes: the same wherever they lie and whenever they were written.
struct BotArtifact {
  std::string bytes;
  std::string sha256;  ///< of the bytes, 64 hexadecimal digits
};

/// A bot as a worker gets it, and what it gets it from.
struct PackedBot {
  units::Bot bot;
  BotArtifact artifact;
};

/// Whether a path is relative, without "." and "..", and can stand in a line.
bool is_artifact_path(std::string_view path);

/// Packs what a bot would be shown in a sandbox: the folders of its program and of the files that its arguments name,
/// or of folders that hold others' things, too, these files alone. Of a bot that came with the arena, in the folder
/// `bundled`, only its own file. A program of the system, such as an interpreter, is not packed but started by its path
/// on the worker. The error says what cannot be packed: too much, or a file that cannot be read.
OrInputError<PackedBot> pack_bot(BotId id, const BotSpec& bot, const std::filesystem::path& bundled);

/// Packs one file, which has this path in the artifact. The error is a sentence.
tl::expected<BotArtifact, std::string> pack_file(const std::string& path, const std::filesystem::path& file);
/// Packs all files of a folder.
tl::expected<BotArtifact, std::string> pack_folder(const std::filesystem::path& folder);

/// Makes the files of an artifact, from bytes that may be anything, in a folder that is there and empty: readable by
/// all, and only by their owner to be written. Never outside of it, never a link. The error is a sentence; then some
/// files may be there.
tl::expected<void, std::string> unpack(std::string_view bytes, const std::filesystem::path& folder);

}  // namespace tichu::arena
