#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/other_machines.h"
#include "arena/commands/tournament_flags.h"
#include "arena/presentation/watch/result_files.h"
#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// What is to be written besides the folder.
struct TestOutputs {
  bool tables = true;  ///< what came of it, to standard output
  bool json = false;   ///< of a test: the verdict as one JSON object instead of text
  bool keeps = true;   ///< the folder; else it is deleted once a test has ended without faults
  TestFiles files = {};
};

/// Plays a tournament from a configuration to its end and prints the results. An error found before all bots have been
/// started once is printed, and nothing is written (ExitCode::Usage). `where` names the source of the configuration in
/// errors, such as the tournament file.
ExitCode play_tournament(TournamentConfig config, const std::string& where, const TournamentFlags& flags,
                         const OtherMachines& machines, const TestOutputs& outputs = {});

/// What `resume` takes besides.
struct ResumeOptions {
  bool accept_changes = false;      ///< go on although files of bots have changed
  std::optional<BoardLimit> limit;  ///< of boards, for a ladder
};

/// Resumes the stored tournament in `folder` and plays it to its end. Only the flags of `add_running_flags` have an
/// effect.
ExitCode resume_tournament(const std::filesystem::path& folder, const ResumeOptions& options,
                           const TournamentFlags& flags, const OtherMachines& machines,
                           const TestOutputs& outputs = {});

/// A name for a tournament of two bots: their names joined, with '_' for characters that a folder's name may not have.
std::string match_name(const TournamentConfig& config);

/// Prints why a command cannot be carried out; returns ExitCode::Usage, or ExitCode::Bad if what it asked for is
/// damaged.
ExitCode refuse(const InputError& error);

}  // namespace tichu::arena
