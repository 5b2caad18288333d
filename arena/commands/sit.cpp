#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/tournament_flags.h"
#include "arena/commands/version.h"
#include "arena/installation.h"
#include "arena/seats/table/serve_table.h"
#include "arena/tournament/config/bot_finder.h"

namespace tichu::arena {
namespace {

constexpr const char* SitHelp =
    R"(A person sits down with three bots: prints a link, and whoever opens it in a browser has the seat. There is no
clock. Every answer is kept in results/NAME, so that the same command with --name NAME goes on at the same moment after
a reload, on another device by the same link, and after the program has ended. The rounds are stored there as a
tournament, which verify, export, analyse, report and serve take.
A bot is given as for play; NAME=person or person seats somebody else, by their own link. Several people have a clock
(--clock); if it runs out, steady decides. For devices of the same network: --address 0.0.0.0, and the machine's name in
the link; whoever knows the link has the seat, and nothing is encrypted.
Examples:
  tichu-arena sit
  tichu-arena sit --partner sampler --right steady --left mine=./bot --rules house --boards 8
  tichu-arena sit --coach --name training
  tichu-arena sit --person Anna --partner Ben=person --clock 60
  tichu-arena sit --name evening)";

struct SitFlags {
  TournamentFlags played;  ///< name, seed, results, rules and limits
  std::optional<std::string> partner;
  std::optional<std::string> right;
  std::optional<std::string> left;
  std::optional<std::string> person;
  std::optional<std::uint64_t> boards;
  bool coached = false;
  std::optional<std::uint64_t> clock;
  std::int64_t pace = 700;
  std::int64_t bomb_time = Beat::UsualBombTime.count();
  ServerAddress address;

  /// Whether something is given that decides what is played.
  bool decides_play() const {
    return partner || right || left || person || boards || coached || clock || played.seed || played.rules ||
           !played.rule.empty() || !played.limits.empty();
  }
};

/// Who sits at the seats, from the person whose table it is to the right.
OrInputError<PerSeat<BotSpec>> players_of(const SitFlags& flags) {
  const BotFinder finder(bundled_bots_folder(), std::filesystem::current_path());
  const std::array given{std::optional<std::string>("person"), flags.right, flags.partner, flags.left};
  constexpr std::array Places{"south", "east", "north", "west"};
  constexpr std::string_view Person = "=person";
  PerSeat<BotSpec> players;
  int people = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string word = given.at(i).value_or("sampler");
    BotSpec& player = players.values.at(i);
    if (word == "person" || word.ends_with(Person)) {
      ++people;
      player = person_named(word == "person" ? Places.at(i) : word.substr(0, word.size() - Person.size()));
      continue;
    }
    auto bot = local_bot_from_argument(word, finder);
    if (!bot) return tl::unexpected(bot.error());
    player = *std::move(bot);
  }
  BotSpec& first = players[Seat(0)];
  if (people == 1) first.name = "you";
  if (flags.person) first.name = *flags.person;
  return players;
}

OrInputError<Sitting> new_sitting(const SitFlags& flags) {
  TournamentConfig config;
  config.name = "sit";
  if (const auto applied = apply_flags(flags.played, config); !applied) return tl::unexpected(applied.error());
  config.format = flags.boards ? BoardFormat::Deals : BoardFormat::Games;
  config.boards = flags.boards.value_or(1);
  auto players = players_of(flags);
  if (!players) return tl::unexpected(players.error());
  auto sitting = make_sitting(std::move(config), *std::move(players), flags.coached);
  if (!sitting) return sitting;
  if (flags.clock) sitting->clock = std::chrono::seconds(*flags.clock);
  if (!sitting->is_company() && flags.clock) {
    return tl::unexpected(InputError{"sit", "--clock", "is for several people"});
  }
  if (!sitting->is_company()) return sitting;
  if (flags.coached) return tl::unexpected(InputError{"sit", "--coach", "a coach is for one person alone with bots"});
  return sitting;
}

