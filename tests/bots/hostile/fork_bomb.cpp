// Starts processes that start processes, until there can be no more; then plays on while they stay.

#include <unistd.h>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class ForkBomb : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    for (int refused = 0; refused < 20;) {
      const pid_t child = ::fork();
      if (child == 0) attack();
      if (child < 0) ++refused;
    }
    if (::getpid() != self_) hang();
  }

  const pid_t self_ = ::getpid();
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::ForkBomb>(count, words); }
