#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/service/ladder/ladder_settings.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// Has a tournament played by the ladder's limits and in its sandbox.
inline void limit(TournamentConfig& config, const PlaySettings& play) {
  config.limits = play.limits;
  config.sandbox = play.sandbox;
  config.allow_unsandboxed = play.allow_unsandboxed;
}

/// A tournament of so many boards, `results`/`name`, by the ladder's rules and limits. Nobody plays in it yet.
inline TournamentConfig ladder_tournament(const PlaySettings& play, const std::filesystem::path& results,
                                          const std::string& name, std::uint64_t seed, std::uint64_t boards) {
  TournamentConfig config;
  config.name = name;
  config.results = results;
  config.origin.name_given = true;
  config.seed = seed;
  config.boards = boards;
  config.origin.boards_given = true;
  config.rules = play.rules;
  limit(config, play);
  return config;
}

}  // namespace tichu::arena
