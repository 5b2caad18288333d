#include "arena/commands/play_tournament.h"

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <ratio>
#include <stdexcept>
#include <utility>

#include "arena/commands/version.h"
#include "arena/installation.h"
#include "arena/presentation/watch/command_hook.h"
#include "arena/presentation/watch/current_tables.h"
#include "arena/presentation/watch/outcome_printer.h"
#include "arena/presentation/watch/progress_display.h"
#include "arena/presentation/watch/tournament_log.h"
#include "arena/presentation/watch/tournament_stream.h"
#include "arena/presentation/watch/workers_file.h"
#include "arena/text/line_output.h"
#include "arena/text/shell_word.h"
#include "arena/text/standard_output.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/stop_signal.h"

namespace tichu::arena {
namespace {

/// The options of playing that the flags ask for.
OrInputError<PlayOptions> play_options(const TournamentFlags& flags, const ResumeOptions& resume,
                                       const OtherMachines& machines) {
  PlayOptions options;
  options.program = program_and_version();
  options.concurrency = flags.concurrency;
  options.allow_unsandboxed = flags.allow_unsandboxed;
  options.accept_changes = resume.accept_changes;
  options.limit = resume.limit;
  if (flags.minutes) {
    options.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double, std::ratio<60>>(*flags.minutes));
  }
  if (!flags.nats.empty()) options.remote = machines.workers(flags.nats, flags.nats_ca);
  if (!flags.seats.empty()) {
    if (!machines.seats) {
      return tl::unexpected(InputError{"--seats", "", "does not go with --nats: remote bots play on this machine"});
    }
    auto seats = machines.seats(flags.seats);
    if (!seats) return tl::unexpected(seats.error());
    options.seats = std::move(seats.value());
  }
  options.invalidations = machines.invalidations;
  options.own_luck = flags.control_variates && flags.luck_rounds == "own";
  if (flags.control_variates && !options.own_luck) {
    auto bot = bot_from_argument("steady", BotFinder(bundled_bots_folder(), {}));
    if (!bot) return tl::unexpected(bot.error());
    options.luck_reference = std::move(bot.value());
  }
  return options;
}

/// Fails if `--events` names a file that must not be overwritten.
OrInputError<void> check_events(const TournamentFlags& flags) {
  if (!flags.events || !is_tournament_file(*flags.events)) return {};
  return tl::unexpected(InputError{"--events", "\"" + *flags.events + "\"",
                                   "is a file of a stored tournament, which would be lost; name another"});
}

/// What `--events` writes to; null without the flag. Empties an existing file, so this comes after all other refusals.
OrInputError<std::unique_ptr<LineOutput>> open_events(const TournamentFlags& flags) {
  if (!flags.events) return std::unique_ptr<LineOutput>();
  auto opened = LineOutput::open(*flags.events);
  if (!opened) return tl::unexpected(InputError{"--events", "\"" + *flags.events + "\"", opened.error()});
  return std::move(*opened);
}

// What SequentialReport::exit_code says.
static_assert(int(ExitCode::Ok) == 0 && int(ExitCode::Bad) == 1 && int(ExitCode::Environment) == 3 &&
              int(ExitCode::Undecided) == 4);

ExitCode exit_code_of(const RunSummary& summary, const std::vector<LeftOutBot>& left_out, bool strict) {
  if (summary.test) return summary.test->stopped ? ExitCode::Interrupted : ExitCode(summary.test->exit_code());
  if (summary.stopped && !summary.spent) return ExitCode::Interrupted;
  return strict && !(summary.report.faults.empty() && left_out.empty()) ? ExitCode::Bad : ExitCode::Ok;
}

/// What nobody may overlook when a ladder ends.
void remind_of(const std::vector<LeftOutBot>& left_out) {
  if (left_out.empty()) return;
  std::string names;
  for (const LeftOutBot& bot : left_out) names += (names.empty() ? "\"" : ", \"") + bot.name + "\"";
  std::cerr << "tichu-arena: the ladder was played without " << names
            << (left_out.size() == 1 ? ", which" : ", which all")
            << " could not play when it began: see the warnings above, which arena.log has too" << std::endl;
}

/// What else than text is to go to standard output: the flag that asks for it, or an error if several do; empty if
/// none does.
OrInputError<std::string> owner_of_output(const TournamentFlags& flags, const TestOutputs& outputs) {
  std::string owner;
  for (const auto& [flag, asks] : {std::pair("--json", outputs.json),
                                   {"--events", flags.events == StandardOutputPath},
                                   {"--junit", outputs.files.junit == StandardOutputPath},
                                   {"--markdown", outputs.files.markdown == StandardOutputPath}}) {
    if (!asks) continue;
    // The verdict as JSON goes to standard error beside events.
    if (!owner.empty() && std::string(flag) != "--events") {
      return tl::unexpected(
          InputError{flag, "\"-\"", "standard output is taken by " + owner + " already; name a file"});
    }
    owner = flag;
  }
  return owner;
}

/// Runs a tournament with the observers of a command line. The tables go to standard output, or to
/// standard error if standard output is used for a file.
ExitCode run(OrInputError<Tournament> made, const TournamentFlags& flags, const TestOutputs& outputs) {
  if (!made) return refuse(made.error());
  Tournament& tournament = made.value();
  const OrInputError<std::string> owner = owner_of_output(flags, outputs);
  if (!owner) return refuse(owner.error());
  const bool takes_text = owner->empty() || *owner == "--json";
  StopSignal stop;
  OrInputError<std::unique_ptr<LineOutput>> events = open_events(flags);
  if (!events) return refuse(events.error());
  ProgressDisplay progress(std::cerr, ::isatty(STDERR_FILENO) == 1);
  TournamentLog log(tournament.folder(), from_text<LogLevel>(flags.log_level).value_or(LogLevel::Info));
  CurrentTables tables(tournament.folder());
  WorkersFile workers(tournament.folder());
  OutcomePrinter printer(takes_text ? std::cout : std::cerr, outputs.json,
                         terminal_width(takes_text ? STDOUT_FILENO : STDERR_FILENO));
  ResultFiles files(outputs.files);
  CommandHook hook({flags.on_end, flags.on_fault}, tournament.folder());
  std::vector<TournamentObserver*> observers{&progress, &log, &tables, &workers};
  if (outputs.tables) observers.push_back(&printer);
  observers.insert(observers.end(), {&files, &hook});
  std::optional<TournamentStream> stream;
  if (events.value() != nullptr) {
    stream.emplace(std::move(events.value()), log, program_and_version(), tournament.folder().string());
    observers.push_back(&*stream);
  }
  const std::vector<LeftOutBot> left_out = tournament.config().origin.left_out;  // which is not stored
  const RunSummary summary = tournament.run([&stop] { return stop.requested(); }, Observers(std::move(observers)));
  remind_of(left_out);
  const ExitCode code = exit_code_of(summary, left_out, flags.strict);
  const bool says_all = code == ExitCode::Ok || code == ExitCode::Bad || code == ExitCode::Undecided;
  if (!outputs.keeps && says_all) {
    std::filesystem::remove_all(tournament.folder());
    std::cerr << "tichu-arena: " << tournament.folder().string() << " is deleted, as --no-keep asks" << std::endl;
  }
  return code;
}

}  // namespace

