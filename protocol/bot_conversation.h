#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/event.h"
#include "protocol/frame.h"
#include "protocol/messages.h"

namespace tichu::v1 {
class FromBot;
class ToBot;
}  // namespace tichu::v1

namespace tichu::protocol {

/// A question to the bot, which `BotConversation::answer` answers.
struct Request {
  std::uint32_t id = 0;
  Question question = Question::GrandTichu;
  std::chrono::milliseconds limit{0};
};

struct RoundBegins {
  TeamScores totals;
};
struct RoundEnds {
  TeamScores scores;
};
struct Goodbye {};
/// What the arena said makes no sense: a sentence for the log. Nothing more will come.
struct Nonsense {
  std::string text;
};

/// What the arena said, one thing at a time. Events stand in seats: the bot sits at Seat(0).
using Heard = std::variant<ArenaHello, NewBot, RoundBegins, Event, RoundEnds, Request, Goodbye, Nonsense>;

/// The bot's side of the conversation: says what the arena's bytes mean, and which bytes answer them. Knows nothing of
/// pipes and processes. One thread.
class BotConversation {
 public:
  BotConversation();
  ~BotConversation();
  BotConversation(const BotConversation&) = delete;
  BotConversation& operator=(const BotConversation&) = delete;

  /// Takes bytes from the arena; call `next` until it gives nothing before the next piece.
  void receive(std::string_view bytes) { reader_.feed(bytes); }
  /// The next thing that the arena said; nullopt if more bytes are needed.
  std::optional<Heard> next();

  /// The bytes that answer the arena's greeting; valid until the next call.
  std::string_view greet(const BotHello& hello);
  /// The bytes that answer a request; valid until the next call.
  std::string_view answer(std::uint32_t id, const Answer& answer);

 private:
  std::optional<Heard> next_message();
  Heard fail(std::string text);

  FrameReader reader_;
  FrameWriter writer_;
  std::unique_ptr<v1::ToBot> in_;
  std::unique_ptr<v1::FromBot> out_;
  bool greeted_ = false;
  bool failed_ = false;
  bool unread_ = false;  // the message in `in_` has more to say
  int next_notice_ = 0;
};

}  // namespace tichu::protocol
