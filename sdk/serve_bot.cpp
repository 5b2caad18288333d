#include "sdk/serve_bot.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/observer.h"
#include "protocol/bot_conversation.h"
#include "sdk/abi_mirror.h"

namespace tichu {
namespace {

namespace protocol = ::tichu::protocol;

// The bot behind its C table, as a plug-in's host would hold it, and what it knows of the round.
class SeatedBot {
 public:
  explicit SeatedBot(const tichu_bot_table& table) : table_(table) {}
  ~SeatedBot() { leave(); }
  SeatedBot(const SeatedBot&) = delete;
  SeatedBot& operator=(const SeatedBot&) = delete;

  bool sit_down(const protocol::NewBot& setup);
  void begin_round(const protocol::TeamScores& totals);
  void see(const Event& event);
  std::optional<protocol::Answer> decide(protocol::Question question);

 private:
  void leave();

  const tichu_bot_table& table_;
  void* bot_ = nullptr;
  Rules rules_;
  std::optional<Observer> observer_;
};

void SeatedBot::leave() {
  if (bot_ != nullptr) table_.destroy(bot_);
  bot_ = nullptr;
  observer_.reset();
}

bool SeatedBot::sit_down(const protocol::NewBot& setup) {
  leave();
  rules_ = setup.rules;
  std::vector<tichu_option> options;
  for (const auto& [name, value] : setup.options) options.push_back({name.c_str(), value.c_str()});
  tichu_setup c{};
  c.size = sizeof(tichu_setup);
  c.option_count = static_cast<std::uint32_t>(options.size());
  c.seed = setup.seed;
  c.rules = to_c(setup.rules);
  c.remarks = setup.remarks ? 1 : 0;
  c.options = options.data();
  bot_ = table_.create(&c);
  if (bot_ == nullptr) std::fputs("the bot could not be made\n", stderr);
  return bot_ != nullptr;
}

void SeatedBot::begin_round(const protocol::TeamScores& totals) {
  observer_.emplace(Seat(0), rules_, totals.own, totals.theirs);
}

void SeatedBot::see(const Event& event) {
  if (!observer_) return;
  observer_->see(event);
  const Observation& seen = observer_->observation();
  if (bot_ != nullptr && table_.observe != nullptr) table_.observe(bot_, to_c(&seen), to_c(&seen.history().back()));
}

protocol::Answer read_answer(const tichu_answer& given) {
  protocol::Answer answer;
  answer.call = given.call != 0;
  answer.cards = CardSet(given.combination.cards);
  answer.phoenix_as = static_cast<Rank>(given.combination.phoenix_as);
  answer.wish = static_cast<Rank>(given.wish);
  answer.give_to = static_cast<Side>(given.give_to);
  for (std::size_t i = 0; i < 3; ++i) answer.push.cards[i] = Card::from_code(given.push[i]);
  if (given.remark != nullptr) answer.remark = from_c(*given.remark);
  return answer;
}

std::optional<protocol::Answer> SeatedBot::decide(protocol::Question question) {
  if (bot_ == nullptr || !observer_) {
    std::fputs("asked before a bot was made and a round begun\n", stderr);
    return std::nullopt;
  }
  tichu_answer given{};
  const std::int32_t status =
      table_.decide(bot_, static_cast<std::uint32_t>(question), to_c(&observer_->observation()), &given);
  if (status != 0) {
    std::fprintf(stderr, "the bot failed with status %d\n", static_cast<int>(status));
    return std::nullopt;
  }
  protocol::Answer answer = read_answer(given);
  if (question != protocol::Question::Push) answer.push = {};
  return answer;
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
  Program(const tichu_bot_table& table, int output) : table_(table), output_(output), bot_(table) {}

  protocol::BotConversation& conversation() { return conversation_; }
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
    const std::optional<protocol::Answer> answer = bot_.decide(request.question);
    return answer ? send(conversation_.answer(request.id, *answer)) : After::Failed;
  }
  After on(const protocol::Goodbye&) { return After::Done; }
  After on(const protocol::Nonsense& nonsense) {
    std::fprintf(stderr, "the arena sent %s\n", nonsense.text.c_str());
    return After::Failed;
  }

  const tichu_bot_table& table_;
  int output_;
  protocol::BotConversation conversation_;
  SeatedBot bot_;
};

int run(const tichu_bot_table& table, int input, int output) {
  const auto program = std::make_unique<Program>(table, output);
  std::array<char, 65536> bytes;
  while (true) {
    const ssize_t count = ::read(input, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0 ? 0 : 1;
    program->conversation().receive({bytes.data(), static_cast<std::size_t>(count)});
    while (const std::optional<protocol::Heard> heard = program->conversation().next()) {
      const After after = program->take(*heard);
      if (after != After::GoOn) return after == After::Done ? 0 : 1;
    }
  }
}

}  // namespace

int serve_bot(const tichu_bot_table& table) {
  // What the bot prints must not get between the messages: standard output becomes the log.
  const int output = ::dup(STDOUT_FILENO);
  if (output < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    std::perror("standard output");
    return 1;
  }
  return run(table, STDIN_FILENO, output);
}

}  // namespace tichu
