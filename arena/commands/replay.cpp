#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/debugging.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/other_ladders.h"
#include "arena/commands/play_tournament.h"
#include "arena/hosting/check/debugged_bot.h"
#include "arena/installation.h"
#include "arena/text/counted.h"
#include "arena/text/foreign_bytes.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/fault_replay.h"
#include "arena/tournament/play/isolation.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* ReplayHelp =
    R"(Plays a fault of a stored tournament again, against its bot as its file is now: the same table, seed, deals and events;
the other seats do as they did. Prints what the bot was asked and answers, and whether it is at fault again. What its process
had played before that table is not repeated.
The bot runs as in the tournament, in its sandbox and with its limits of time. To look into it: --wait, then gdb -p; or
--under COMMAND, which puts a command before the bot's own, without a sandbox, and must leave standard input and output to
the bot. With both there are no limits of time.
With --board, --to and --bot it is a board of a ladder service at which a bot of yours sat: its files at home take its seat
again, with the seed that it had there. A seat at fault is chosen unless --table and --seat say otherwise; without a fault
the table is played to its end. Each answer that was another then is told.
Exit code 0: no fault this time; 1: a fault; 2: there is nothing to replay.
Examples:
  tichu-arena replay results/cup --fault 1
  tichu-arena replay results/cup --fault 1 --wait
  tichu-arena replay --board 17 --to https://ladder.example/ --bot fox/build/bots/fox
  tichu-arena replay results/cup --fault 1 --under "gdbserver localhost:2345" --allow-unsandboxed)";

struct ReplayFlags : LadderFlags {
  std::string folder;
  std::optional<std::uint64_t> board;  ///< of a ladder
  std::string bot;
  std::optional<std::uint64_t> table;
  std::optional<int> seat;
  std::size_t fault = 0;  ///< from 1
  bool wait = false;
  std::string under;
  bool allow_unsandboxed = false;
};

void print_decision(const AskedAgain& asked) {
  const std::string answered = asked.answered.empty() ? "no valid answer" : asked.answered;
  fmt::print("{:<6}round {}  {:<20} {}\n{:<29}{}{}\n", asked.is_place ? "here" : "", asked.round.value() + 1,
             in_words(asked.question), asked.knew, "", answered,
             asked.then.empty() ? "" : "   (then: " + asked.then + ")");
  std::fflush(stdout);
}

ExitCode print_end(const FaultReplay& replay, const std::optional<FinishedFault>& then) {
  if (replay.fault) {
    fmt::print("fault: {}: {}\n", to_text(replay.fault->kind), replay.fault->text);
    if (!replay.fault->stderr_tail.empty()) fmt::print("{}\n", quoted_output(replay.fault->stderr_tail));
  } else {
    fmt::print("no fault{}\n",
               replay.reached || !then ? "" : ", and it was not asked again what it was asked when it was at fault");
  }
  if (then) fmt::print("then:  {}: {}\n", to_text(then->kind), then->text);
  std::fflush(stdout);
  return replay.fault ? ExitCode::Bad : ExitCode::Ok;
}

/// How the bot is run again.
struct BotAgain {
  BotSpec bot;
  TimeLimits limits;
  Isolation isolation;
};

OrInputError<BotAgain> bot_again(const ReplayFlags& flags, TournamentConfig config, std::size_t number) {
  BotAgain again{config.bots[number], config.limits, {}};
  if (flags.wait || !flags.under.empty()) again.limits = limits_for_debugging();
  if (!flags.under.empty()) {
    if (!again.bot.trusted && !flags.allow_unsandboxed) {
      return tl::unexpected(InputError{"replay", "--under",
                                       "runs the bot without a sandbox, and bot \"" + again.bot.name +
                                           "\" is not trusted; --allow-unsandboxed takes the risk"});
    }
    auto under = run_under(flags.under, again.bot);
    if (!under) return tl::unexpected(InputError{"--under", "\"" + flags.under + "\"", under.error()});
    again.bot = std::move(*under);
    return again;
  }
  config.allow_unsandboxed = config.allow_unsandboxed || flags.allow_unsandboxed;
  auto isolation = isolate(config);
  if (!isolation) return tl::unexpected(InputError{"replay", "", isolation.error()});
  again.isolation = std::move(*isolation);
  return again;
}

