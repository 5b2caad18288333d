// Answers with the first half of a message and says no more.

#include <unistd.h>

#include <string_view>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class HalfFrame : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void answer(const protocol::Request& request) override {
    if (harmless()) return HostileBot::answer(request);
    const std::string_view frame = conversation().answer(request.id, honest_answer(request.question));
    write_bytes(STDOUT_FILENO, frame.substr(0, frame.size() / 2));
    hang();
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::HalfFrame>(count, words); }
