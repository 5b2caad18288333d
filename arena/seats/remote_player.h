#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "arena/hosting/player/player.h"
#include "arena/hosting/player/retries.h"
#include "arena/seats/remote_seat.h"
#include "protocol/arena_coding.h"

namespace tichu::arena {

/// The longest answer of a remote bot, with its remark: an honest one has less than 10 kB.
inline constexpr std::size_t MostAnswerBytes = 64 * 1024;

/// One place at a table whose bot sits at a remote seat.
class RemotePlayer : public Player {
 public:
  /// `patience`: how long `sit_down` waits for a client; nullopt: without end.
  explicit RemotePlayer(std::shared_ptr<RemoteSeat> seat,
                        std::optional<std::chrono::milliseconds> patience = std::nullopt);
  ~RemotePlayer() override { seat_->leave_chair(chair_); }

  tl::expected<void, Fault> sit_down(const SeatSetup& setup) override;
  void begin_round(const Observation& seen) override;
  void tell(const SeenEvent& event, const Observation& seen) override;
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override;
  bool retry(const Fault& fault) override;
  /// Tells the bot with the next question of its seat.
  void charge(const Fault& fault) override;
  void end_round(Points own, Points theirs) override;
  bool is_remote() const override { return true; }
  BotIdentity identity() const override { return seat_->identity(); }

 private:
  /// The question as it is sent, with its legal plays.
  std::string text_of(protocol::AskedQuestion asked);
  tl::expected<Answer, Fault> read(Question question, const Observation& seen, const RemoteSeat::Reply& reply);
  tl::unexpected<Fault> fail(Fault fault);

  std::shared_ptr<RemoteSeat> seat_;
  const std::optional<std::chrono::milliseconds> patience_;
  std::uint32_t chair_;
  std::uint64_t session_ = 0;
  std::unique_ptr<protocol::ArenaCoding> coding_;
  std::optional<Fault> fault_;
  Retries retries_;
  std::uint32_t asked_ = 0;  ///< the number of the last question
};

}  // namespace tichu::arena
