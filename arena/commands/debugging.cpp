#include "arena/commands/debugging.h"

#include <iostream>
#include <string>

namespace tichu::arena {

void wait_for_debugger(const std::vector<pid_t>& processes) {
  for (const pid_t process : processes) {
    std::cerr << "tichu-arena: the bot runs as process " << process << ": gdb -p " << process << "\n";
  }
  std::cerr << "tichu-arena: let it go on there, then press Enter here" << std::endl;
  std::string line;
  std::getline(std::cin, line);
}

}  // namespace tichu::arena
