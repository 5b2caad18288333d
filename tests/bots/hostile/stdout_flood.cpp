// Writes to its standard output without end.

#include <unistd.h>

#include <string>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class StdoutFlood : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    const std::string bytes(1 << 16, 'x');
    while (true) write_bytes(STDOUT_FILENO, bytes);
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::StdoutFlood>(count, words); }
