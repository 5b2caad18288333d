// Looks into other processes by way of /proc.

#include <dirent.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class ProcReader : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    DIR* processes = ::opendir("/proc");
    if (processes == nullptr) return look_at(::getppid());
    while (const dirent* entry = ::readdir(processes)) look_at(std::atoi(entry->d_name));
    ::closedir(processes);
  }
  static void look_at(int process) {
    if (process <= 0 || process == ::getpid()) return;
    const std::string folder = "/proc/" + std::to_string(process) + "/";
    for (const char* file : {"environ", "maps", "mem", "stack", "syscall"}) {
      if (can_read(folder + file)) succeeded(folder + file);
    }
    // The first process of a box minds it; its command line is no secret.
    if (process != 1 && can_read(folder + "cmdline")) succeeded(folder + "cmdline");
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::ProcReader>(count, words); }
