#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>

#include "arena/commands/command.h"
#include "arena/commands/version.h"
#include "arena/sandbox/descriptor_limit.h"

namespace {

using tichu::arena::ExitCode;

/// Parses and runs; the environment's failures leave as exceptions.
ExitCode run(int argc, char** argv) {
  ExitCode exit_code = ExitCode::Ok;
  CLI::App app("An arena for bots that play the card game Tichu.", "tichu-arena");
  app.set_version_flag("--version", tichu::arena::program_and_version());
  app.footer("Example:\n  tichu-arena play steady greedy --deals 200");
  app.require_subcommand(1);
  tichu::arena::add_tournament_command(app, exit_code);
  tichu::arena::add_play_command(app, exit_code);
  tichu::arena::add_new_bot_command(app, exit_code);
  tichu::arena::add_resume_command(app, exit_code);
  tichu::arena::add_export_command(app, exit_code);
  tichu::arena::add_report_command(app, exit_code);
  tichu::arena::add_serve_command(app, exit_code);
  tichu::arena::add_explain_command(app, exit_code);
  tichu::arena::add_import_command(app, exit_code);
  tichu::arena::add_moves_command(app, exit_code);
  tichu::arena::add_verify_command(app, exit_code);
  tichu::arena::add_bench_command(app, exit_code);
  tichu::arena::add_perft_command(app, exit_code);
  tichu::arena::add_check_command(app, exit_code);
  tichu::arena::add_elo_command(app, exit_code);
  tichu::arena::add_llr_command(app, exit_code);
  tichu::arena::add_rate_command(app, exit_code);
  tichu::arena::add_test_command(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ExitCode::Ok : ExitCode::Usage;
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that leaves early is noticed where the text is written.
  std::signal(SIGPIPE, SIG_IGN);
  tichu::arena::raise_descriptor_limit();
  try {
    return static_cast<int>(run(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "tichu-arena: " << error.what() << std::endl;
    return static_cast<int>(ExitCode::Environment);
  }
}
