#include <fmt/format.h>

#include <CLI/App.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/debugging.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/other_ladders.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/time_limit_flags.h"
#include "arena/hosting/check/check_output.h"
#include "arena/hosting/check/checks_apart.h"
#include "arena/hosting/check/debugged_bot.h"
#include "arena/hosting/check/run_checks.h"
#include "arena/installation.h"
#include "arena/text/nearest_name.h"
#include "arena/text/shell_word.h"
#include "arena/text/standard_output.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/config/tournament_file.h"
#include "arena/tournament/play/isolation.h"

namespace tichu::arena {
namespace {

constexpr const char* CheckHelp =
    R"(Checks that a bot meets all requirements of a tournament, and says what is wrong, where, and how to reproduce
it. A bot is given as for other commands: NAME, NAME=FILE.so or NAME=program:COMMAND; here a file needs no name.
With --tournament FILE, BOT is the name of a bot in that file (if none is given: all of them), and everything is as in
that tournament: options, trust, sandbox, limits.
Exit codes: 0 the bot passes, perhaps with advice; 1 a check failed; 2 there is no such bot or check.
Examples:
  tichu-arena check ./build/bots/mine ./build/bots/mine.so
  tichu-arena check "mine=program:./my_bot.py --fast" --rounds 1000 --junit check.xml
  tichu-arena check ./build/bots/mine --seed 1 --table 137
  tichu-arena check mine --tournament cup.toml
  tichu-arena check ./build/bots/mine --ladder https://ladder.example/)";

struct CheckFlags {
  std::vector<std::string> bots;
  std::vector<std::string> options;
  CheckPlan plan;
  TimeLimitFlags limits;
  std::uint64_t seconds = 60;
  std::optional<std::uint64_t> table;
  std::string tournament;
  std::string ladder;
  bool wait = false;
  std::string junit;
  bool json = false;
  bool list = false;
  bool allow_unsandboxed = false;
};

/// A bot to check, and the sandbox that it runs in.
struct CheckedBot {
  std::string text;  ///< how it was given
  CheckPlan plan;
  std::shared_ptr<const Isolation> isolation;  ///< bots of one tournament share it
};

/// A bot as `bot_from_argument` takes it: a bare file gets its own name.
std::string with_name(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::size_t equals = text.find('=');
  const bool is_named = equals < slash;
  if (is_named || slash == std::string::npos) return text;
  const std::string file = text.substr(0, text.find(' ', slash));
  return std::filesystem::path(file).stem().string() + "=" + text;
}

/// Fails if a check is named that does not exist.
OrInputError<void> check_names(const CheckPlan& plan) {
  for (const auto* list : {&plan.only, &plan.skip}) {
    for (const std::string& name : *list) {
      if (is_check_name(name)) continue;
      std::string names;
      for (const CheckName& check : all_checks()) names += (names.empty() ? "" : ", ") + std::string(check.name);
      return tl::unexpected(InputError{"check", "\"" + name + "\"", "there is no such check; there are " + names});
    }
  }
  return {};
}

/// What all bots are checked with.
CheckPlan plan_of(const CheckFlags& flags) {
  CheckPlan plan = flags.plan;
  plan.timeout = std::chrono::seconds(flags.seconds);
  return plan;
}

OrInputError<CheckPlan> plan_for(const CheckFlags& flags, const std::string& text) {
  const BotFinder finder(bundled_bots_folder(), std::filesystem::current_path());
  auto bot = local_bot_from_argument(with_name(text), finder);
  if (!bot) return tl::unexpected(bot.error());
  CheckPlan plan = plan_of(flags);
  plan.bot = std::move(bot.value());
  plan.limits = limits_with(flags.limits, plan.limits);
  for (const std::string& option : flags.options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      return tl::unexpected(InputError{"--option", "\"" + option + "\"", "must have the form NAME=VALUE"});
    }
    plan.bot.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return check_names(plan).map([&] { return plan; });
}

/// The sandbox of a tournament.
OrInputError<std::shared_ptr<const Isolation>> isolation_of(const TournamentConfig& tournament) {
  auto isolation = isolate(tournament);
  if (!isolation) return tl::unexpected(InputError{"check", "", isolation.error()});
  return std::make_shared<const Isolation>(std::move(*isolation));
}

/// The bot's plan, and the sandbox in which a tournament would run it.
OrInputError<CheckedBot> prepare(const CheckFlags& flags, const OtherLadders& ladders, const std::string& text) {
  auto plan = plan_for(flags, text);
  if (!plan) return tl::unexpected(plan.error());
  TournamentConfig tournament;
  if (!flags.ladder.empty()) {
    const auto ladder = ladders.limits(flags.ladder);
    if (!ladder) return tl::unexpected(ladder.error());
    plan->limits = ladder->limits;
    plan->judge = CheckJudge::Ladder;
    tournament.sandbox = ladder->sandbox;
  }
  tournament.bots = {plan->bot};
  tournament.allow_unsandboxed = flags.allow_unsandboxed;
  auto isolation = isolation_of(tournament);
  if (!isolation) return tl::unexpected(isolation.error());
  plan->sandbox = (*isolation)->sandbox.get();
  return CheckedBot{text, std::move(*plan), std::move(*isolation)};
}

/// The bot of that name in a tournament file.
OrInputError<BotSpec> bot_of(const TournamentConfig& tournament, const std::string& name, const std::string& file) {
  std::vector<std::string> names;
  for (const BotSpec& bot : tournament.bots) {
    if (bot.name == name) return bot;
    names.push_back(bot.name);
  }
  const auto meant = nearest_name(name, names);
  return tl::unexpected(InputError{file, "\"" + name + "\"",
                                   "there is no bot of that name" + (meant ? "; did you mean \"" + *meant + "\"?"
                                                                           : "; --tournament takes names alone")});
}

/// Fails if a flag is given that something else decides.
OrInputError<void> check_flags_beside(const CheckFlags& flags, const std::string& source) {
  const bool has_limits = !flags.limits.empty();
  const bool has_options = !flags.options.empty() && flags.ladder.empty();
  if (!has_limits && !has_options) return {};
  return tl::unexpected(
      InputError{"check", has_limits ? "limits of time" : "--option", "cannot be given beside " + source});
}

/// The named bots of a tournament file, or all, as that tournament would run them.
OrInputError<std::vector<CheckedBot>> prepare_tournament(const CheckFlags& flags) {
  if (const auto checked = check_flags_beside(flags, "--tournament, whose file decides them; change them there");
      !checked)
    return tl::unexpected(checked.error());
  auto tournament = read_tournament_file(flags.tournament, bundled_bots_folder());
  if (!tournament) return tl::unexpected(tournament.error());
  tournament->allow_unsandboxed = tournament->allow_unsandboxed || flags.allow_unsandboxed;
  std::vector<std::string> names = flags.bots;
  if (names.empty()) {
    for (const BotSpec& bot : tournament->bots) {
      if (bot.kind != BotKind::Remote) names.push_back(bot.name);
    }
  }
  const auto isolation = isolation_of(*tournament);
  if (!isolation) return tl::unexpected(isolation.error());
  std::vector<CheckedBot> bots;
  for (const std::string& name : names) {
    auto bot = bot_of(*tournament, name, flags.tournament);
    if (!bot) return tl::unexpected(bot.error());
    if (bot->kind == BotKind::Remote) {
      return tl::unexpected(InputError{flags.tournament, "\"" + name + "\"", "is a remote bot: check it where it is"});
    }
    CheckPlan plan = plan_of(flags);
    plan.bot = std::move(*bot);
    plan.limits = tournament->limits;
    plan.sandbox = (*isolation)->sandbox.get();
    if (const auto checked = check_names(plan); !checked) return tl::unexpected(checked.error());
    bots.push_back({name, std::move(plan), *isolation});
  }
  return bots;
}

OrInputError<std::vector<CheckedBot>> prepare_all(const CheckFlags& flags, const OtherLadders& ladders) {
  if (!flags.tournament.empty()) return prepare_tournament(flags);
  if (!flags.ladder.empty()) {
    if (const auto checked = check_flags_beside(flags, "--ladder, whose limits it takes"); !checked)
      return tl::unexpected(checked.error());
  }
  if (flags.bots.empty()) {
    return tl::unexpected(InputError{"check", "", "names no bot; see tichu-arena check --help"});
  }
  std::vector<CheckedBot> bots;
  for (const std::string& text : flags.bots) {
    auto bot = prepare(flags, ladders, text);
    if (!bot) return tl::unexpected(bot.error());
    bots.push_back(std::move(*bot));
  }
  return bots;
}

/// The command that checks a bot again.
std::string command_for(const CheckFlags& flags, const std::string& text, const TimeLimits& limits) {
  std::string command = program_as_called() + " check " + shell_word(text);
  if (!flags.tournament.empty()) command += " --tournament " + shell_word(flags.tournament);
  if (!flags.ladder.empty()) command += " --ladder " + shell_word(flags.ladder);
  for (const std::string& option : flags.options) command += " --option " + shell_word(option);
  if (flags.tournament.empty() && flags.ladder.empty()) command += limits_flags(limits);
  if (flags.allow_unsandboxed) command += " --allow-unsandboxed";
  return command;
}

CheckReport check(const CheckFlags& flags, const std::string& text, const CheckPlan& plan) {
  const std::string again = command_for(flags, text, plan.limits);
  if (!flags.json) std::cout << heading(plan) << std::flush;
  CheckReport report =
      run_checks(plan, std::chrono::steady_clock::now, [&](const CheckReport& so_far, const CheckResult& result) {
        if (!flags.json) std::cout << result_text(result, again, so_far) << std::flush;
      });
  if (!flags.json) std::cout << summary(report) << std::flush;
  return report;
}

ExitCode play_table(CheckPlan plan, std::uint64_t table, bool wait) {
  if (wait) plan.limits = limits_for_debugging();
  std::cout << heading(plan) << std::flush;
  const ReplayedTable played = replay_table_apart(plan, table, wait ? OnStart(wait_for_debugger) : OnStart());
  std::cout << played.text << std::flush;
  return played.has_fault ? ExitCode::Bad : ExitCode::Ok;
}

void list_checks() {
  for (const CheckName& check : all_checks()) std::cout << fmt::format("{:<12}{}\n", check.name, check.about);
  std::cout << std::flush;
}

/// Checks the bots one after the other, or plays only the table that --table asks for.
ExitCode check_all(const CheckFlags& flags, const std::vector<CheckedBot>& bots) {
  const TextToStandardError elsewhere(flags.junit == StandardOutputPath);
  ExitCode exit_code = ExitCode::Ok;
  std::vector<CheckReport> reports;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    if (i == 0 || bots[i].isolation != bots[i - 1].isolation) {
      for (const std::string& warning : bots[i].isolation->warnings) {
        std::cerr << "tichu-arena: " << warning << std::endl;
      }
    }
    if (i > 0 && !flags.json) std::cout << "\n";
    if (flags.table) {
      exit_code = std::max(exit_code, play_table(bots[i].plan, *flags.table, flags.wait));
      continue;
    }
    reports.push_back(check(flags, bots[i].text, bots[i].plan));
    if (!reports.back().ok()) exit_code = ExitCode::Bad;
  }
  if (flags.table) return exit_code;
  if (flags.json) std::cout << check_json(reports) << std::flush;
  if (!flags.junit.empty()) write_whole_file(flags.junit, check_junit(reports));
  return exit_code;
}

ExitCode run_check(const CheckFlags& flags, const OtherLadders& ladders) {
  if (flags.list) {
    list_checks();
    return ExitCode::Ok;
  }
  if (!flags.junit.empty()) {
    if (const auto checked = require_writable(flags.junit); !checked) {
      return refuse({"--junit", "\"" + flags.junit + "\"", checked.error()});
    }
  }
  const auto bots = prepare_all(flags, ladders);
  if (!bots) return refuse(bots.error());
  return check_all(flags, *bots);
}

}  // namespace

