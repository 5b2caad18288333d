// Greets with a message that does not come to its end.

#include <time.h>
#include <unistd.h>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class EndlessHandshake : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void greet() override {
    if (harmless()) return PlayingProgram::greet();
    write_bytes(STDOUT_FILENO, "\xff\x7f");  // a message of 16383 bytes follows
    const timespec pause{0, 10'000'000};
    while (true) {
      write_bytes(STDOUT_FILENO, "x");
      ::nanosleep(&pause, nullptr);
    }
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::EndlessHandshake>(count, words); }