/// Says of a bot's file that it is another by now.
void tell_of_change(const BotSpec& bot) {
  if (bot.fingerprint.empty() || fingerprint_of(bot) == bot.fingerprint) return;
  std::cerr << "tichu-arena: replay: bot \"" << bot.name << "\" has changed since the tournament was played"
            << std::endl;
}

OrInputError<FinishedFault> chosen_fault(const Tournament& tournament, const ReplayFlags& flags) {
  const std::vector<FinishedFault> faults = tournament.faults([](const DamagedJob& damaged) {
    std::cerr << "tichu-arena: replay: left out, for it is damaged: " << to_text(damaged) << std::endl;
  });
  if (flags.fault > faults.size()) {
    return tl::unexpected(
        InputError{"replay", "--fault",
                   fmt::format("the tournament has {}, found {}", counted(faults.size(), "fault"), flags.fault)});
  }
  const FinishedFault& fault = faults[flags.fault - 1];
  if (fault.kind == FaultKind::GivenUp) {
    return tl::unexpected(
        InputError{"replay", "--fault", "the bot was not even started there; choose a fault before that"});
  }
  return fault;
}

ExitCode run_replay_of_tournament(const ReplayFlags& flags) {
  const auto tournament = Tournament::open(flags.folder, "replay");
  if (!tournament) return refuse(tournament.error());
  const TournamentConfig config = tournament->config();
  if (config.origin.imported)
    return refuse({"replay", flags.folder, "was made of records, so that its bots are names alone"});
  const auto fault = chosen_fault(*tournament, flags);
  if (!fault) return refuse(fault.error());
  const auto board = tournament->board(fault->job);
  if (!board) throw std::runtime_error("the store has a fault without its board");
  const auto number = static_cast<std::size_t>(fault->bot);
  auto again = bot_again(flags, config, number);
  if (!again) return refuse(again.error());
  tell_of_change(config.bots[number]);
  fmt::print("{} at seat {}, job {}, seating {}\n\n", again->bot.name, fault->seat.number(), fault->job.value(),
             fault->seating.value());
  std::fflush(stdout);
  FaultReplayPlan plan{config, *board, *fault, again->bot, again->limits};
  plan.sandbox = again->isolation.sandbox.get();
  plan.on_decision = print_decision;
  if (flags.wait) plan.on_start = wait_for_debugger;
  const auto replay = replay_fault(plan);
  if (!replay) return refuse({"replay", "--fault", replay.error()});
  return print_end(*replay, *fault);
}

/// The seat that the flags mean: of those at fault the first, or the first of all.
OrInputError<LadderSeat> chosen_seat(const ReplayFlags& flags, const std::vector<LadderSeat>& seats) {
  const LadderSeat* chosen = nullptr;
  for (const LadderSeat& seat : seats) {
    if (flags.table && seat.table.value() != *flags.table) continue;
    if (flags.seat && seat.seat.number() != *flags.seat) continue;
    if (chosen == nullptr || (seat.fault && !chosen->fault)) chosen = &seat;
  }
  if (chosen != nullptr) return *chosen;
  std::string own;
  for (const LadderSeat& seat : seats) {
    own += fmt::format("{}table {} seat {}", own.empty() ? "" : ", ", seat.table.value(), seat.seat.number());
  }
  return tl::unexpected(InputError{"--seat", "", "no bot of yours sat there, but at " + own});
}

/// Where `replay_fault` ends if the seat committed no fault: nowhere before the table's last event.
FinishedFault end_of_table(const LadderSeat& seat) {
  FinishedFault end;
  end.job = seat.board.job.number;
  end.seating = seat.table;
  end.seat = seat.seat;
  end.round = seat.board.rounds.back().number;
  end.question = Question::Turn;
  end.actions = std::numeric_limits<std::size_t>::max();
  return end;
}

