// Keeps processors busy from its first turn to its end, on threads of its own.

#include <thread>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class CpuBurner : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    for (int i = 0; i < 4; ++i) {
      std::thread([] {
        volatile unsigned long count = 0;
        while (true) count = count + 1;
      }).detach();
    }
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::CpuBurner>(count, words); }
