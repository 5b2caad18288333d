#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/bot_conversation.h"
#include "protocol/frame.h"

namespace tichu::protocol {

/// All that the bot's end has heard by now.
inline std::vector<Heard> hear_all(BotConversation& bot) {
  std::vector<Heard> all;
  while (std::optional<Heard> heard = bot.next()) all.push_back(std::move(*heard));
  return all;
}

/// One frame with the message, of either direction.
inline std::string framed(const google::protobuf::MessageLite& message) {
  return std::string(FrameWriter().write(message));
}

}  // namespace tichu::protocol
