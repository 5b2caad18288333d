// Writes 4 MB to its standard error before it answers.

#include <unistd.h>

#include <string>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class StderrFlood : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    const std::string bytes(1 << 20, 'e');
    for (int i = 0; i < 4; ++i) write_bytes(STDERR_FILENO, bytes);
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::StderrFlood>(count, words); }
