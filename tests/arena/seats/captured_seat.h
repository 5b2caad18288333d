#pragma once

#include <memory>
#include <string>
#include <thread>

#include "arena/seats/remote_player.h"
#include "arena/seats/remote_seat.h"
#include "protocol/json_bot_conversation.h"
#include "tests/arena/hosting/match/capturing_player.h"
#include "tests/arena/seats/fake_client.h"

namespace tichu::tests {

/// A remote player whose client is a thread in place of a network.
class CapturedSeat : public CapturedPlayer {
 public:
  explicit CapturedSeat(Function function);

  tl::expected<void, arena::Fault> sit_down(const arena::SeatSetup& setup) override { return player_.sit_down(setup); }
  void begin_round(const Observation& seen) override { player_.begin_round(seen); }
  void tell(const SeenEvent& event, const Observation& seen) override;
  Said ask(Question question, const Observation& seen, std::chrono::milliseconds limit) override;

 private:
  Function function_;
  std::shared_ptr<arena::RemoteSeat> seat_;
  arena::RemotePlayer player_;
  std::shared_ptr<FakeClient> client_ = std::make_shared<FakeClient>();
  protocol::JsonBotConversation bot_;
};

}  // namespace tichu::tests
