#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/event.h"
#include "protocol/messages.h"

namespace tichu::protocol {

/// A question to the bot, which `BotCoding::answer` answers.
struct Request {
  std::uint32_t id = 0;
  Question question = Question::GrandTichu;
  std::chrono::milliseconds limit{0};
  std::optional<AnswerFault> fault = std::nullopt;  ///< of an answer before; in JSON alone
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

/// The bot's end of the wire in one coding: says what the arena's bytes mean, and which bytes answer them. Knows
/// nothing of pipes and processes. One thread.
class BotCoding {
 public:
  BotCoding() = default;
  virtual ~BotCoding() = default;
  BotCoding(const BotCoding&) = delete;
  BotCoding& operator=(const BotCoding&) = delete;

  /// Takes bytes from the arena; call `next` until it gives nothing before the next piece.
  virtual void receive(std::string_view bytes) = 0;
  /// The next thing that the arena said; nullopt if more bytes are needed.
  virtual std::optional<Heard> next() = 0;

  /// The bytes that answer the arena's greeting; valid until the next call.
  virtual std::string_view greet(const BotHello& hello) = 0;
  /// The bytes that answer the last request, which has this id; valid until the next call.
  virtual std::string_view answer(std::uint32_t id, const Answer& answer) = 0;
};

}  // namespace tichu::protocol
