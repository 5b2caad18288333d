#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/bot_coding.h"
#include "protocol/frame.h"

namespace tichu::v1 {
class FromBot;
class ToBot;
}  // namespace tichu::v1

namespace tichu::protocol {

/// The bot's end of the wire in Protobuf (PROTOCOL.md).
class BotConversation : public BotCoding {
 public:
  BotConversation();
  ~BotConversation() override;

  void receive(std::string_view bytes) override { reader_.feed(bytes); }
  std::optional<Heard> next() override;
  std::string_view greet(const BotHello& hello) override;
  std::string_view answer(std::uint32_t id, const Answer& answer) override;

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