void add_check_command(CLI::App& command, ExitCode& exit_code, const OtherLadders& ladders) {
  command.footer(CheckHelp);
  const auto flags = std::make_shared<CheckFlags>();
  command.add_option("BOT", flags->bots, "the bots");
  command.add_option("--option", flags->options, "an option to hand to the bots, NAME=VALUE; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--seed", flags->plan.seed, "seed of the deals, the other players and the bot")
      ->transform(whole_number())
      ->capture_default_str();
  command.add_option("--rounds", flags->plan.rounds, "rounds in which to judge answers, over all presets")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--seconds", flags->seconds, "longest time for each check; rounds not played by then are left out")
      ->transform(whole_number(1, 86'400))
      ->capture_default_str();
  command.add_option("--only", flags->plan.only, "do only this check, such as legality; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--skip", flags->plan.skip, "leave out this check; may be repeated")->allow_extra_args(false);
  CLI::Option* table =
      command.add_option("--table", flags->table, "play only this table of the checks, and print every decision")
          ->transform(whole_number());
  command.add_flag("--wait", flags->wait, "wait for a debugger once the bot runs, and set no limits of time")
      ->needs(table);
  command.add_option("--tournament", flags->tournament,
                     "a tournament file: check its bots as that tournament runs them");
  command.add_option("--ladder", flags->ladder, "the address of a ladder: check by exactly its limits")
      ->excludes("--tournament");
  add_time_limit_flags(command, flags->limits);
  command.add_flag("--allow-unsandboxed", flags->allow_unsandboxed,
                   "check untrusted bots even if no sandbox can contain them");
  command.add_flag("--json", flags->json, "print JSON instead of lines");
  command.add_option("--junit", flags->junit,
                     "also write JUnit XML to this file; with - to standard output, and the text to standard error");
  command.add_flag("--list", flags->list, "print the checks and what each looks at");
  command.callback([flags, ladders, &exit_code] { exit_code = run_check(*flags, ladders); });
}

}  // namespace tichu::arena
