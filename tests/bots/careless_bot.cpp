// A program whose every answer is legal, but which breaks one rule of good conduct: the one that its argument names.

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "engine/observer.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "protocol/bot_conversation.h"
#include "tests/bots/first_play.h"
#include "tests/bots/hostile_remark.h"

namespace tichu::tests {
namespace {

constexpr const char* Usage =
    "careless_bot "
    "nothing|any-version|unseeded|leaks|burns|lingers|babbles|exits-with-7|hangs-on-nonsense|aborts-on-nonsense\n"
    "careless_bot locks FOLDER    does not start where a process that was killed has left its lock\n";

void write_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0) std::_Exit(9);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void hang() {
  while (true) ::pause();
}

[[noreturn]] void burn() {
  std::atomic<std::uint64_t> turns = 0;
  while (true) ++turns;
}

/// A file in a folder, named after the process, as long as the process is well.
class Lock {
 public:
  explicit Lock(const std::filesystem::path& folder) : file_(folder / std::to_string(::getpid())) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (::kill(std::stoi(entry.path().filename()), 0) == 0) continue;
      std::fprintf(stderr, "process %s has left its lock\n", entry.path().filename().c_str());
      std::_Exit(1);
    }
    std::ofstream{file_};
  }
  ~Lock() { std::filesystem::remove(file_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  std::filesystem::path file_;
};

class CarelessBot {
 public:
  explicit CarelessBot(std::string conduct)
      : conduct_(std::move(conduct)), unseeded_(static_cast<std::uint64_t>(::getpid())) {}

  int run() {
    std::array<char, 65536> buffer;
    while (true) {
      const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
      if (count <= 0) return end();
      conversation_.receive({buffer.data(), static_cast<std::size_t>(count)});
      while (const std::optional<protocol::Heard> heard = conversation_.next()) {
        if (std::holds_alternative<protocol::Goodbye>(*heard)) return end();
        if (!hear(*heard)) return 1;
      }
    }
  }

 private:
  bool is(std::string_view conduct) const { return conduct_ == conduct; }

  int end() const {
    if (is("lingers")) hang();
    return is("exits-with-7") ? 7 : 0;
  }

  /// False if the bot cannot go on.
  bool hear(const protocol::Heard& heard) {
    if (std::holds_alternative<protocol::Nonsense>(heard)) {
      if (is("hangs-on-nonsense")) hang();
      if (is("aborts-on-nonsense")) std::abort();
      return false;
    }
    if (const auto* hello = std::get_if<protocol::ArenaHello>(&heard)) return greet(*hello);
    if (const auto* made = std::get_if<protocol::NewBot>(&heard)) rules_ = made->rules;
    if (const auto* begins = std::get_if<protocol::RoundBegins>(&heard)) {
      observer_.emplace(Seat(0), rules_, begins->totals.own, begins->totals.theirs);
    }
    if (const auto* event = std::get_if<Event>(&heard)) return see(*event);
    if (const auto* request = std::get_if<protocol::Request>(&heard)) return answer(*request);
    return true;
  }

  bool greet(const protocol::ArenaHello& hello) {
    const bool is_offered =
        hello.min_version <= protocol::ProtocolVersion && protocol::ProtocolVersion <= hello.max_version;
    if (!is_offered && !is("any-version")) return false;
    write_bytes(conversation_.greet({protocol::ProtocolVersion, "careless", "1", false}));
    return true;
  }

  bool see(const Event& event) {
    if (!observer_) return false;
    observer_->see(event);
    return true;
  }

  bool answer(const protocol::Request& request) {
    if (!observer_) return false;
    const Observation& seen = observer_->observation();
    Answer answer = first_play(request.question, seen);
    if (request.question == Question::Turn) choose_otherwise(seen, answer);
    if (is("babbles")) answer.remark = hostile_remark(answers_++);
    if (is("leaks")) leaked_.push_back(std::make_unique<std::array<char, 8192>>());
    write_bytes(conversation_.answer(request.id, answer));
    return true;
  }

  /// Another legal play, by what must not decide it.
  void choose_otherwise(const Observation& seen, Answer& answer) {
    if (!is("unseeded")) return;
    canonical_plays(PlayQuery::turn(seen), plays_);
    if (plays_.empty()) return;
    const auto count = static_cast<std::uint32_t>(plays_.size());
    const Combination& play = plays_[static_cast<int>(unseeded_.below(count))];
    answer.action.play.cards = play.cards;
    answer.action.play.phoenix_as = play.phoenix_as;
  }

  std::string conduct_;
  Random unseeded_;
  protocol::BotConversation conversation_;
  Rules rules_;
  std::optional<Observer> observer_;
  PlayList plays_;
  std::size_t answers_ = 0;
  std::vector<std::unique_ptr<std::array<char, 8192>>> leaked_;
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) {
  const std::string conduct = count > 1 ? words[1] : "nothing";
  if (conduct == "--help") {
    std::fputs(tichu::tests::Usage, stdout);
    return 0;
  }
  std::optional<tichu::tests::Lock> lock;
  if (conduct == "locks") lock.emplace(words[2]);
  if (conduct == "burns") std::thread(tichu::tests::burn).detach();
  const auto bot = std::make_unique<tichu::tests::CarelessBot>(conduct);
  return bot->run();
}
