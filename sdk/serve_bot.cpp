#include "sdk/serve_bot.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>

#include "engine/observer.h"
#include "protocol/bot_conversation.h"
#include "sdk/abi_mirror.h"
#include "sdk/table_bot.h"

namespace tichu {
namespace {

namespace protocol = ::tichu::protocol;

// The bot and what it knows of the round.
class SeatedBot {
 public:
  explicit SeatedBot(const tichu_bot_table& table) : bot_(table) {}

  bool sit_down(const protocol::NewBot& setup);
  void begin_round(const protocol::TeamScores& totals);
  void see(const Event& event);
  tl::expected<Answer, std::string> decide(Question question);

 private:
  TableBot bot_;
  Rules rules_;
  std::optional<Observer> observer_;
};

bool SeatedBot::sit_down(const protocol::NewBot& setup) {
  observer_.reset();
  rules_ = setup.rules;
  const bool made = bot_.create(setup.seed, setup.rules, setup.options, setup.remarks);
  if (!made) std::fputs("the bot could not be made\n", stderr);
  return made;
}

void SeatedBot::begin_round(const protocol::TeamScores& totals) {
  observer_.emplace(Seat(0), rules_, totals.own, totals.theirs);
}

void SeatedBot::see(const Event& event) {
  if (!observer_) return;
  observer_->see(event);
  const Observation& seen = observer_->observation();
  bot_.observe(seen, seen.history().back());
}

tl::expected<Answer, std::string> SeatedBot::decide(Question question) {
  if (!bot_.is_made() || !observer_) {
    return tl::unexpected(std::string("asked before a bot was made and a round begun"));
  }
  tichu_answer given{};
  const std::int32_t status = bot_.decide(question, observer_->observation(), given);
  if (status != 0) return tl::unexpected("the bot failed with status " + std::to_string(status));
  return from_c(question, given);
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

enum class After { GoOn, Done, Failed };

// Does what each thing that the arena says asks for.
class Program {
 public:
  Program(const tichu_bot_table& table, protocol::BotCoding& conversation, int output)
      : table_(table), output_(output), conversation_(conversation), bot_(table) {}

  After take(const protocol::Heard& heard) {
    return std::visit([this](const auto& what) { return on(what); }, heard);
  }

 private:
  After send(std::string_view bytes) { return write_all(output_, bytes) ? After::GoOn : After::Failed; }
  After on(const protocol::ArenaHello& hello) {
    if (protocol::ProtocolVersion < hello.min_version || protocol::ProtocolVersion > hello.max_version) {
      std::fprintf(stderr, "the arena speaks protocol versions %u to %u, this bot %u\n", hello.min_version,
                   hello.max_version, protocol::ProtocolVersion);
      return After::Failed;
    }
    return send(conversation_.greet({protocol::ProtocolVersion, table_.name, table_.version, false}));
  }
  After on(const protocol::NewBot& setup) { return bot_.sit_down(setup) ? After::GoOn : After::Failed; }
  After on(const protocol::RoundBegins& round) {
    bot_.begin_round(round.totals);
    return After::GoOn;
  }
  After on(const Event& event) {
    bot_.see(event);
    return After::GoOn;
  }
  After on(const protocol::RoundEnds&) { return After::GoOn; }
  After on(const protocol::Request& request) {
    const tl::expected<Answer, std::string> answer = bot_.decide(request.question);
    if (answer) return send(conversation_.answer(request.id, *answer));
    std::fprintf(stderr, "%s\n", answer.error().c_str());
    return After::Failed;
  }
  After on(const protocol::Goodbye&) { return After::Done; }
  After on(const protocol::Nonsense& nonsense) {
    std::fprintf(stderr, "the arena sent %s\n", nonsense.text.c_str());
    return After::Failed;
  }

  const tichu_bot_table& table_;
  int output_;
  protocol::BotCoding& conversation_;
  SeatedBot bot_;
};

int run(const tichu_bot_table& table, protocol::BotCoding& conversation, int input, int output) {
  const auto program = std::make_unique<Program>(table, conversation, output);
  std::array<char, 65536> bytes;
  while (true) {
    const ssize_t count = ::read(input, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0 ? 0 : 1;
    conversation.receive({bytes.data(), static_cast<std::size_t>(count)});
    while (const std::optional<protocol::Heard> heard = conversation.next()) {
      const After after = program->take(*heard);
      if (after != After::GoOn) return after == After::Done ? 0 : 1;
    }
  }
}

}  // namespace

int serve_bot(const tichu_bot_table& table) {
  protocol::BotConversation conversation;
  return serve_bot(table, conversation);
}

int serve_bot(const tichu_bot_table& table, protocol::BotCoding& coding) {
  // What the bot prints must not get between the messages: standard output becomes the log.
  const int output = ::dup(STDOUT_FILENO);
  if (output < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    std::perror("standard output");
    return 1;
  }
  return run(table, coding, STDIN_FILENO, output);
}

}  // namespace tichu
