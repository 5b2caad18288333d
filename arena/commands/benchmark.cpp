#include <CLI/App.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/commands/benchmark_cards.h"
#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_stored.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/version.h"
#include "arena/installation.h"
#include "arena/presentation/report/card_report.h"
#include "arena/text/file_text.h"
#include "arena/text/number_text.h"
#include "arena/text/required_path.h"
#include "arena/text/standard_output.h"
#include "arena/text/whole_file.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* BenchmarkHelp =
    R"(Plays a bot against and beside the frozen bots of TichuBench and writes its card: strength over the pool, and what it
loses with partners that it does not know and to exploiters, with 95 % intervals. Everything is kept under results/NAME:
card.json, which is the same byte for byte wherever a bot without a clock plays, run.json (builds and times), card.txt,
and tournaments such as strength, which report, export, explain and resume take. The same command continues a benchmark
that was stopped or killed. `tichu-arena verify results/NAME` judges every round and the card.
results/benchmark/README.md has the protocol.
Examples:
  tichu-arena benchmark steady --quick
  tichu-arena benchmark mine=./mine.so --name mine-1
  tichu-arena benchmark mine=program:./my_bot.py --option mine.style=bold
  tichu-arena benchmark sampler --quick --time-option time_ms
  tichu-arena benchmark --cards results/*/card.json)";

constexpr std::uint64_t QuickPart = 10;
constexpr std::uint64_t MostPart = 1000;

struct BenchmarkFlags {
  std::string bot;
  std::string suite;
  std::string secret_seed;
  std::vector<std::string> cards;
  std::string time_option;
  std::uint64_t part = 1;
  bool json = false;
  bool check_pool = false;
  TournamentFlags tournament;
};

/// The measured bot, and where its results belong.
OrInputError<TournamentConfig> scratch_config(const BenchmarkFlags& flags) {
  TournamentConfig scratch;
  scratch.origin.seed_given = true;
  TournamentFlags of_bot;
  if (!flags.bot.empty()) of_bot.bots = {flags.bot};
  of_bot.bot_options = flags.tournament.bot_options;
  of_bot.results = flags.tournament.results;
  if (auto applied = apply_flags(of_bot, scratch); !applied) return tl::unexpected(applied.error());
  scratch.name = flags.tournament.name.value_or("benchmark-" + (flags.bot.empty() ? PoolFolder : scratch.bots[0].name));
  if (!is_tournament_name(scratch.name)) {
    return tl::unexpected(InputError{"--name", "\"" + scratch.name + "\"",
                                     "cannot be a folder's name; use letters, digits, '.', '_' and '-', at most 64"});
  }
  return scratch;
}

OrInputError<std::optional<std::uint64_t>> secret_seed_of(const std::string& path) {
  if (path.empty()) return std::optional<std::uint64_t>();
  if (const auto found = require_file(path); !found)
    return tl::unexpected(InputError{"--secret-seed", "", found.error()});
  std::string text;
  std::ifstream(path) >> text;
  const auto seed = number_from<std::uint64_t>(text, 16);
  if (seed.value_or(0) < LeastSecretSeed) {
    return tl::unexpected(InputError{"--secret-seed", "\"" + path + "\"",
                                     "must hold a seed that nobody can guess: 12 to 16 hexadecimal digits, from "
                                     "100000000000 on (such as: openssl rand -hex 8)"});
  }
  return seed;
}

ExitCode write_card(const BenchmarkSuite& suite, std::uint64_t part, const fs::path& folder,
                    std::chrono::nanoseconds wall, bool json) {
  const auto card = card_of(suite, part, folder);
  if (!card) return refuse(card.error());
  std::vector<TournamentReport> tracks;
  for (const char* name : {StrengthFolder, PartnersFolder}) {
    tracks.push_back(Tournament::open(folder / name, "benchmark").value().report());
  }
  const std::string text = card_json(*card);
  write_whole_file(folder / CardFileName, text);
  write_whole_file(folder / CardTextFileName, card_text(text));
  write_whole_file(folder / CardRunFileName, card_run_json(text, program_and_version(), wall, tracks));
  std::cout << (json ? text : "\n" + card_text(text, terminal_width(1))) << std::flush;
  std::cerr << "tichu-arena: " << (folder / CardFileName).string() << std::endl;
  return ExitCode::Ok;
}

ExitCode print_cards(const std::vector<std::string>& files) {
  std::vector<std::string> cards;
  nlohmann::json first;
  for (const std::string& path : files) {
    if (const auto found = require_file(path); !found) return refuse({"--cards", "", found.error()});
    cards.push_back(read_file_text(path));
    if (!is_card(cards.back())) {
      return refuse({"--cards", "\"" + path + "\"", "is no card; name files card.json of benchmarks"});
    }
    const auto card = nlohmann::json::parse(cards.back());
    if (cards.size() == 1) first = card;
    for (const char* part : {"/suite/sha256", "/boards/kind"}) {
      const nlohmann::json::json_pointer place(part);
      if (card.at(place) == first.at(place)) continue;
      return refuse(
          {"--cards", "\"" + path + "\"", "is a card of another suite or of other boards than " + files.front()});
    }
  }
  std::cout << cards_markdown(cards) << std::flush;
  return ExitCode::Ok;
}

/// Plays all tournaments of a bot, and writes its card. `--minutes` may end it before that.
ExitCode measure(const BenchmarkSuite& suite, const TournamentConfig& scratch, const BenchmarkExtent& extent,
                 const BenchmarkFlags& flags, const OtherMachines& machines) {
  const fs::path folder = scratch.results / scratch.name;
  const auto began = std::chrono::steady_clock::now();
  ExitCode ended = ExitCode::Ok;
  const auto play = [&](TournamentConfig config) -> OrInputError<std::optional<Tournament>> {
    const fs::path place = folder / config.name;
    const bool is_pool = config.name == PoolFolder;  // its records are compared instead
    config.results = folder;
    ended = play_stored(std::move(config), "benchmark", flags.tournament, machines, is_pool);
    if (ended != ExitCode::Ok) return std::optional<Tournament>();
    auto stored = Tournament::open(place, "benchmark");
    if (!stored) return tl::unexpected(stored.error());
    if (stored->progress().complete) return std::optional(std::move(*stored));
    std::cerr << "tichu-arena: benchmark: \"" << place.string()
              << "\" is not played to its end; the same command again continues it" << std::endl;
    return std::optional<Tournament>();
  };
  if (flags.bot.empty()) {
    const auto pool = play(pool_tournament(suite));
    if (!pool) return refuse(pool.error());
    if (!*pool) return ended;
    const auto checked = check_pool(suite, **pool);
    return checked ? ExitCode::Ok : refuse(checked.error());
  }
  const auto all = play_tracks(suite, scratch.bots[0], extent, play);
  if (!all) return refuse(all.error());
  if (!*all) return ended;
  for (const int milliseconds : TimesTold) {
    if (flags.time_option.empty()) break;
    const auto played = play(time_tournament(suite, scratch.bots[0], extent, flags.time_option, milliseconds));
    if (!played) return refuse(played.error());
    if (!*played) return ended;
  }
  return write_card(suite, extent.part, folder, std::chrono::steady_clock::now() - began, flags.json);
}

ExitCode run_benchmark(const BenchmarkFlags& flags, const OtherMachines& machines) {
  if (!flags.cards.empty()) return print_cards(flags.cards);
  if (flags.bot.empty() && !flags.check_pool) {
    return refuse({"benchmark", "", "name a bot, such as mine=./mine.so, or cards with --cards"});
  }
  if (!flags.tournament.nats.empty()) {
    return refuse({"--nats", "", "does not go with benchmark: it plays on this machine"});
  }
  const auto suite =
      read_suite(flags.suite.empty() ? bundled_suite_folder() : fs::path(flags.suite), bundled_bots_folder());
  if (!suite) return refuse(suite.error());
  const auto scratch = scratch_config(flags);
  if (!scratch) return refuse(scratch.error());
  const auto seed = secret_seed_of(flags.secret_seed);
  if (!seed) return refuse(seed.error());
  return measure(*suite, *scratch, {flags.part, *seed}, flags, machines);
}

}  // namespace

void add_benchmark_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines) {
  command.footer(BenchmarkHelp);
  const auto flags = std::make_shared<BenchmarkFlags>();
  command.add_option("BOT", flags->bot, "the bot to measure, in any form that play takes");
  command.option_defaults()->group("What is played");
  command.add_option("--part", flags->part, "only the first boards, one in so many [1]")
      ->transform(whole_number(1, MostPart));
  command
      .add_flag_callback(
          "--quick", [flags] { flags->part = QuickPart; }, "the same as --part 10")
      ->excludes("--part");
  command.add_option("--secret-seed", flags->secret_seed,
                     "a file with the seed of evaluation boards, in hexadecimal [public development boards]");
  command.add_option("--time-option", flags->time_option,
                     "also a tenth of the strength at 1, 10 and 100 ms a decision, which this option of the bot sets");
  command.add_option("--suite", flags->suite, "the folder of the suite [version 1]");
  command
      .add_option("--option", flags->tournament.bot_options,
                  "an option to hand to the bot, BOT.NAME=VALUE; may be repeated")
      ->allow_extra_args(false);
  command.add_flag("--check-pool", flags->check_pool,
                   "without BOT: only says by exit code 0 or 1 whether the bots of this build play as the suite's");
  command.option_defaults()->group("Output");
  command.add_option("--name", flags->tournament.name, "name of the benchmark's folder [benchmark-BOT]");
  command.add_option("--results", flags->tournament.results, "folder in which to make it [results]");
  command.add_flag("--json", flags->json, "print card.json instead of tables");
  command.add_option("--cards", flags->cards, "plays nothing: prints a table of these files card.json, in Markdown");
  add_running_flags(command, flags->tournament);
  for (const char* unused : {"--nats", "--nats-ca", "--control-variates", "--luck-rounds", "--events", "--strict"}) {
    command.get_option(unused)->group("");
  }
  command.callback([flags, machines, &exit_code] { exit_code = run_benchmark(*flags, machines); });
}

}  // namespace tichu::arena
