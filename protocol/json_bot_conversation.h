#pragma once

#include <deque>
#include <string_view>

#include "protocol/bot_coding.h"
#include "protocol/json_reading.h"
#include "protocol/line_reader.h"

namespace tichu::protocol {

class ObjectText;

/// The bot's end of the wire in lines of JSON (JSON.md), for a bot that wants to hear each event once. Of a
/// question it reads only what is new, which takes a fifth of the time.
class JsonBotConversation : public BotCoding {
 public:
  void receive(std::string_view bytes) override { reader_.feed(bytes); }
  std::optional<Heard> next() override;
  std::string_view greet(const BotHello& hello) override;
  std::string_view answer(std::uint32_t id, const Answer& answer) override;

 private:
  Decoded<void> hear(std::string_view line);
  Decoded<void> hear_question(const ObjectText& message);
  /// Those behind the first `known` bytes of the list's text, which it then counts.
  Decoded<void> hear_events(std::string_view list, std::size_t& known);

  LineReader reader_;
  JsonWriter out_;
  std::deque<Heard> heard_;
  Question question_ = Question::GrandTichu;
  std::uint32_t round_ = 0;  ///< that is known
  std::size_t known_ = 0;    ///< bytes of its events
  bool failed_ = false;
};

}  // namespace tichu::protocol
