// tichu-box: the last step from the arena to a bot that is not trusted. Only the arena runs it.

#include <cstdio>
#include <optional>

#include "arena/hosting/sandbox/box/first_process.h"
#include "arena/hosting/sandbox/box/jail.h"
#include "arena/hosting/sandbox/box_protocol.h"

int main(int count, char** argv) {
  using tichu::arena::BoxTask;
  const std::optional<tichu::arena::BoxOptions> options = tichu::arena::parse_box_options({argv + 1, argv + count});
  if (!options) {
    std::fputs("tichu-box is run by tichu-arena, around a bot that is not trusted\n", stderr);
    return 2;
  }
  options->task == BoxTask::FirstProcess ? tichu::arena::run_first_process(*options)
                                         : tichu::arena::become_jailed_bot(*options);
}
