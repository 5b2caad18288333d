#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/sprt_flags.h"
#include "arena/commands/tournament_flags.h"
#include "arena/installation.h"
#include "arena/statistics/sequential/sequential_test.h"
#include "arena/text/counted.h"
#include "arena/tournament/config/tournament_file.h"

namespace tichu::arena {
namespace {

constexpr const char* TestHelp =
    R"(Tests whether NEW is stronger than OLD with as few boards as possible: it plays until the test is decided (a
generalized SPRT), then prints an estimate whose interval allows for the stopping. By default the test is in points
per round, which needs the fewest boards; with --elo0, --elo1 or --model it is in Elo.
With --pool NEW and OLD do not play against each other, but both against the same opponents on the same deals, and
the one verdict is about what NEW scores more.
arena/statistics/sequential/README.md has the formulas.
A bot is NAME (one that came with the arena), NAME=FILE.so (a plug-in), NAME=program:COMMAND (a program with its
arguments), NAME=json:COMMAND (one that speaks JSON) or NAME=remote:SEAT (elsewhere, with --seats).
Exit codes: 0 NEW is stronger (--points1), 1 it is not (--points0), 2 wrong flags, 3 a bot committed a fault, or the
machine failed, 4 undecided after --max-boards, 130 stopped.
Examples:
  tichu-arena test new=./build/new.so old=./build/old.so
  tichu-arena test steady greedy --points1 20 --max-boards 2000 --junit test.xml --markdown test.md
  tichu-arena test steady greedy --elo0 0 --elo1 20 --model normalized --json
  tichu-arena test new=./build/new.so old=./build/old.so --pool steady --pool greedy --pool mine=./mine.so
  tichu-arena test new=./build/new.so old=./build/old.so --pool steady --pool greedy --baseline results/baseline
  tichu-arena test new=./build/new.so old=./build/old.so --pool field/gauntlet.toml
  tichu-arena test new=./build/new.so old=./build/old.so --not-worse)";

constexpr std::uint64_t UsualMaxBoards = 100'000;

/// What --not-worse asks: at least as strong, and not weaker by three points per round.
constexpr PointsHypotheses NotWorse{-3, 0};

/// What the command was asked.
struct TestFlags {
  TournamentFlags tournament;
  PointsHypotheses points;
  EloHypotheses elo;
  bool in_elo = false;
  bool not_worse = false;
  std::vector<std::string> pool;
  std::optional<std::string> baseline;
  SprtErrors errors;
  std::optional<std::uint64_t> max_boards;
  TestOutputs outputs;
};

TestConfig test_config(const TestFlags& flags) {
  TestConfig test;
  if (flags.in_elo) test.measure = from_text<TestMeasure>(flags.elo.model).value_or(test.measure);
  test.first = flags.in_elo ? flags.elo.elo0 : flags.points.points0;
  test.second = flags.in_elo ? flags.elo.elo1 : flags.points.points1;
  test.alpha = flags.errors.alpha;
  test.beta = flags.errors.beta;
  if (flags.baseline) test.baseline = *flags.baseline;
  return test;
}

/// Says what the flags of a tournament mean for a test, and does not list those that mean nothing.
void describe_tournament_flags(CLI::App& command) {
  command.get_option("--deals")->description(
      "boards of one deal each, which is the default; end undecided after this many");
  command.get_option("--games")->description("boards of one game each; end undecided after this many");
  for (const char* flag : {"--anchor", "--strict", "--control-variates", "--luck-rounds"}) {
    command.get_option(flag)->group("");
  }
}

/// NEW, OLD and the pool. Of a tournament file among the pool, its bots, rules, limits and sandbox are taken.
OrInputError<TournamentConfig> tested_bots(const TestFlags& flags) {
  TournamentConfig config;
  config.boards = UsualMaxBoards;
  config.origin.boards_given = true;
  TournamentFlags with_pool = flags.tournament;
  std::optional<TournamentConfig> field;
  for (const std::string& opponent : flags.pool) {
    if (!opponent.ends_with(".toml")) {
      with_pool.bots.push_back(opponent);
      continue;
    }
    if (field) return tl::unexpected(InputError{"--pool", "\"" + opponent + "\"", "is a second tournament file"});
    auto read = read_tournament_file(opponent, bundled_bots_folder());
    if (!read) return tl::unexpected(read.error());
    field = std::move(*read);
    config.rules = field->rules;
    config.limits = field->limits;
    config.sandbox = field->sandbox;
  }
  if (const auto applied = apply_flags(with_pool, config); !applied) return tl::unexpected(applied.error());
  if (field) config.bots.insert(config.bots.end(), field->bots.begin(), field->bots.end());
  return config;
}

