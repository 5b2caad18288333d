#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/hosting/player/player.h"
#include "protocol/arena_conversation.h"
#include "protocol/bot_coding.h"

namespace tichu::tests {

/// The bytes of one request, and how many events the seat had been told by then.
struct SentBytes {
  std::uint32_t events = 0;
  std::string bytes;
};

/// A player that keeps each byte that goes to its bot. A function gives the answers.
class CapturedPlayer : public arena::Player {
 public:
  using Said = tl::expected<arena::TimedAnswer, arena::Fault>;
  using Function = std::function<Said(Question, const Observation&)>;

  const std::vector<SentBytes>& sent() const { return sent_; }
  /// How many events the seat was told.
  std::uint32_t events() const { return events_; }

 protected:
  std::vector<SentBytes> sent_;
  std::uint32_t events_ = 0;
};

/// The bot's end of the wire in this coding.
std::unique_ptr<protocol::BotCoding> make_bot_coding(protocol::Coding coding);

/// A player that talks with a bot in memory by the protocol, as a program player does with a process. The bot wants the
/// legal plays too.
class CapturingPlayer : public CapturedPlayer {
 public:
  explicit CapturingPlayer(Function function, protocol::Coding coding = protocol::Coding::Protobuf);

  tl::expected<void, arena::Fault> sit_down(const arena::SeatSetup& setup) override;
  void begin_round(const Observation& seen) override;
  void tell(const SeenEvent& event, const Observation& seen) override;
  Said ask(Question question, const Observation& seen, std::chrono::milliseconds limit) override;

 private:
  Function function_;
  protocol::ArenaConversation arena_;
  std::unique_ptr<protocol::BotCoding> bot_;
};

}  // namespace tichu::tests
