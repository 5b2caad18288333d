// Announces a message of 4 GiB, and sends it.

#include <unistd.h>

#include <string>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class GiantFrame : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    write_bytes(STDOUT_FILENO, "\x80\x80\x80\x80\x10");
    const std::string bytes(1 << 16, 'x');
    while (true) write_bytes(STDOUT_FILENO, bytes);
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::GiantFrame>(count, words); }