/// The bot at home as the ladder would run it.
OrInputError<BotAgain> bot_at_home(const ReplayFlags& flags, const OtherLadders& ladders, TournamentConfig& config) {
  const BotFinder finder(bundled_bots_folder(), std::filesystem::current_path());
  auto bot = local_bot_from_argument("bot=" + flags.bot.substr(flags.bot.find('=') + 1), finder);
  if (!bot) return tl::unexpected(bot.error());
  const auto ladder = ladders.limits(flags.ladder);
  if (!ladder) return tl::unexpected(ladder.error());
  config.bots = {std::move(*bot)};
  config.limits = ladder->limits;
  config.sandbox = ladder->sandbox;
  return bot_again(flags, config, 0);
}

ExitCode run_replay_of_ladder(const ReplayFlags& flags, const OtherLadders& ladders) {
  if (flags.ladder.empty() || flags.bot.empty()) {
    return refuse({"replay", "--board", "needs --to, the ladder's address, and --bot, the bot's files at home"});
  }
  const auto seats = ladders.own_seats(flags, *flags.board);
  if (!seats) return refuse(seats.error());
  const auto seat = chosen_seat(flags, *seats);
  if (!seat) return refuse(seat.error());
  TournamentConfig config;
  config.rules = seat->rules;
  auto again = bot_at_home(flags, ladders, config);
  if (!again) return refuse(again.error());
  fmt::print("{} at seat {}, board {}, table {}\n\n", seat->version, seat->seat.number(), *flags.board,
             seat->table.value());
  std::fflush(stdout);
  const FinishedFault place = seat->fault.value_or(end_of_table(*seat));
  FaultReplayPlan plan{config, seat->board, place, again->bot, again->limits};
  plan.seed = seat->seed;
  plan.sandbox = again->isolation.sandbox.get();
  plan.on_decision = print_decision;
  if (flags.wait) plan.on_start = wait_for_debugger;
  const auto replay = replay_fault(plan);
  if (!replay) return refuse({"replay", "--board", replay.error()});
  return print_end(*replay, seat->fault);
}

ExitCode run_replay(const ReplayFlags& flags, const OtherLadders& ladders) {
  if (flags.board) return run_replay_of_ladder(flags, ladders);
  if (!flags.folder.empty() && flags.fault > 0) return run_replay_of_tournament(flags);
  return refuse({"replay", "", "needs a tournament's folder and --fault, or --board of a ladder"});
}

}  // namespace

void add_replay_command(CLI::App& command, ExitCode& exit_code, const OtherLadders& ladders) {
  command.footer(ReplayHelp);
  const auto flags = std::make_shared<ReplayFlags>();
  command.add_option("DIR", flags->folder, "the tournament's folder, such as results/quickstart");
  command.add_option("--fault", flags->fault, "number of a fault in the list of tichu-arena explain")
      ->transform(whole_number(1, 1'000'000'000));
  command.add_option("--board", flags->board, "instead: a board of a ladder at which a bot of yours sat");
  command.add_option("--to", flags->ladder, "the ladder's address")->envname(LadderVariable);
  add_token_flag(command, *flags);
  command.add_option("--bot", flags->bot, "the bot's files at home, as for tichu-arena check");
  command.add_option("--table", flags->table, "which table of the board");
  command.add_option("--seat", flags->seat, "which seat of it")->transform(whole_number(0, 3));
  command.add_flag("--wait", flags->wait, "wait for a debugger once the bot runs");
  command.add_option("--under", flags->under, "run the bot under this command");
  command.add_flag("--allow-unsandboxed", flags->allow_unsandboxed,
                   "run a bot that is not trusted even if no sandbox can keep it in");
  command.callback([flags, ladders, &exit_code] { exit_code = run_replay(*flags, ladders); });
}

}  // namespace tichu::arena
