#include "arena/commands/command_line.h"
#include "arena/commands/other_ladders.h"
#include "arena/commands/other_machines.h"

namespace tichu::arena {

std::vector<Command> tool_commands(const OtherLadders& ladders, const OtherMachines& machines, JudgingBench judging) {
  const auto with = [&ladders](auto add) {
    return [add, ladders](CLI::App& command, ExitCode& exit_code) { add(command, exit_code, ladders); };
  };
  return {
      {"new-bot", add_new_bot_command},
      {"check", with(add_check_command)},
      {"enter", add_enter_command},
      {"retire", with(add_retire_command)},
      {"pause", with(add_pause_command)},
      {"benchmark",
       [machines](CLI::App& command, ExitCode& exit_code) { add_benchmark_command(command, exit_code, machines); }},
      {"dataset",
       [machines](CLI::App& command, ExitCode& exit_code) { add_dataset_command(command, exit_code, machines); }},
      {"connect", add_connect_command},
      {"sit", add_sit_command},
      {"mine", add_mine_command},
      {"mcp", add_mcp_command},
      {"list", add_list_command},
      {"show", add_show_command},
      {"report", add_report_command},
      {"serve", add_serve_command},
      {"explain", add_explain_command},
      {"replay", with(add_replay_command)},
      {"export", add_export_command},
      {"analyse", add_analyse_command},
      {"import", add_import_command},
      {"verify", add_verify_command},
      {"rate", add_rate_command},
      {"elo", add_elo_command},
      {"llr", add_llr_command},
      {"moves", add_moves_command},
      {"perft", add_perft_command},
      {"bench", [judging](CLI::App& command, ExitCode& exit_code) { add_bench_command(command, exit_code, judging); }}};
}

}  // namespace tichu::arena