OrInputError<std::unique_ptr<TableSession>> session_of(const SitFlags& flags, Beat& beat) {
  if (flags.played.name) {
    const std::filesystem::path folder =
        std::filesystem::path(flags.played.results.value_or("results")) / *flags.played.name;
    if (holds_sitting(folder)) {
      if (!flags.decides_play()) return TableSession::reopen(folder, beat, program_and_version());
      return tl::unexpected(InputError{
          folder.string(), "",
          "this table was begun, and goes on as it was: leave out all flags but --name, --results, --pace, --bombs, "
          "--address and --port, or name another"});
    }
  }
  auto sitting = new_sitting(flags);
  if (!sitting) return tl::unexpected(sitting.error());
  return TableSession::begin(*std::move(sitting), beat, program_and_version());
}

ExitCode run_sit(const SitFlags& flags) {
  ListeningPort port(flags.address);  // before anything is written
  SteadyBeat beat{std::chrono::milliseconds(flags.pace)};
  beat.set_bomb_time(std::chrono::milliseconds(flags.bomb_time));
  const auto session = session_of(flags, beat);
  if (!session) return refuse(session.error());
  TableSession& table = **session;
  if (const auto least = table.least_pace(); beat.pace() < least) {
    return refuse(
        {"sit", "--pace",
         fmt::format("is at least {} with several people: sooner nobody could say that a bomb comes", least.count())});
  }
  const auto own = MyBoards::make(table.folder().parent_path(), AnalysisSettings());
  if (!own) return refuse(own.error());
  const Sitting& sitting = table.sitting();
  serve_table(table, **own, port, [&](const PerSeat<std::string>& links) {
    fmt::print("{}\nis your seat; Ctrl-C ends this, and tichu-arena sit --name {} goes on\n", links[Seat(0)],
               sitting.config.name);
    for (const Seat seat : sitting.people()) {
      if (seat != Seat(0)) fmt::print("{}\nis the seat of {}\n", links[seat], sitting.at(seat).name);
    }
    std::fflush(stdout);
  });
  return ExitCode::Ok;
}

}  // namespace

void add_sit_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(SitHelp);
  const auto flags = std::make_shared<SitFlags>();
  TournamentFlags& played = flags->played;
  command.option_defaults()->group("Who plays");
  command.add_option("--partner", flags->partner, "the bot or person opposite you [sampler]");
  command.add_option("--right", flags->right, "whose turn comes after yours [sampler]");
  command.add_option("--left", flags->left, "whose turn comes before yours [sampler]");
  command.add_option("--person", flags->person, "your name at the table and in records [you]");
  command.option_defaults()->group("What is played");
  command.add_option("--boards", flags->boards, "so many rounds, each by itself [a game to the target]")
      ->transform(whole_number(1, 1000));
  command.add_option("--clock", flags->clock, "of several people: seconds for a decision [120]")
      ->transform(whole_number(1, 86400));
  command.add_flag("--coach", flags->coached, "training: what decisions lost, hints; answers can be taken back");
  command.add_option("--rules", played.rules, "preset: standard, house, online, sheet or gravon [standard]");
  command.add_option("--rule", played.rule, "one option of the rules, such as target=500; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--seed", played.seed, "seed of deals and bots [a secret one]")->transform(whole_number());
  command.option_defaults()->group("Where");
  command.add_option("--name", played.name, "name of the table's folder; if it was begun, it goes on [sit]");
  command.add_option("--results", played.results, "folder in which the table's folder is [results]");
  command.add_option("--port", flags->address.port, "TCP port; 0: any that is free [8080]")
      ->transform(whole_number(0, 65535));
  command.add_option("--address", flags->address.address, "address to listen on; 0.0.0.0: for all [127.0.0.1]");
  command
      .add_option(
          "--pace", flags->pace,
          "milliseconds from one action to the next; 0: bombs have no limit; with several people from 250 [700]")
      ->transform(whole_number(0, MostPace));
  command
      .add_option("--bombs", flags->bomb_time,
                  "milliseconds after a play in which you may say that you have a bomb [2500]")
      ->transform(whole_number(0, MostPace));
  command.option_defaults()->group("Limits of time of bots");
  add_time_limit_flags(command, played.limits);
  command.callback([flags, &exit_code] { exit_code = run_sit(*flags); });
}

}  // namespace tichu::arena
