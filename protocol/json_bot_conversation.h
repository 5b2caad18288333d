#pragma once

#include <deque>
#include <optional>
#include <string_view>

#include "protocol/bot_coding.h"
#include "protocol/json_reading.h"
#include "protocol/line_reader.h"

namespace tichu::protocol {

class MessageReader;

/// The bot's end of the wire in lines of JSON (JSON.md), for a bot that wants to hear each event once. Of a question
/// it reads only what is new.
class JsonBotConversation : public BotCoding {
 public:
  void receive(std::string_view bytes) override { reader_.feed(bytes); }
  std::optional<Heard> next() override;
  std::string_view greet(const BotHello& hello) override;
  std::string_view answer(std::uint32_t id, const Answer& answer) override;

 private:
  void hear(std::string_view line);
  void hear_round(std::uint32_t number);
  void hear_round_end(MessageReader& message);
  void hear_seen(MessageReader& message);
  /// Those that are new.
  void hear_events(MessageReader& message);

  LineReader reader_;
  JsonWriter out_;
  std::deque<Heard> heard_;
  Question question_ = Question::GrandTichu;
  std::optional<NewBot> setup_;  ///< of the instance that the question being read is for, if it is new
  std::uint32_t round_ = 0;
  bool is_new_round_ = false;
  std::size_t known_ = 0;  ///< bytes of its events
  bool failed_ = false;
};

}  // namespace tichu::protocol
