// Reads what is not its own: the event's files, other bots', the system's.

#include <string>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class FileReader : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    for (const std::string& secret : secrets()) {
      if (can_read(secret)) succeeded(secret);
    }
    for (const char* path : {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/proc/kcore", "/dev/mem"}) {
      if (can_read(path)) succeeded(path);
    }
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::FileReader>(count, words); }
