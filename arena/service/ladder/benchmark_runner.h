#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "arena/hosting/player/bot_spec.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/tournament/benchmark/suite.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// The suite that came with the arena. Throws std::runtime_error if it cannot be read.
BenchmarkSuite bundled_suite();

/// The seed of the benchmarks whose boards are the same since then: the first 16 hexadecimal digits of the SHA-256 of
/// the season's seed and salt as they are told at its end, and `boards_since` in decimal digits.
std::uint64_t benchmark_seed(std::uint64_t season_seed, const std::string& salt, std::int64_t boards_since);

/// Plays benchmarks on secret boards. One thread.
class BenchmarkRunner {
 public:
  /// All must outlive this object; `options` have the time of a slice.
  BenchmarkRunner(LadderDatabase& database, const LadderSettings& settings, PlayOptions options,
                  std::function<bool()> stopping)
      : database_(database), settings_(settings), options_(std::move(options)), stopping_(std::move(stopping)) {}

  /// Plays on in the folder of the request for a slice, by the ladder's limits and sandbox. Sets the boards and those
  /// that are played. Returns the card, in which the bot is called "bot", or an empty text if something is left. Throws
  /// std::runtime_error if the machine fails.
  std::string play(PlayRequest& request, BotSpec bot);

 private:
  /// Of the season in which it was asked for.
  std::uint64_t seed_of(const PlayRequest& request);

  LadderDatabase& database_;
  const LadderSettings& settings_;
  PlayOptions options_;
  std::function<bool()> stopping_;
};

}  // namespace tichu::arena
