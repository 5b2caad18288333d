#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "arena/commands/command.h"
#include "arena/commands/event_flags.h"
#include "arena/commands/play_event.h"
#include "arena/commands/sprt_flags.h"
#include "arena/report/sequential_report.h"
#include "arena/schedule/sequential_schedule.h"

namespace tichu::arena {
namespace {

constexpr const char* Help =
    R"(Tests whether NEW is stronger than OLD, over as few boards as will do: plays on until the answer is plain (a generalized
SPRT), then prints the estimate with an interval that is right after stopping. By default in points a round, which takes
the fewest boards; with --elo0, --elo1 or --model in Elo. arena/sequential/README.md has the formulas.
Exit codes: 0 NEW is stronger (--points1), 1 it is not (--points0), 2 undecided after --max-boards, or wrong flags, 3 a bot
committed a fault, or the machine failed, 130 stopped.
Examples:
  tichu-arena test new=./build/new.so old=./build/old.so
  tichu-arena test steady greedy --points1 20 --max-boards 2000 --junit test.xml --markdown test.md
  tichu-arena test steady greedy --elo0 0 --elo1 20 --model normalized --json)";

constexpr std::uint64_t UsualMaxBoards = 100'000;

/// What the command was asked.
struct TestFlags {
  EventFlags event;
  PointsHypotheses points;
  EloHypotheses elo;
  bool in_elo = false;
  SprtErrors errors;
  std::optional<std::uint64_t> max_boards;
  bool json = false;
  std::string junit;
  std::string markdown;
};

SequentialPlan plan_of(const TestFlags& flags, const EventConfig& config) {
  SequentialPlan plan;
  plan.errors = flags.errors;
  plan.max_boards = config.boards;
  plan.tables = table_count(config.seatings);
  plan.first = flags.in_elo ? flags.elo.elo0 : flags.points.points0;
  plan.second = flags.in_elo ? flags.elo.elo1 : flags.points.points1;
  if (flags.in_elo) {
    const bool is_logistic = flags.elo.elo_model() == EloModel::Logistic;
    plan.measure = is_logistic ? TestMeasure::LogisticElo : TestMeasure::NormalizedElo;
  }
  return plan;
}

SequentialReport report_of_event(const PlayedEvent& event, const SequentialPlan& plan) {
  SequentialTest test(plan);
  // The store has them in the order of jobs, which is that of boards.
  for (const RatedBoard& board : event.store.rated_boards()) test.add(board.result);
  const EventConfig& config = event.outcome.report.config;
  SequentialReport report = report_test(test);
  report.stronger = config.bots[0].name;
  report.other = config.bots[1].name;
  report.faults = event.outcome.report.faults.size();
  report.stopped = event.outcome.stopped;
  report.seed = config.seed;
  report.rules = preset_name(config.rules);
  report.folder = event.folder.string();
  return report;
}

void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(path + ": cannot be written");
}

ExitCode exit_code_of(const SequentialReport& report) {
  if (report.stopped) return ExitCode::Interrupted;
  if (report.faults > 0) return ExitCode::Environment;
  switch (report.state.verdict) {
    case SprtVerdict::Accepted:
      return ExitCode::Ok;
    case SprtVerdict::Rejected:
      return ExitCode::Bad;
    case SprtVerdict::Undecided:
      break;
  }
  return ExitCode::Usage;
}

ExitCode run(const TestFlags& flags) {
  EventConfig config;
  config.boards = UsualMaxBoards;
  if (const auto error = apply_flags(flags.event, config)) return refuse(*error);
  if (flags.max_boards) config.boards = *flags.max_boards;
  if (!config.name_given) config.name = match_name(config);
  if (flags.event.control_variates) {
    return refuse(
        {"test", "--control-variates", "a sequential test takes none; play a fixed number of deals with them"});
  }
  const SequentialPlan plan = plan_of(flags, config);
  if (plan.first >= plan.second) {
    return refuse({"test", flags.in_elo ? "--elo0" : "--points0", "must be below the second hypothesis"});
  }
  auto played = play_into_folder(std::move(config), "test", flags.event, [plan]() -> std::unique_ptr<Schedule> {
    return std::make_unique<SequentialSchedule>(plan);
  });
  if (const auto* code = std::get_if<ExitCode>(&played)) return *code;
  auto& event = std::get<PlayedEvent>(played);
  const SequentialReport report = report_of_event(event, plan);
  write_file((event.folder / "test.json").string(), sequential_json(report));
  write_file(flags.junit, sequential_junit(report));
  write_file(flags.markdown, sequential_markdown(report));
  table_output(flags.event) << (flags.json ? sequential_json(report) : sequential_text(report)) << std::flush;
  if (event.stream != nullptr) event.stream->test(sequential_json(report));
  event.close_stream();
  return exit_code_of(report);
}

}  // namespace

void add_test_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App* command = app.add_subcommand("test", "tests whether one bot is stronger than another; stops by itself");
  command->footer(Help);
  const auto flags = std::make_shared<TestFlags>();
  command->add_option("BOTS", flags->event.bots, "NEW and OLD")->expected(2)->required();
  add_points_hypotheses(*command, flags->points);
  add_elo_hypotheses(*command, flags->elo);
  add_sprt_errors(*command, flags->errors);
  command->add_option("--max-boards", flags->max_boards, "undecided after so many boards [100000]")
      ->check(CLI::Range(std::uint64_t{1}, MaxBoards));
  command->add_flag("--json", flags->json, "one JSON object instead of text; it is in test.json of the folder too");
  command->add_option("--junit", flags->junit, "also write a JUnit file");
  command->add_option("--markdown", flags->markdown, "also write a Markdown file");
  add_event_flags(*command, flags->event);
  for (const char* points : {"--points0", "--points1"}) {
    for (const char* elo : {"--elo0", "--elo1", "--model"}) {
      command->get_option(points)->excludes(command->get_option(elo));
    }
  }
  command->callback([command, flags, &exit_code] {
    flags->in_elo = command->count("--elo0") + command->count("--elo1") + command->count("--model") > 0;
    exit_code = run(*flags);
  });
}

}  // namespace tichu::arena
