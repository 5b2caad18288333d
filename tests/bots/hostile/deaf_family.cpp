// Does not listen to SIGTERM, nor do its child and grandchild in a session of their own, which hold its pipes; none of
// them ends by itself.

#include <signal.h>
#include <unistd.h>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class DeafFamily : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void start() override {
    if (harmless()) return;
    ::signal(SIGTERM, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    if (::fork() == 0) {
      ::setsid();
      ::fork();
      hang();
    }
  }
  void end() override {
    if (!harmless()) hang();
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::DeafFamily>(count, words); }
