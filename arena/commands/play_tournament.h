#pragma once

#include <filesystem>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/tournament_flags.h"
#include "arena/presentation/watch/result_files.h"
#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// What a test is to write besides its folder.
struct TestOutputs {
  bool json = false;  ///< the verdict as one JSON object instead of text
  TestFiles files;
};

/// Plays a tournament from a configuration to its end and prints what came of it. What is wrong until all bots were
/// tried is printed, and nothing was written then (ExitCode::Usage). `where` names the source of the configuration in
/// errors, such as the tournament file.
ExitCode play_tournament(TournamentConfig config, const std::string& where, const TournamentFlags& flags,
                         const TestOutputs& outputs = {});

/// Goes on with the stored tournament in `folder` to its end; of the flags only those of `add_running_flags` count.
ExitCode resume_tournament(const std::filesystem::path& folder, bool accept_changes, const TournamentFlags& flags);

/// A name for a tournament of two bots: theirs joined, with what no folder's name should have replaced.
std::string match_name(const TournamentConfig& config);

/// Prints why a command cannot be carried out; returns ExitCode::Usage.
ExitCode refuse(const InputError& error);

}  // namespace tichu::arena
