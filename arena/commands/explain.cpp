#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/installation.h"
#include "arena/presentation/report/fault_explanation.h"
#include "arena/presentation/report/round_filter.h"
#include "arena/text/counted.h"
#include "arena/text/shell_word.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* ExplainHelp =
    R"(Explains the faults of a stored tournament: what each bot did wrong, what it was asked, which cards it held,
the last messages to and from its program, the end of its standard error, and the round so far. Without --fault it
prints a list, one fault per line. To play a fault again, use tichu-arena replay.
Examples:
  tichu-arena explain results/cup
  tichu-arena explain results/cup --fault 3)";

struct ExplainFlags {
  std::string folder;
  std::string bot;
  std::size_t fault = 0;  ///< from 1; 0: list them
  bool hex = false;
};

Record record_of(const Tournament& tournament, const FinishedFault& fault) {
  std::optional<Record> record = tournament.record(fault.job, fault.seating, fault.round);
  if (!record) throw std::runtime_error("the store has a fault without its round");
  return std::move(*record);
}

void print_list(const Tournament& tournament, std::span<const FinishedFault> faults, const std::string& only) {
  const std::vector<BotSpec> bots = tournament.config().bots;
  bool any = false;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const FinishedFault& fault = faults[i];
    const std::string& name = bots[static_cast<std::size_t>(fault.bot)].name;
    if (!only.empty() && name != only) continue;
    fmt::print("{:>5}  {}  {}  job {}: {}\n", i + 1, name, to_text(fault.kind), fault.job.value(), fault.text);
    any = true;
  }
  if (!any) fmt::print("no faults{}\n", only.empty() ? "" : " of " + only);
}

ExitCode print_fault(const Tournament& tournament, const FinishedFault& listed, bool hex) {
  const FinishedFault fault = tournament.fault(listed);
  try {
    fmt::print("{}", explain(fault, record_of(tournament, fault), hex));
    return ExitCode::Ok;
  } catch (const std::runtime_error& error) {
    fmt::print("{}, job {}: {}\n", to_text(fault.kind), fault.job.value(), fault.text);
    std::cerr << "tichu-arena: explain: the fault's round is damaged and left out: " << error.what() << std::endl;
    return ExitCode::Bad;
  }
}

/// A ladder's reference is "sampler@1" on its page, and "sampler" in its tournament.
std::string stored_name(const std::string& asked, const TournamentConfig& config) {
  const auto is_stored = [&config](const std::string& name) {
    return std::any_of(config.bots.begin(), config.bots.end(), [&](const BotSpec& bot) { return bot.name == name; });
  };
  const std::string without_version = asked.substr(0, asked.find('@'));
  return !is_stored(asked) && is_stored(without_version) ? without_version : asked;
}

ExitCode run_explain(const ExplainFlags& flags) {
  const auto opened = Tournament::open(flags.folder, "explain");
  if (!opened) return refuse(opened.error());
  const Tournament& tournament = opened.value();
  const std::string bot = stored_name(flags.bot, tournament.config());
  if (!bot.empty()) {
    RoundFilter named;
    named.bots = {bot};
    const auto known = RoundPicker::check(named, tournament);
    if (!known) return refuse({"explain", "--bot", known.error().problem});
  }
  ExitCode exit_code = ExitCode::Ok;
  const std::vector<FinishedFault> faults = tournament.faults([&](const DamagedJob& damaged) {
    std::cerr << "tichu-arena: explain: left out because it is damaged: " << to_text(damaged) << std::endl;
    exit_code = ExitCode::Bad;
  });
  if (flags.fault > faults.size()) {
    return refuse({"explain", "--fault",
                   fmt::format("the tournament has {}, found {}", counted(faults.size(), "fault"), flags.fault)});
  }
  if (flags.fault == 0) {
    print_list(tournament, faults, bot);
  } else {
    exit_code = std::max(exit_code, print_fault(tournament, faults[flags.fault - 1], flags.hex));
    fmt::print("\nAgain: {} replay {} --fault {}\n", program_as_called(), shell_word(flags.folder), flags.fault);
  }
  std::fflush(stdout);
  return exit_code;
}

}  // namespace

void add_explain_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(ExplainHelp);
  const auto flags = std::make_shared<ExplainFlags>();
  command.add_option("DIR", flags->folder, "the tournament's folder, such as results/quickstart")->required();
  CLI::Option* fault = command.add_option("--fault", flags->fault, "number of the fault in the list")
                           ->transform(whole_number(1, 1'000'000'000));
  command.add_flag("--hex", flags->hex, "also show the last bytes each way in hexadecimal")->needs(fault);
  command.add_option("--bot", flags->bot, "list only this bot's faults")->excludes(fault);
  command.callback([flags, &exit_code] { exit_code = run_explain(*flags); });
}

}  // namespace tichu::arena
