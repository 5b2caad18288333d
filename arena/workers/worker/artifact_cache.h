#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// A bot's files cannot be had, or are not those that its hash names.
class ArtifactTrouble : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The bots' files on a worker's machine, by the hash of all that they hold: each artifact in a folder of its own,
/// which is whole and was checked against its hash by this process before a bot is started from it. Any thread.
class ArtifactCache {
 public:
  /// Gets the bytes of an artifact by its hash; may throw.
  using Fetch = std::function<std::string(const std::string& sha256)>;

  /// Uses a folder in `folder`, which no other process has, for at most `most_bytes` (but for what is in use).
  /// `bundled` is the folder of the bots that came with this arena: one of the same hash is taken from there, and
  /// trusted. Throws std::system_error if the folder cannot be used.
  ArtifactCache(const std::filesystem::path& folder, std::uint64_t most_bytes, std::filesystem::path bundled,
                Fetch fetch);

  /// The bot as it is started here. Every bot that did not come with the arena is not trusted. Throws ArtifactTrouble,
  /// or what `fetch` throws.
  BotSpec bot(const units::Bot& bot);

 private:
  bool is_bundled(const units::Bot& bot, const BotSpec& spec);
  /// The folder of an artifact, checked.
  std::filesystem::path folder_of(const std::string& sha256);
  void fetch_into(const std::string& sha256, const std::filesystem::path& folder);
  /// Removes artifacts that this process does not use, those first that were used least recently, until all fit.
  void evict();

  const std::uint64_t most_bytes_;
  const std::filesystem::path bundled_;
  const Fetch fetch_;
  std::filesystem::path folder_;
  FileDescriptor lock_;
  std::mutex mutex_;
  std::map<std::string, std::chrono::steady_clock::time_point> used_;  ///< by hash
  std::map<std::string, std::string> bundled_hashes_;                  ///< by entry
};

}  // namespace tichu::arena
