#pragma once

#include <cstdint>
#include <functional>

#include "arena/text/input_error.h"
#include "arena/tournament/benchmark/card_values.h"
#include "arena/tournament/benchmark/suite.h"

namespace tichu::arena {

/// Track C: what the bot loses, with itself as partner, to the best of a fixed family of exploiters, and to the best
/// response that a search finds. Both are chosen on other boards than those that they are measured on, so each loss
/// estimates a lower bound of how exploitable the bot is (the larger of the two does not); a negative one says that the
/// bot beats that exploiter.
struct RobustnessTrack {
  struct Exploiter {
    BotSpec bot;
    CardValues lost;
  };
  Exploiter fixed;
  Exploiter found;
  std::uint64_t boards = 0;    ///< on which each of the two is measured
  std::uint64_t searched = 0;  ///< the budget: on which the family and the answers that were tried met the bot
  MeasuredBoards measured;
};

/// Plays a tournament of a bot whose name says its stage, or reads it. What fails here ends the track.
using PlayStage = std::function<OrInputError<MeasuredBoards>(const TournamentConfig& config)>;

/// The folder of the last stage's tournament; those before are `RobustnessFolder` with "-0" and so on.
constexpr const char* RobustnessFolder = "robustness";

/// Plays track C of a suite that has it. Stage 0 is the family. In each of `SearchStages` more the best so far with
/// options, numbers all, meets the bot beside seven of its own kind with two options changed at random, on fresh
/// boards, and the best of the eight goes on. The last stage measures the family's best and the search's.
OrInputError<RobustnessTrack> robustness_track(const BenchmarkSuite& suite, const BotSpec& bot,
                                               const BenchmarkExtent& extent, const PlayStage& play);

/// How many boards the track of a suite that has it is at most.
std::uint64_t robustness_boards(const BenchmarkSuite& suite, const BenchmarkExtent& extent);

}  // namespace tichu::arena
