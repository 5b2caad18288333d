#include "arena/commands/play_event.h"

#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "arena/commands/bundled_bots.h"
#include "arena/commands/test_conclusion.h"
#include "arena/commands/version.h"
#include "arena/hosting/player/bot_fingerprint.h"
#include "arena/presentation/report/event_stream.h"
#include "arena/presentation/report/progress.h"
#include "arena/presentation/report/results_files.h"
#include "arena/presentation/report/tables.h"
#include "arena/presentation/report/usage_report.h"
#include "arena/text/counted.h"
#include "arena/text/line_output.h"
#include "arena/text/missing_path.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/board_controls.h"
#include "arena/tournament/play/bot_check.h"
#include "arena/tournament/play/event_log.h"
#include "arena/tournament/play/isolation.h"
#include "arena/tournament/play/run_event.h"
#include "arena/tournament/play/stop_signal.h"
#include "arena/tournament/store/event_folder.h"
#include "arena/tournament/store/event_lock.h"
#include "arena/tournament/store/event_store.h"

namespace tichu::arena {
namespace {

/// The seed is told when nothing more is to be played: a bot might read what is printed here.
void print_outcome(const EventOutcome& outcome, const std::filesystem::path& folder, std::ostream& out) {
  const EventReport& report = outcome.report;
  const double seconds = std::chrono::duration<double>(outcome.elapsed).count();
  out << fmt::format("\n{}: {} in {} ({:.0f} a second), rules {}{}\n\n", report.config.name,
                     counted(outcome.rounds, "round"), elapsed_text(outcome.elapsed),
                     seconds > 0 ? static_cast<double>(outcome.rounds) / seconds : 0, preset_name(report.config.rules),
                     outcome.stopped ? "" : fmt::format(", seed {}", report.config.seed));
  if (outcome.stopped) out << "Stopped before its end: the table counts the boards that were played.\n\n";
  if (const std::string places = places_table(report); !places.empty()) out << places << '\n';
  out << standings_table(report) << '\n';
  if (const std::string cross = crosstable(report); !cross.empty()) out << cross << '\n';
  if (const std::string controls = controls_table(report); !controls.empty()) out << controls << '\n';
  if (const std::string faults = fault_table(report); !faults.empty()) {
    out << faults << "What is known of each: tichu-arena explain " << folder.string() << "\n\n";
  }
  if (const std::string usage = usage_table(report); !usage.empty()) out << usage << '\n';
  out << duplication_note(report) << reading_notes(report) << "\nAll results: " << folder.string()
      << "/ (results.json, results.csv, usage.csv, event.sqlite, arena.log)" << std::endl;
}

/// What an event is run with, once it was found playable.
struct Stage {
  const std::filesystem::path& folder;
  const EventConfig& config;
  const Isolation& isolation;
  EventStore& store;
  StopSignal& stop;
  EventLog& log;
  EventStream* stream;
  const std::optional<BotSpec>& reference;  ///< of control variates, where they are asked for
};

/// Plays what is not stored yet and writes the result files.
EventOutcome run_to_the_end(const Stage& stage) {
  stage.log.info(program_and_version());
  stage.log.info(stage.isolation.summary);
  for (const std::string& warning : stage.isolation.warnings) stage.log.warning(warning);
  ProgressDisplay progress(std::cerr, ::isatty(STDERR_FILENO) == 1);
  try {
    EventOutcome outcome =
        run_event(stage.config, {stage.store, stage.log, progress, [&stage] { return stage.stop.requested(); },
                                 stage.isolation.sandbox.get(), stage.folder, stage.stream});
    if (stage.reference) {
      outcome.report.controls = control_gains(stage.config, outcome.report.results.boards, *stage.reference);
    }
    write_results(stage.folder, outcome.report);
    return outcome;
  } catch (const std::exception& error) {
    if (stage.stream != nullptr) stage.stream->fail(error.what());
    throw;
  }
}

/// What keeps `--events` from being opened at all.
std::optional<ConfigError> flaw_of_events(const EventFlags& flags) {
  if (!flags.events || !is_event_file(*flags.events)) return std::nullopt;
  return ConfigError{"--events", "\"" + *flags.events + "\"",
                     "is a file of a stored event, which would be lost; name another"};
}

/// Where `--events` is written to, null without it; or what is wrong with it.
OrConfigError<std::unique_ptr<LineOutput>> open_events(const EventFlags& flags) {
  if (!flags.events) return std::unique_ptr<LineOutput>();
  auto opened = LineOutput::open(*flags.events);
  if (const auto* problem = std::get_if<std::string>(&opened)) {
    return ConfigError{"--events", "\"" + *flags.events + "\"", *problem};
  }
  return std::move(std::get<std::unique_ptr<LineOutput>>(opened));
}

/// The bot whose play tells the luck of the cards, nothing where nobody asks; or why it cannot.
OrConfigError<std::optional<BotSpec>> reference_bot(const EventConfig& config, const EventFlags& flags) {
  if (!flags.control_variates) return std::optional<BotSpec>();
  if (config.test) {
    return ConfigError{"--control-variates", "",
                       "a sequential test takes none; play a fixed number of deals with them"};
  }
  if (const auto problem = no_control_variates(config)) return ConfigError{"--control-variates", "", *problem};
  auto bot = bot_from_argument("steady", BotFinder(bundled_bots_folder(), {}));
  if (!bot.ok()) return bot.error();
  return std::optional(std::move(bot.value()));
}

std::unique_ptr<EventStream> make_stream(std::unique_ptr<LineOutput> output, EventLog& log,
                                         const std::filesystem::path& folder) {
  if (output == nullptr) return nullptr;
  return std::make_unique<EventStream>(std::move(output), log, program_and_version(), folder.string());
}

/// Prints the tables; how the program ends.
ExitCode conclude(PlayedEvent& event, const EventFlags& flags) {
  const EventOutcome& outcome = event.outcome;
  print_outcome(outcome, event.folder, table_output(flags));
  event.close_stream();
  if (outcome.stopped) return ExitCode::Interrupted;
  return flags.strict && !outcome.report.faults.empty() ? ExitCode::Bad : ExitCode::Ok;
}

LogLevel level_of(const EventFlags& flags) { return log_level(flags.log_level).value_or(LogLevel::Info); }

ConfigError is_played_already(const std::filesystem::path& folder) {
  return {folder.string(), "", "another arena is playing this event; wait for its end, or stop it"};
}

/// The bots whose files are not those that the event began with, a sentence each.
std::vector<std::string> changed_bots(const EventConfig& config) {
  std::vector<std::string> changed;
  for (const BotSpec& bot : config.bots) {
    if (fingerprint_of(bot) == bot.fingerprint) continue;
    changed.push_back("bot \"" + bot.name + "\" (" + bot.path.string() + ") is not what it was when the event began");
  }
  return changed;
}

}  // namespace

void PlayedEvent::close_stream() {
  if (stream != nullptr) {
    stream->close({outcome.stopped, outcome.rounds, outcome.report.faults.size(), store.job_count()});
  }
}

std::ostream& table_output(const EventFlags& flags) { return flags.events == "-" ? std::cerr : std::cout; }

std::string match_name(const EventConfig& config) {
  std::string name = config.bots[0].name + "-vs-" + config.bots[1].name;
  for (char& c : name) {
    if (!is_event_name("x" + std::string(1, c))) c = '_';
  }
  if (name.front() == '.' || name.front() == '-') name.front() = '_';
  return name.substr(0, MaxNameLength);
}

ExitCode refuse(const ConfigError& error) {
  std::cerr << "tichu-arena: " << error.text() << std::endl;
  return ExitCode::Usage;
}

std::variant<PlayedEvent, ExitCode> play_into_folder(EventConfig config, const std::string& where,
                                                     const EventFlags& flags) {
  if (const auto error = check(config, where)) return refuse(*error);
  if (const auto error = flaw_of_events(flags)) return refuse(*error);
  const auto reference = reference_bot(config, flags);
  if (!reference.ok()) return refuse(reference.error());
  std::variant<Isolation, std::string> isolated = isolate(config);
  if (const auto* problem = std::get_if<std::string>(&isolated)) return refuse({where, "", *problem});
  const Isolation& isolation = std::get<Isolation>(isolated);
  if (const auto problem = check_bots(config, isolation.sandbox.get())) return refuse({where, "", *problem});
  for (BotSpec& bot : config.bots) bot.fingerprint = fingerprint_of(bot);
  StopSignal stop;
  auto fresh = make_event_folder(config);
  if (!fresh.ok()) return refuse(fresh.error());
  const std::filesystem::path folder = fresh.value().path();
  const std::optional<EventLock> lock = EventLock::take(folder);
  if (!lock) {
    fresh.value().keep();
    return refuse(is_played_already(folder));
  }
  // Not before the folder was found free: this empties a file that is there.
  OrConfigError<std::unique_ptr<LineOutput>> events = open_events(flags);
  if (!events.ok()) return refuse(events.error());
  fresh.value().keep();
  auto log = std::make_unique<EventLog>(folder, level_of(flags));
  auto stream = make_stream(std::move(events.value()), *log, folder);
  EventStore store = EventStore::create(folder, config, program_and_version());
  EventOutcome outcome =
      run_to_the_end({folder, config, isolation, store, stop, *log, stream.get(), reference.value()});
  return PlayedEvent{std::move(outcome), folder, std::move(store), std::move(log), std::move(stream)};
}

ExitCode play_event(EventConfig config, const std::string& where, const EventFlags& flags) {
  auto played = play_into_folder(std::move(config), where, flags);
  if (const auto* code = std::get_if<ExitCode>(&played)) return *code;
  return conclude(std::get<PlayedEvent>(played), flags);
}

namespace {

/// The configuration of a stored event that can go on. Reads alone: whoever is refused has changed nothing.
OrConfigError<EventConfig> config_to_resume(const std::filesystem::path& folder, const EventFlags& flags) {
  const std::variant<EventStore, std::string> opened = EventStore::open(folder);
  if (const auto* problem = std::get_if<std::string>(&opened)) return ConfigError{"resume", "", *problem};
  EventConfig config = std::get<EventStore>(opened).config();
  if (config.imported) {
    return ConfigError{"resume", "",
                       "the event \"" + config.name +
                           "\" was imported and is complete: its bots are known by its records alone, so nothing more "
                           "can be played in it; report, verify, export and serve take it"};
  }
  config.results = std::filesystem::absolute(folder).lexically_normal().parent_path();
  if (flags.concurrency) config.concurrency = *flags.concurrency;
  if (flags.allow_unsandboxed) config.allow_unsandboxed = true;
  return config;
}

}  // namespace

ExitCode resume_event(const std::filesystem::path& folder, bool accept_changes, const EventFlags& flags) {
  const std::string where = "resume";
  if (const auto problem = missing_folder(folder)) return refuse({where, "", *problem});
  const std::optional<EventLock> lock = EventLock::take(folder);
  if (!lock) return refuse(is_played_already(folder));
  OrConfigError<EventConfig> stored = config_to_resume(folder, flags);
  if (!stored.ok()) return refuse(stored.error());
  EventConfig& config = stored.value();
  if (const auto error = flaw_of_events(flags)) return refuse(*error);
  const auto reference = reference_bot(config, flags);
  if (!reference.ok()) return refuse(reference.error());
  const std::vector<std::string> changed = changed_bots(config);
  if (!changed.empty() && !accept_changes) {
    return refuse({where, "",
                   changed.front() + "; bring it back, or go on with what is there now (--accept-changes): the boards "
                                     "that are stored stay as they are"});
  }
  std::variant<Isolation, std::string> isolated = isolate(config);
  if (const auto* problem = std::get_if<std::string>(&isolated)) return refuse({where, "", *problem});
  const Isolation& isolation = std::get<Isolation>(isolated);
  if (const auto problem = check_bots(config, isolation.sandbox.get())) return refuse({where, "", *problem});
  StopSignal stop;
  std::variant<EventStore, std::string> opened = EventStore::resume(folder);
  if (const auto* problem = std::get_if<std::string>(&opened)) return refuse({where, "", *problem});
  EventStore& store = std::get<EventStore>(opened);
  OrConfigError<std::unique_ptr<LineOutput>> events = open_events(flags);
  if (!events.ok()) {
    store.finish();
    return refuse(events.error());
  }
  auto log = std::make_unique<EventLog>(folder, level_of(flags));
  auto stream = make_stream(std::move(events.value()), *log, folder);
  for (const std::string& bot : changed) log->warning(bot + "; its stored boards are those of the former one");
  for (BotSpec& bot : config.bots) bot.fingerprint = fingerprint_of(bot);
  if (!changed.empty()) store.replace_config(config);
  EventOutcome outcome =
      run_to_the_end({folder, config, isolation, store, stop, *log, stream.get(), reference.value()});
  PlayedEvent event{std::move(outcome), folder, std::move(store), std::move(log), std::move(stream)};
  if (config.test) return conclude_test(event, flags, {});
  return conclude(event, flags);
}

}  // namespace tichu::arena
