#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/time_limits.h"

namespace tichu::arena {

/// A bot of this machine that plays at a remote seat of another arena: each chair of the seat has an instance of its
/// own, in a process of its own if the bot is a program. To be used by one thread.
class LocalBot {
 public:
  /// The bot is its user's own: it runs without a box.
  LocalBot(BotSpec spec, const TimeLimits& limits);
  ~LocalBot();

  /// The answer to a question, both in JSON. To the same question as the last of its chair the same answer, without
  /// asking the bot again. If the bot is at fault, the answer is a sentence that is no JSON, so that the arena charges
  /// the bot with it. Throws std::runtime_error if the question makes no sense.
  const std::string& answer(const std::string& question);

  /// The sentences of its faults since the last call, each on a line.
  std::string take_faults() { return std::exchange(faults_, {}); }

 private:
  class Chair;

  BotSpec spec_;
  TimeLimits limits_;
  std::map<std::uint32_t, std::unique_ptr<Chair>> chairs_;
  std::string faults_;
};

}  // namespace tichu::arena
