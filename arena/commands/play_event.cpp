#include "arena/commands/play_event.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "arena/commands/version.h"
#include "arena/event/bot_check.h"
#include "arena/event/event_log.h"
#include "arena/event/isolation.h"
#include "arena/event/run_event.h"
#include "arena/event/stop_signal.h"
#include "arena/player/bot_fingerprint.h"
#include "arena/report/progress.h"
#include "arena/report/results_files.h"
#include "arena/report/tables.h"
#include "arena/report/usage_report.h"
#include "arena/store/event_folder.h"
#include "arena/store/event_lock.h"
#include "arena/store/event_store.h"

namespace tichu::arena {
namespace {

void print_outcome(const EventOutcome& outcome, const std::filesystem::path& folder) {
  const EventReport& report = outcome.report;
  const double seconds = std::chrono::duration<double>(outcome.elapsed).count();
  std::cout << fmt::format("\n{}: {} rounds in {} ({:.0f} a second), rules {}, seed {}\n\n", report.config.name,
                           outcome.rounds, duration_text(outcome.elapsed),
                           seconds > 0 ? static_cast<double>(outcome.rounds) / seconds : 0,
                           preset_name(report.config.rules), report.config.seed);
  if (outcome.stopped) std::cout << "Stopped before its end: the table counts the boards that were played.\n\n";
  if (const std::string places = places_table(report); !places.empty()) std::cout << places << '\n';
  std::cout << standings_table(report) << '\n';
  if (const std::string cross = crosstable(report); !cross.empty()) std::cout << cross << '\n';
  if (const std::string faults = fault_table(report); !faults.empty()) {
    std::cout << faults << "What is known of each: tichu-arena explain " << folder.string() << "\n\n";
  }
  if (const std::string usage = usage_table(report); !usage.empty()) std::cout << usage << '\n';
  std::cout << duplication_note(report) << reading_notes(report) << "\nAll results: " << folder.string()
            << "/ (results.json, results.csv, usage.csv, event.sqlite, arena.log)" << std::endl;
}

/// What an event is run with, once it was found playable.
struct Stage {
  const std::filesystem::path& folder;
  const EventConfig& config;
  const Isolation& isolation;
  EventStore& store;
  StopSignal& stop;
};

/// Plays what is not stored yet and writes the result files.
EventOutcome run_to_the_end(const Stage& stage, EventLog& log,
                            std::function<std::unique_ptr<Schedule>()> make_schedule) {
  log.info(program_and_version());
  log.info(stage.isolation.summary);
  for (const std::string& warning : stage.isolation.warnings) log.warning(warning);
  ProgressDisplay progress(std::cerr, ::isatty(STDERR_FILENO) == 1);
  EventOutcome outcome =
      run_event(stage.config, {stage.store, log, progress, [&stage] { return stage.stop.requested(); },
                               stage.isolation.sandbox.get(), std::move(make_schedule)});
  write_results(stage.folder, outcome.report);
  return outcome;
}

/// Prints the tables; how the program ends.
ExitCode conclude(const EventOutcome& outcome, const std::filesystem::path& folder, const EventFlags& flags) {
  print_outcome(outcome, folder);
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
                                                     const EventFlags& flags,
                                                     std::function<std::unique_ptr<Schedule>()> make_schedule) {
  if (const auto error = check(config, where)) return refuse(*error);
  std::variant<Isolation, std::string> isolated = isolate(config);
  if (const auto* problem = std::get_if<std::string>(&isolated)) return refuse({where, "", *problem});
  const Isolation& isolation = std::get<Isolation>(isolated);
  if (const auto problem = check_bots(config, isolation.sandbox.get())) return refuse({where, "", *problem});
  for (BotSpec& bot : config.bots) bot.fingerprint = fingerprint_of(bot);
  StopSignal stop;
  const auto folder = make_event_folder(config);
  if (!folder.ok()) return refuse(folder.error());
  const std::optional<EventLock> lock = EventLock::take(folder.value());
  if (!lock) return refuse(is_played_already(folder.value()));
  EventLog log(folder.value(), level_of(flags));
  EventStore store = EventStore::create(folder.value(), config, program_and_version());
  EventOutcome outcome =
      run_to_the_end({folder.value(), config, isolation, store, stop}, log, std::move(make_schedule));
  return PlayedEvent{std::move(outcome), folder.value(), std::move(store)};
}

ExitCode play_event(EventConfig config, const std::string& where, const EventFlags& flags) {
  const auto played = play_into_folder(std::move(config), where, flags);
  if (const auto* code = std::get_if<ExitCode>(&played)) return *code;
  const auto& event = std::get<PlayedEvent>(played);
  return conclude(event.outcome, event.folder, flags);
}

ExitCode resume_event(const std::filesystem::path& folder, bool accept_changes, const EventFlags& flags) {
  const std::string where = "resume";
  if (!std::filesystem::is_directory(folder))
    return refuse({where, "", "there is no folder \"" + folder.string() + "\""});
  const std::optional<EventLock> lock = EventLock::take(folder);
  if (!lock) return refuse(is_played_already(folder));
  std::variant<EventStore, std::string> opened = EventStore::resume(folder);
  if (const auto* problem = std::get_if<std::string>(&opened)) return refuse({where, "", *problem});
  EventStore& store = std::get<EventStore>(opened);
  EventConfig config = store.config();
  config.results = std::filesystem::absolute(folder).lexically_normal().parent_path();
  if (flags.concurrency) config.concurrency = *flags.concurrency;
  if (flags.allow_unsandboxed) config.allow_unsandboxed = true;
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
  EventLog log(folder, level_of(flags));
  for (const std::string& bot : changed) log.warning(bot + "; its stored boards are those of the former one");
  for (BotSpec& bot : config.bots) bot.fingerprint = fingerprint_of(bot);
  if (!changed.empty()) store.replace_config(config);
  return conclude(run_to_the_end({folder, config, isolation, store, stop}, log, {}), folder, flags);
}

}  // namespace tichu::arena
