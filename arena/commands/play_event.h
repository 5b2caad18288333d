#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <variant>

#include "arena/commands/command.h"
#include "arena/commands/event_flags.h"
#include "arena/presentation/report/event_stream.h"
#include "arena/text/config_error.h"
#include "arena/tournament/config/event_config.h"
#include "arena/tournament/play/event_log.h"
#include "arena/tournament/play/run_event.h"
#include "arena/tournament/store/event_store.h"

namespace tichu::arena {

/// An event that was played, with all that is kept of it.
struct PlayedEvent {
  EventOutcome outcome;
  std::filesystem::path folder;
  EventStore store;
  std::unique_ptr<EventLog> log;
  /// Still without its last line; null where nobody asked for it.
  std::unique_ptr<EventStream> stream;

  /// The last line of the stream, if there is one.
  void close_stream();
};

/// Where the tables go: standard output, or standard error where `--events` has that for itself.
std::ostream& table_output(const EventFlags& flags);

/// Judges the configuration, tries the bots, makes the folder, plays, and writes the result files; prints no tables.
/// Until the bots were tried nothing is written; what is wrong up to then is printed and ExitCode::Usage returned.
/// The parameters are those of play_event.
std::variant<PlayedEvent, ExitCode> play_into_folder(EventConfig config, const std::string& where,
                                                     const EventFlags& flags);

/// Plays a checked-out event from its first to its last step: judges the configuration, tries the bots, makes the
/// folder, plays, writes the result files and prints the tables. Until the bots were tried nothing is written; what is
/// wrong up to then is one sentence on standard error and ExitCode::Usage. `where` names the configuration in such a
/// sentence. `flags` were applied to `config`; of them the log's level and `strict` (faults give ExitCode::Bad) count.
ExitCode play_event(EventConfig config, const std::string& where, const EventFlags& flags);

/// A name for an event of two bots: theirs joined, with what no folder's name should have replaced.
std::string match_name(const EventConfig& config);

/// Goes on with the stored event in `folder` to its end, by the configuration that is stored with it. Refuses (one
/// sentence, ExitCode::Usage, nothing changed) where another arena plays it, where there is none, and where a bot's
/// files are not those that the event began with, unless `accept_changes`. Of the flags concurrency,
/// `allow_unsandboxed`, the log's level and `strict` count. A test ends as `conclude_test` says.
ExitCode resume_event(const std::filesystem::path& folder, bool accept_changes, const EventFlags& flags);

/// Prints the error for people and returns ExitCode::Usage.
ExitCode refuse(const ConfigError& error);

}  // namespace tichu::arena
