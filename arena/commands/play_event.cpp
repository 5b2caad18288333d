#include "arena/commands/play_event.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <utility>

#include "arena/commands/version.h"
#include "arena/event/bot_check.h"
#include "arena/event/event_log.h"
#include "arena/event/isolation.h"
#include "arena/event/run_event.h"
#include "arena/event/stop_signal.h"
#include "arena/report/progress.h"
#include "arena/report/results_files.h"
#include "arena/report/tables.h"
#include "arena/report/usage_report.h"
#include "arena/store/event_folder.h"
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
  StopSignal stop;
  const auto folder = make_event_folder(config);
  if (!folder.ok()) return refuse(folder.error());

  EventLog log(folder.value(), log_level(flags.log_level).value_or(LogLevel::Info));
  log.info(program_and_version());
  log.info(isolation.summary);
  for (const std::string& warning : isolation.warnings) log.warning(warning);
  EventStore store = EventStore::create(folder.value(), config, program_and_version());
  ProgressDisplay progress(std::cerr, ::isatty(STDERR_FILENO) == 1);
  EventOutcome outcome = run_event(config, {store, log, progress, [&stop] { return stop.requested(); },
                                            isolation.sandbox.get(), std::move(make_schedule)});
  write_results(folder.value(), outcome.report);
  return PlayedEvent{std::move(outcome), folder.value(), std::move(store)};
}

ExitCode play_event(EventConfig config, const std::string& where, const EventFlags& flags) {
  const auto played = play_into_folder(std::move(config), where, flags);
  if (const auto* code = std::get_if<ExitCode>(&played)) return *code;
  const auto& event = std::get<PlayedEvent>(played);
  print_outcome(event.outcome, event.folder);
  if (event.outcome.stopped) return ExitCode::Interrupted;
  return flags.strict && !event.outcome.report.faults.empty() ? ExitCode::Bad : ExitCode::Ok;
}

}  // namespace tichu::arena
