#pragma once

#include <optional>
#include <string>

#include "arena/commands/play_tournament.h"
#include "arena/commands/tournament_flags.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// How the end of a test is told.
struct TestOutputs {
  bool json = false;     ///< one JSON object instead of text
  std::string junit;     ///< a file to write; empty: none
  std::string markdown;  ///< likewise
};

/// A file that could not be written, and why; to be asked before the test is played.
std::optional<InputError> wrong_outputs(const TestOutputs& outputs);

/// Tells what came of a tournament that is a test: where tables go (`table_output`), in test.json of its folder, in the
/// files that are asked for, and as the last of its stream. How the program ends: Ok where the first bot is stronger,
/// Bad where it is not, Usage where that is undecided, Environment where a bot committed a fault, Interrupted where the
/// test was stopped. Throws std::runtime_error where a file cannot be written; the verdict is told before.
ExitCode conclude_test(PlayedTournament& tournament, const TournamentFlags& flags, const TestOutputs& outputs);

}  // namespace tichu::arena
