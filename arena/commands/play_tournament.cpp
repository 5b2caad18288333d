#include "arena/commands/play_tournament.h"

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
#include "arena/hosting/player/bot_spec.h"
#include "arena/presentation/report/progress.h"
#include "arena/presentation/report/results_files.h"
#include "arena/presentation/report/tables.h"
#include "arena/presentation/report/tournament_stream.h"
#include "arena/presentation/report/usage_report.h"
#include "arena/text/counted.h"
#include "arena/text/line_output.h"
#include "arena/text/required_path.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/board_controls.h"
#include "arena/tournament/play/bot_check.h"
#include "arena/tournament/play/isolation.h"
#include "arena/tournament/play/run_tournament.h"
#include "arena/tournament/play/stop_signal.h"
#include "arena/tournament/play/tournament_log.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_lock.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {
namespace {

/// The seed is told when nothing more is to be played: a bot might read what is printed here.
void print_outcome(const TournamentOutcome& outcome, const std::filesystem::path& folder, std::ostream& out) {
  const TournamentReport& report = outcome.report;
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
      << "/ (results.json, results.csv, usage.csv, tournament.sqlite, arena.log)" << std::endl;
}

/// What a tournament is run with, once it was found playable.
struct Stage {
  const std::filesystem::path& folder;
  const TournamentConfig& config;
  const Isolation& isolation;
  TournamentStore& store;
  StopSignal& stop;
  TournamentLog& log;
  TournamentStream* stream;
  const std::optional<BotSpec>& reference;  ///< of control variates, where they are asked for
};

/// Plays what is not stored yet and writes the result files.
TournamentOutcome run_to_the_end(const Stage& stage) {
  stage.log.info(program_and_version());
  stage.log.info(stage.isolation.summary);
  for (const std::string& warning : stage.isolation.warnings) stage.log.warning(warning);
  ProgressDisplay progress(std::cerr, ::isatty(STDERR_FILENO) == 1);
  try {
    TournamentOutcome outcome =
        run_tournament(stage.config, {stage.store, stage.log, progress, [&stage] { return stage.stop.requested(); },
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
std::optional<InputError> flaw_of_tournaments(const TournamentFlags& flags) {
  if (!flags.events || !is_tournament_file(*flags.events)) return std::nullopt;
  return InputError{"--events", "\"" + *flags.events + "\"",
                    "is a file of a stored tournament, which would be lost; name another"};
}

/// Where `--events` is written to, null without it; or what is wrong with it.
OrInputError<std::unique_ptr<LineOutput>> open_tournaments(const TournamentFlags& flags) {
  if (!flags.events) return std::unique_ptr<LineOutput>();
  auto opened = LineOutput::open(*flags.events);
  if (!opened) return tl::unexpected(InputError{"--events", "\"" + *flags.events + "\"", opened.error()});
  return std::move(*opened);
}

/// The bot whose play tells the luck of the cards, nothing where nobody asks; or why it cannot.
OrInputError<std::optional<BotSpec>> reference_bot(const TournamentConfig& config, const TournamentFlags& flags) {
  if (!flags.control_variates) return std::optional<BotSpec>();
  if (config.test) {
    return tl::unexpected(
        InputError{"--control-variates", "", "a sequential test takes none; play a fixed number of deals with them"});
  }
  if (const auto problem = no_control_variates(config))
    return tl::unexpected(InputError{"--control-variates", "", *problem});
  auto bot = bot_from_argument("steady", BotFinder(bundled_bots_folder(), {}));
  if (!bot) return tl::unexpected(bot.error());
  return std::optional(std::move(bot.value()));
}

std::unique_ptr<TournamentStream> make_stream(std::unique_ptr<LineOutput> output, TournamentLog& log,
                                              const std::filesystem::path& folder) {
  if (output == nullptr) return nullptr;
  return std::make_unique<TournamentStream>(std::move(output), log, program_and_version(), folder.string());
}

/// Prints the tables; how the program ends.
ExitCode conclude(PlayedTournament& tournament, const TournamentFlags& flags) {
  const TournamentOutcome& outcome = tournament.outcome;
  print_outcome(outcome, tournament.folder, table_output(flags));
  tournament.close_stream();
  if (outcome.stopped) return ExitCode::Interrupted;
  return flags.strict && !outcome.report.faults.empty() ? ExitCode::Bad : ExitCode::Ok;
}

LogLevel level_of(const TournamentFlags& flags) { return log_level(flags.log_level).value_or(LogLevel::Info); }

InputError is_played_already(const std::filesystem::path& folder) {
  return {folder.string(), "", "another arena is playing this tournament; wait for its end, or stop it"};
}

/// The bots whose files are not those that the tournament began with, a sentence each.
std::vector<std::string> changed_bots(const TournamentConfig& config) {
  std::vector<std::string> changed;
  for (const BotSpec& bot : config.bots) {
    if (fingerprint_of(bot) == bot.fingerprint) continue;
    changed.push_back("bot \"" + bot.name + "\" (" + bot.path.string() +
                      ") is not what it was when the tournament began");
  }
  return changed;
}

}  // namespace

void PlayedTournament::close_stream() {
  if (stream != nullptr) {
    stream->close({outcome.stopped, outcome.rounds, outcome.report.faults.size(), store.job_count()});
  }
}

std::ostream& table_output(const TournamentFlags& flags) { return flags.events == "-" ? std::cerr : std::cout; }

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
  return ExitCode::Usage;
}

std::variant<PlayedTournament, ExitCode> play_into_folder(TournamentConfig config, const std::string& where,
                                                          const TournamentFlags& flags) {
  if (const auto checked = check(config, where); !checked) return refuse(checked.error());
  if (const auto error = flaw_of_tournaments(flags)) return refuse(*error);
  const auto reference = reference_bot(config, flags);
  if (!reference) return refuse(reference.error());
  std::variant<Isolation, std::string> isolated = isolate(config);
  if (const auto* problem = std::get_if<std::string>(&isolated)) return refuse({where, "", *problem});
  const Isolation& isolation = std::get<Isolation>(isolated);
  if (const auto problem = check_bots(config, isolation.sandbox.get())) return refuse({where, "", *problem});
  for (BotSpec& bot : config.bots) bot.fingerprint = fingerprint_of(bot);
  StopSignal stop;
  auto fresh = make_tournament_folder(config);
  if (!fresh) return refuse(fresh.error());
  const std::filesystem::path folder = fresh.value().path();
  const std::optional<TournamentLock> lock = TournamentLock::take(folder);
  if (!lock) {
    fresh.value().keep();
    return refuse(is_played_already(folder));
  }
  // Not before the folder was found free: this empties a file that is there.
  OrInputError<std::unique_ptr<LineOutput>> tournaments = open_tournaments(flags);
  if (!tournaments) return refuse(tournaments.error());
  fresh.value().keep();
  auto log = std::make_unique<TournamentLog>(folder, level_of(flags));
  auto stream = make_stream(std::move(tournaments.value()), *log, folder);
  TournamentStore store = TournamentStore::create(folder, config, program_and_version());
  TournamentOutcome outcome =
      run_to_the_end({folder, config, isolation, store, stop, *log, stream.get(), reference.value()});
  return PlayedTournament{std::move(outcome), folder, std::move(store), std::move(log), std::move(stream)};
}

ExitCode play_tournament(TournamentConfig config, const std::string& where, const TournamentFlags& flags) {
  auto played = play_into_folder(std::move(config), where, flags);
  if (const auto* code = std::get_if<ExitCode>(&played)) return *code;
  return conclude(std::get<PlayedTournament>(played), flags);
}

namespace {

/// The configuration of a stored tournament that can go on. Reads alone: whoever is refused has changed nothing.
OrInputError<TournamentConfig> config_to_resume(const std::filesystem::path& folder, const TournamentFlags& flags) {
  const std::variant<TournamentStore, std::string> opened = TournamentStore::open(folder);
  if (const auto* problem = std::get_if<std::string>(&opened))
    return tl::unexpected(InputError{"resume", "", *problem});
  TournamentConfig config = std::get<TournamentStore>(opened).config();
  if (config.imported) {
    return tl::unexpected(
        InputError{"resume", "",
                   "the tournament \"" + config.name +
                       "\" was imported and is complete: its bots are known by its records alone, so nothing more "
                       "can be played in it; report, verify, export and serve take it"});
  }
  config.results = std::filesystem::absolute(folder).lexically_normal().parent_path();
  if (flags.concurrency) config.concurrency = *flags.concurrency;
  if (flags.allow_unsandboxed) config.allow_unsandboxed = true;
  return config;
}

}  // namespace

ExitCode resume_tournament(const std::filesystem::path& folder, bool accept_changes, const TournamentFlags& flags) {
  const std::string where = "resume";
  if (const auto found = require_folder(folder); !found) return refuse({where, "", found.error()});
  const std::optional<TournamentLock> lock = TournamentLock::take(folder);
  if (!lock) return refuse(is_played_already(folder));
  OrInputError<TournamentConfig> stored = config_to_resume(folder, flags);
  if (!stored) return refuse(stored.error());
  TournamentConfig& config = stored.value();
  if (const auto error = flaw_of_tournaments(flags)) return refuse(*error);
  const auto reference = reference_bot(config, flags);
  if (!reference) return refuse(reference.error());
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
  std::variant<TournamentStore, std::string> opened = TournamentStore::resume(folder);
  if (const auto* problem = std::get_if<std::string>(&opened)) return refuse({where, "", *problem});
  TournamentStore& store = std::get<TournamentStore>(opened);
  OrInputError<std::unique_ptr<LineOutput>> tournaments = open_tournaments(flags);
  if (!tournaments) {
    store.finish();
    return refuse(tournaments.error());
  }
  auto log = std::make_unique<TournamentLog>(folder, level_of(flags));
  auto stream = make_stream(std::move(tournaments.value()), *log, folder);
  for (const std::string& bot : changed) log->warning(bot + "; its stored boards are those of the former one");
  for (BotSpec& bot : config.bots) bot.fingerprint = fingerprint_of(bot);
  if (!changed.empty()) store.replace_config(config);
  TournamentOutcome outcome =
      run_to_the_end({folder, config, isolation, store, stop, *log, stream.get(), reference.value()});
  PlayedTournament tournament{std::move(outcome), folder, std::move(store), std::move(log), std::move(stream)};
  if (config.test) return conclude_test(tournament, flags, {});
  return conclude(tournament, flags);
}

}  // namespace tichu::arena
