#include "arena/commands/command_line.h"
#include "arena/commands/other_machines.h"

namespace tichu::arena {

std::vector<CommandGroup> all_commands(const OtherMachines& machines) {
  const auto ladder = [machines](CLI::App& app, ExitCode& exit_code) { add_ladder_command(app, exit_code, machines); };
  return {{"Bots", {add_new_bot_command, add_check_command}},
          playing_commands(machines).front(),
          {"Ladders", {add_enter_command, add_retire_command, add_pause_command}},
          {"Many machines", {add_worker_command, add_broker_command}},
          {"Stored tournaments",
           {add_list_command, add_show_command, add_report_command, add_serve_command, add_explain_command,
            add_replay_command, add_export_command, add_analyse_command}},
          {"Ladder services",
           {ladder, add_submit_command, add_status_command, add_logs_command, add_withdraw_command, add_ask_command}},
          {"Records of rounds", {add_import_command, add_verify_command}},
          {"Calculators", {add_rate_command, add_elo_command, add_llr_command}},
          {"The engine", {add_moves_command, add_perft_command, add_bench_command}},
          {"Help", {add_man_command, add_completion_command}}};
}

}  // namespace tichu::arena
