#include "tests/bots/playing_program.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <variant>

#include "tests/bots/first_play.h"

namespace tichu::tests {

void write_bytes(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) std::_Exit(9);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void PlayingProgram::run() {
  start();
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count <= 0) break;
    conversation_.receive({buffer.data(), static_cast<std::size_t>(count)});
    while (const std::optional<protocol::Heard> heard = conversation_.next()) {
      if (!hear(*heard)) return end();
    }
  }
  end();
}

bool PlayingProgram::hear(const protocol::Heard& heard) {
  if (const auto* hello = std::get_if<protocol::ArenaHello>(&heard)) {
    const bool is_offered =
        hello->min_version <= protocol::ProtocolVersion && protocol::ProtocolVersion <= hello->max_version;
    if (!is_offered) return false;
    greet();
  }
  if (const auto* made = std::get_if<protocol::NewBot>(&heard)) rules_ = made->rules;
  if (const auto* begins = std::get_if<protocol::RoundBegins>(&heard)) {
    observer_.emplace(Seat(0), rules_, begins->totals.own, begins->totals.theirs);
  }
  const bool is_early =
      !observer_ && (std::holds_alternative<Event>(heard) || std::holds_alternative<protocol::Request>(heard));
  if (is_early) return false;
  if (const auto* event = std::get_if<Event>(&heard)) {
    observer_->see(*event);
    saw(*event);
  }
  if (const auto* request = std::get_if<protocol::Request>(&heard)) answer(*request);
  return !std::holds_alternative<protocol::Goodbye>(heard) && !std::holds_alternative<protocol::Nonsense>(heard);
}

void PlayingProgram::greet() {
  protocol::BotHello hello;
  hello.name = "first play";
  write_bytes(STDOUT_FILENO, conversation_.greet(hello));
}

void PlayingProgram::answer(const protocol::Request& request) {
  write_bytes(STDOUT_FILENO, conversation_.answer(request.id, honest_answer(request.question)));
}

Answer PlayingProgram::honest_answer(Question question) const { return first_play(question, seen()); }

}  // namespace tichu::tests