ExitCode run_test(const TestFlags& flags, const OtherMachines& machines) {
  if (const auto checked = check_match_bots(flags.tournament, "test"); !checked) return refuse(checked.error());
  OrInputError<TournamentConfig> read = tested_bots(flags);
  if (!read) return refuse(read.error());
  TournamentConfig config = std::move(*read);
  if (flags.max_boards) config.boards = *flags.max_boards;
  if (config.boards < MinTestBoards) {
    return refuse({"test",
                   flags.max_boards         ? "--max-boards"
                   : flags.tournament.games ? "--games"
                                            : "--deals",
                   fmt::format("{} can never answer: a test says nothing before {} boards",
                               counted(config.boards, "board"), MinTestBoards)});
  }
  if (!config.origin.name_given) config.name = match_name(config);
  config.test = test_config(flags);
  if (config.test->first >= config.test->second) {
    return refuse({"test", flags.in_elo ? "--elo0" : "--points0", "must be below the second hypothesis"});
  }
  return play_tournament(std::move(config), "test", flags.tournament, machines, flags.outputs);
}

}  // namespace

void add_test_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines) {
  command.footer(TestHelp);
  const auto flags = std::make_shared<TestFlags>();
  add_match_bots(command, flags->tournament, "NEW and OLD");
  command.option_defaults()->group("What is tested");
  command
      .add_option(
          "--pool", flags->pool,
          "an opponent that NEW and OLD both play, instead of each other, or a tournament file with such, whose rules, "
          "limits and sandbox hold; may be repeated, and all count alike")
      ->allow_extra_args(false);
  command
      .add_option("--baseline", flags->baseline,
                  "a stored tournament in which OLD met the pool: its boards are taken as they are, so that only NEW's "
                  "are played; its seed is used")
      ->needs("--pool");
  add_points_hypotheses(command, flags->points);
  command.add_flag("--not-worse", flags->not_worse,
                   "for changes that are to change nothing: the same as --points0 -3 --points1 0");
  add_elo_hypotheses(command, flags->elo);
  add_sprt_errors(command, flags->errors);
  command.add_option("--max-boards", flags->max_boards, "end undecided after this many boards [100000]")
      ->transform(whole_number(1, MaxBoards));
  command.option_defaults()->group("Output");
  command.add_flag("--json", flags->outputs.json,
                   "print one JSON object instead of text; the folder's test.json holds it too");
  command.add_option("--junit", flags->outputs.files.junit,
                     "also write a JUnit file; - is standard output, and text goes to standard error");
  command.add_option("--markdown", flags->outputs.files.markdown, "also write a Markdown file; - likewise");
  command.add_flag("!--no-keep", flags->outputs.keeps,
                   "delete the tournament's folder in the end; it stays if a bot committed a fault, or the test was "
                   "stopped");
  add_tournament_flags(command, flags->tournament);
  describe_tournament_flags(command);
  refuse_schedule_flags(command);
  for (const char* points : {"--points0", "--points1", "--not-worse", "--pool"}) {
    for (const char* elo : {"--elo0", "--elo1", "--model"}) {
      command.get_option(points)->excludes(command.get_option(elo));
    }
  }
  for (const char* points : {"--points0", "--points1"}) {
    command.get_option("--not-worse")->excludes(command.get_option(points));
  }
  command.callback([&command, flags, machines, &exit_code] {
    if (flags->not_worse) flags->points = NotWorse;
    flags->in_elo = command.count("--elo0") + command.count("--elo1") + command.count("--model") > 0;
    exit_code = run_test(*flags, machines);
  });
}

}  // namespace tichu::arena
