// Answers the next request too, before it is asked: it would seem to need no time.

#include <time.h>
#include <unistd.h>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class EarlyAnswer : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void answer(const protocol::Request& request) override {
    HostileBot::answer(request);
    if (harmless()) return;
    const timespec until_it_is_read{0, 1'000'000};
    ::nanosleep(&until_it_is_read, nullptr);
    write_bytes(STDOUT_FILENO, conversation().answer(request.id + 1, honest_answer(request.question)));
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::EarlyAnswer>(count, words); }
