#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/service/ladder/step_result.h"
#include "arena/text/words.h"
#include "protocol/arena_coding.h"

namespace tichu::arena {

/// What a submission is written in: how it is built and what is run.
enum class SubmissionLanguage : std::uint8_t {
  Cpp,      ///< CMake, by the arena's package `tichu`
  C,        ///< likewise
  Python,   ///< nothing is built; every file is compiled once, so that errors of syntax are found
  Go,       ///< go build, from what lies in the submission alone
  Rust,     ///< cargo build, likewise
  Program,  ///< nothing is built: any program that runs on this Linux
  Plugin,   ///< nothing is built: a shared library with the C interface
};

constexpr std::array<std::string_view, 7> words_of(SubmissionLanguage) {
  return {"cpp", "c", "python", "go", "rust", "program", "plugin"};
}

/// What a submission says of itself: its file `bot.toml`.
struct Manifest {
  std::string name;  ///< of the bot
  SubmissionLanguage language = SubmissionLanguage::Program;
  std::string entry;                   ///< what is run, as a path in the submission once it is built
  std::vector<std::string> arguments;  ///< of a program
  std::string description;             ///< at most 500 bytes
  std::string licence;                 ///< at most 100 bytes
  BotNeeds needs;
  protocol::Coding protocol = protocol::Coding::Protobuf;  ///< of a program
  bool guest_workers = true;                               ///< workers of strangers may get the bot's files
};

/// Its name in a submission, at the top or in the only folder there.
constexpr const char* ManifestName = "bot.toml";

/// Reads bot.toml. The refusal names the line: `manifest_missing`, `manifest_syntax`, `manifest_key` (unknown, or
/// missing), `manifest_value`.
OrStepRefusal<Manifest> read_manifest(const std::filesystem::path& folder);

/// The SHA-256, in hexadecimal, of what a submission does, whatever it is called and says of itself: of all files but
/// bot.toml, and of what that says of how it is built and run.
std::string content_hash(const Manifest& manifest, const std::filesystem::path& folder);

/// Whether a ladder with this sandbox gives what the manifest asks for. Refused as `manifest_limit`.
OrStepRefusal<void> check_needs(const Manifest& manifest, const SandboxConfig& sandbox);

}  // namespace tichu::arena
