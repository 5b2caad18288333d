// tichu-arena-tools: what one machine does besides playing. Of a ladder elsewhere it is handed how that is asked.
#include "arena/commands/command_line.h"
#include "arena/commands/command_words.h"
#include "arena/commands/other_ladders.h"
#include "arena/commands/program.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/service/commands/remote_ladders.h"
#include "arena/workers/bench/judging_bench.h"

int main(int argc, char** argv) {
  using namespace tichu::arena;  // NOLINT(google-build-using-namespace)
  return run_program([&] {
    raise_descriptor_limit();
    return run_command_line(argc, argv, {ToolsProgram, tool_commands(remote_ladders(), run_judging_bench)});
  });
}
