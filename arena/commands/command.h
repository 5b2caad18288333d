#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace tichu::arena {

struct BenchReport;
struct OtherLadders;
struct OtherMachines;
struct PluginBenchPlan;

/// Measures what a leader spends on boards that workers play (arena/workers/bench).
using JudgingBench = BenchReport (*)(const PluginBenchPlan& plan);

/// How the program ends; the same numbers for every command but `test`, which answers by them
/// (`SequentialReport::exit_code`).
enum class ExitCode : int {
  Ok = 0,             ///< done as asked
  Bad = 1,            ///< done, but what was examined is bad (a record that breaks the rules)
  Usage = 2,          ///< wrong flags, configuration or bot: nothing was written
  Environment = 3,    ///< the machine failed: disk full, a file that cannot be read
  Undecided = 4,      ///< a test ended at its limit of boards without a verdict
  Interrupted = 130,  ///< stopped by a signal; what was finished is stored
};

/// Each command of one machine lives in a file of its own, `<name>.cpp`, and is declared here. Of CLI11 it includes
/// <CLI/App.hpp> alone, because <CLI/CLI.hpp>, which `command_line.cpp` includes for all, takes seconds more to
/// compile. It adds flags to its subcommand, and an example as footer; word and description stand in `command_words`.
/// If the command line names it, CLI11 runs its callback, which sets `exit_code` (Ok before). Environment failures
/// leave as exceptions and are caught once, in `run_program`.
void add_tournament_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines);
void add_resume_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines);
void add_play_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines);
void add_enter_command(CLI::App& command, ExitCode& exit_code);
void add_retire_command(CLI::App& command, ExitCode& exit_code, const OtherLadders& ladders);
void add_pause_command(CLI::App& command, ExitCode& exit_code, const OtherLadders& ladders);
void add_new_bot_command(CLI::App& command, ExitCode& exit_code);
void add_list_command(CLI::App& command, ExitCode& exit_code);
void add_show_command(CLI::App& command, ExitCode& exit_code);
void add_export_command(CLI::App& command, ExitCode& exit_code);
void add_explain_command(CLI::App& command, ExitCode& exit_code);
void add_replay_command(CLI::App& command, ExitCode& exit_code, const OtherLadders& ladders);
void add_import_command(CLI::App& command, ExitCode& exit_code);
void add_moves_command(CLI::App& command, ExitCode& exit_code);
void add_verify_command(CLI::App& command, ExitCode& exit_code);
void add_bench_command(CLI::App& command, ExitCode& exit_code, JudgingBench judging);
void add_perft_command(CLI::App& command, ExitCode& exit_code);
void add_report_command(CLI::App& command, ExitCode& exit_code);
void add_sit_command(CLI::App& command, ExitCode& exit_code);
void add_mine_command(CLI::App& command, ExitCode& exit_code);
void add_mcp_command(CLI::App& command, ExitCode& exit_code);
void add_serve_command(CLI::App& command, ExitCode& exit_code);
void add_check_command(CLI::App& command, ExitCode& exit_code, const OtherLadders& ladders);
void add_elo_command(CLI::App& command, ExitCode& exit_code);
void add_llr_command(CLI::App& command, ExitCode& exit_code);
void add_rate_command(CLI::App& command, ExitCode& exit_code);
void add_test_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines);
void add_connect_command(CLI::App& command, ExitCode& exit_code);
void add_benchmark_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines);
void add_dataset_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines);
void add_analyse_command(CLI::App& command, ExitCode& exit_code);

}  // namespace tichu::arena
