#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <variant>

#include "arena/commands/command.h"
#include "arena/commands/tournament_flags.h"
#include "arena/presentation/report/tournament_stream.h"
#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/run_tournament.h"
#include "arena/tournament/play/tournament_log.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// A tournament that was played, with all that is kept of it.
struct PlayedTournament {
  TournamentOutcome outcome;
  std::filesystem::path folder;
  TournamentStore store;
  std::unique_ptr<TournamentLog> log;
  /// Still without its last line; null where nobody asked for it.
  std::unique_ptr<TournamentStream> stream;

  /// The last line of the stream, if there is one.
  void close_stream();
};

/// Where the tables go: standard output, or standard error where `--events` has that for itself.
std::ostream& table_output(const TournamentFlags& flags);

/// Judges the configuration, tries the bots, makes the folder, plays, and writes the result files; prints no tables.
/// Until the bots were tried nothing is written; what is wrong up to then is printed and ExitCode::Usage returned.
/// The parameters are those of play_tournament.
std::variant<PlayedTournament, ExitCode> play_into_folder(TournamentConfig config, const std::string& where,
                                                          const TournamentFlags& flags);

/// Plays a checked-out tournament from its first to its last step: judges the configuration, tries the bots, makes the
/// folder, plays, writes the result files and prints the tables. Until the bots were tried nothing is written; what is
/// wrong up to then is one sentence on standard error and ExitCode::Usage. `where` names the configuration in such a
/// sentence. `flags` were applied to `config`; of them the log's level and `strict` (faults give ExitCode::Bad) count.
ExitCode play_tournament(TournamentConfig config, const std::string& where, const TournamentFlags& flags);

/// A name for a tournament of two bots: theirs joined, with what no folder's name should have replaced.
std::string match_name(const TournamentConfig& config);

/// Goes on with the stored tournament in `folder` to its end, by the configuration that is stored with it. Refuses (one
/// sentence, ExitCode::Usage, nothing changed) where another arena plays it, where there is none, and where a bot's
/// files are not those that the tournament began with, unless `accept_changes`. Of the flags concurrency,
/// `allow_unsandboxed`, the log's level and `strict` count. A test ends as `conclude_test` says.
ExitCode resume_tournament(const std::filesystem::path& folder, bool accept_changes, const TournamentFlags& flags);

/// Prints the error for people and returns ExitCode::Usage.
ExitCode refuse(const InputError& error);

}  // namespace tichu::arena
