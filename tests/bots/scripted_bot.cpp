// A program that plays by first_play until its script makes it misbehave. What it can do stands in `usage`; requests
// are counted from 1 over the life of the process.

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "tests/bots/playing_program.h"

namespace tichu::tests {
namespace {

constexpr const char* Usage =
    "scripted_bot [--tag TEXT] [--notes FILE] [--no-hello] [--bad-hello] [--half-hello] [--version N] "
    "[--crash-at-start]\n"
    "  [--exit-at-start] [--close-at-start] [--family N] [--fork-grandchild] [--ignore-sigterm] [--flood-stderr]\n"
    "  [--crash-at N] [--abort-at N] [--kill-at N] [--exit-at N] [--hang-at N] [--stop-at N] [--close-stdout-at N]\n"
    "  [--garbage-at N] [--oversized-at N] [--half-frame-at N] [--illegal-at N] [--late-at N] [--wrong-id-at N] "
    "[--twice-at N]\n"
    "  [--print-at-start] [--print-at N] [--exit-after N] [--crash-after N] [--crash-at-end] [--fork-at N]\n";

/// The words of the command line: flags, and names with a number or text.
class Script {
 public:
  Script(int count, char** words) {
    for (int i = 1; i < count; ++i) {
      const std::string word = words[i];
      const bool has_value = i + 1 < count && std::string_view(words[i + 1]).substr(0, 2) != "--";
      values_[word] = has_value ? words[++i] : "";
    }
  }
  bool has(const std::string& name) const { return values_.count(name) != 0; }
  std::string text(const std::string& name) const { return has(name) ? values_.at(name) : ""; }
  long value(const std::string& name) const { return has(name) ? std::atol(values_.at(name).c_str()) : -1; }

 private:
  std::map<std::string, std::string> values_;
};

[[noreturn]] void hang() {
  while (true) ::pause();
}

void crash(int number) {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::signal(number, SIG_DFL);  // a sanitizer catches some
  ::raise(number);
}

/// A process that holds the bot's pipes open, does not listen to SIGTERM and never ends by itself.
void fork_grandchild() {
  if (::fork() != 0) return;
  ::signal(SIGTERM, SIG_IGN);
  hang();
}

/// A process that works for ever.
void fork_worker() {
  if (::fork() != 0) return;
  while (::getpid() != 0) {
  }
}

class ScriptedBot : public PlayingProgram {
 public:
  explicit ScriptedBot(const Script& script) : script_(script) {}

 private:
  void start() override {
    ::signal(SIGSEGV, SIG_DFL);  // a sanitizer catches it, also where it comes from outside
    if (script_.has("--ignore-sigterm")) ::signal(SIGTERM, SIG_IGN);
    if (script_.has("--fork-grandchild")) fork_grandchild();
    for (long i = 0; i < script_.value("--family"); ++i) {
      if (::fork() == 0) hang();
    }
    if (script_.has("--crash-at-start")) crash(SIGSEGV);
    if (script_.has("--exit-at-start")) std::_Exit(4);
    if (script_.has("--close-at-start")) ::close(STDOUT_FILENO);
    if (script_.has("--bad-hello")) write_bytes(STDOUT_FILENO, "\x05hello");
    if (script_.has("--no-hello")) hang();
    if (script_.has("--print-at-start")) write_bytes(STDOUT_FILENO, "ready\n");
    if (script_.has("--half-hello")) {
      write_bytes(STDOUT_FILENO, "\x20\x0a\x1e\x08\x01 half a frame");
      hang();
    }
  }
  void end() override {
    if (script_.has("--crash-at-end")) crash(SIGSEGV);
    if (script_.has("--ignore-sigterm")) hang();
  }

  void greet() override {
    protocol::BotHello hello;
    hello.name = "scripted";
    if (script_.has("--version")) hello.version = static_cast<std::uint32_t>(script_.value("--version"));
    write_bytes(STDOUT_FILENO, conversation().greet(hello));
  }

  /// With --notes: each deal of eight cards that this process has seen, one line with its number.
  void saw(const Event& event) override {
    if (!script_.has("--notes") || event.kind != EventKind::Dealt || event.combination.cards.size() != 8) return;
    const int file = ::open(script_.text("--notes").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const std::string line = std::to_string(::getpid()) + " " + std::to_string(event.combination.cards.bits()) + "\n";
    write_bytes(file, line);
    ::close(file);
  }

  bool now(const char* name) const { return script_.value(name) == requests_; }

  void answer(const protocol::Request& request) override {
    ++requests_;
    if (script_.has("--flood-stderr")) write_bytes(STDERR_FILENO, std::string(1 << 20, 'e'));
    misbehave_before(request);
    Answer answer = honest_answer(request.question);
    if (breaks_rules(request.question)) answer = foreign_cards(request.question);
    const std::uint32_t id = now("--wrong-id-at") ? request.id + 1 : request.id;
    write_bytes(STDOUT_FILENO, conversation().answer(id, answer));
    if (now("--twice-at")) write_bytes(STDOUT_FILENO, conversation().answer(id, answer));
    if (now("--exit-after")) std::_Exit(5);
    if (now("--crash-after")) crash(SIGSEGV);
    if (now("--work-after")) fork_worker();
  }

  void misbehave_before(const protocol::Request& request) {
    if (now("--crash-at")) crash(SIGSEGV);
    if (now("--abort-at")) crash(SIGABRT);
    if (now("--kill-at")) crash(SIGKILL);
    if (now("--fork-at")) fork_grandchild();
    if (now("--exit-at")) std::_Exit(3);
    if (now("--hang-at")) hang();
    if (now("--stop-at")) ::raise(SIGSTOP);
    if (now("--close-stdout-at")) {
      ::close(STDOUT_FILENO);
      hang();
    }
    if (now("--garbage-at")) write_bytes(STDOUT_FILENO, "\x05hello");
    if (now("--oversized-at")) write_bytes(STDOUT_FILENO, "\xff\xff\xff\xff\x0f and more");
    if (now("--print-at")) write_bytes(STDOUT_FILENO, "my turn\n");
    if (now("--half-frame-at")) {
      write_bytes(STDOUT_FILENO, "\x20\x12\x1e\x08\x01 half a frame");
      hang();
    }
    if (now("--late-at")) {
      const auto late = request.limit + request.limit / 2 + std::chrono::seconds(5);
      const timespec time{late.count() / 1000, late.count() % 1000 * 1'000'000};
      ::nanosleep(&time, nullptr);
    }
  }

  /// The first request from number N on that cards can answer is answered with cards of somebody else.
  bool breaks_rules(Question question) const {
    const bool takes_cards = question == Question::Push || question == Question::Turn;
    return script_.has("--illegal-at") && requests_ >= script_.value("--illegal-at") && takes_cards;
  }
  Answer foreign_cards(Question question) const {
    Answer answer;
    auto card = (CardSet::deck() - seen().hand).begin();
    if (question == Question::Turn) answer.action.play.cards = *card;
    for (Card& given : answer.action.push.cards) {
      given = *card;
      ++card;
    }
    return answer;
  }

  const Script& script_;
  long requests_ = 0;
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) {
  const tichu::tests::Script script(count, words);
  if (script.has("--help")) {
    std::fputs(tichu::tests::Usage, stdout);
    return 0;
  }
  tichu::tests::ScriptedBot(script).run();
}
