// Takes all memory that it gets: of its own, and where that ends shared.

#include <sys/mman.h>

#include <cstring>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class MemoryHog : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    take(MAP_PRIVATE | MAP_ANONYMOUS);
    take(MAP_SHARED | MAP_ANONYMOUS);
  }
  static void take(int kind) {
    constexpr std::size_t Block = 1 << 20;
    while (true) {
      void* block = ::mmap(nullptr, Block, PROT_READ | PROT_WRITE, kind, -1, 0);
      if (block == MAP_FAILED) return;
      std::memset(block, 1, Block);
    }
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::MemoryHog>(count, words); }
