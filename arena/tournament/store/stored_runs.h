#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/hosting/player/bot_identity.h"
#include "arena/ids.h"

namespace tichu::arena {

/// What a bot was: what it says of itself, and what its files hold (`fingerprint_of`).
struct BotBuild {
  BotIdentity identity;
  std::string fingerprint;
  friend bool operator==(const BotBuild&, const BotBuild&) = default;
};

/// What untrusted bots ran in.
struct UsedSandbox {
  std::string kind = "none";  ///< bubblewrap, landlock or none
  std::vector<std::string> protections;
  friend bool operator==(const UsedSandbox&, const UsedSandbox&) = default;
};

/// With what a run plays its boards.
struct RunRecord {
  std::string program;  ///< who plays: name, version and revision
  UsedSandbox sandbox;
  std::vector<BotBuild> bots;  ///< in their order
};

/// Something with which boards were played.
template <typename T>
struct Played {
  T what;
  std::uint64_t boards = 0;
  std::optional<JobNumber> first_job = std::nullopt;  ///< nullopt without boards
};

/// With what the stored boards were played. Runs one after another with the same are one element; a later element can
/// have a lower first job, because boards that were under way when a run was killed are played by the next one.
struct StoredRuns {
  std::vector<std::vector<Played<BotBuild>>>
      bots;  ///< by bot; empty if nothing is known, one without boards if only that
  std::vector<Played<UsedSandbox>> sandboxes;
};

}  // namespace tichu::arena