std::string match_name(const TournamentConfig& config) {
  std::string name = config.bots[0].name + "-vs-" + config.bots[1].name;
  for (char& c : name) {
    if (!is_tournament_name("x" + std::string(1, c))) c = '_';
  }
  if (name.front() == '.' || name.front() == '-') name.front() = '_';
  return name.substr(0, MaxNameLength);
}

ExitCode refuse(const InputError& error) {
  std::cerr << "tichu-arena: " << error.text() << std::endl;
  return error.damaged ? ExitCode::Bad : ExitCode::Usage;
}

ExitCode play_tournament(TournamentConfig config, const std::string& where, const TournamentFlags& flags,
                         const OtherMachines& machines, const TestOutputs& outputs) {
  if (const auto checked = check_events(flags); !checked) return refuse(checked.error());
  if (const auto checked = check(outputs.files); !checked) return refuse(checked.error());
  const OrInputError<PlayOptions> options = play_options(flags, {}, machines);
  if (!options) return refuse(options.error());
  try {
    return run(Tournament::create(std::move(config), where, options.value()), flags, outputs);
  } catch (const DamagedStore& error) {
    throw std::runtime_error(error.what());  // while it was played: the machine failed
  }
}

ExitCode resume_tournament(const std::filesystem::path& folder, const ResumeOptions& resume,
                           const TournamentFlags& flags, const OtherMachines& machines, const TestOutputs& outputs) {
  if (const auto checked = check_events(flags); !checked) return refuse(checked.error());
  const OrInputError<PlayOptions> options = play_options(flags, resume, machines);
  if (!options) return refuse(options.error());
  try {
    return run(Tournament::reopen(folder, options.value()), flags, outputs);
  } catch (const DamagedStore& error) {
    // Of a test the exit code 1 would say that the bot is not stronger.
    const std::string named = shell_word(folder.string());
    return refuse({"resume", "\"" + folder.string() + "\"",
                   std::string("is damaged and is not played on: ") + error.what() +
                       "; put a copy from before in its place, or play it anew (tichu-arena verify " + named +
                       " names what is damaged, tichu-arena export " + named + " prints the rest)"});
  }
}

}  // namespace tichu::arena
