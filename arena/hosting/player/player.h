#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "arena/hosting/player/bot_identity.h"
#include "arena/hosting/player/fault.h"
#include "arena/hosting/sandbox/resource_usage.h"
#include "engine/answer.h"
#include "engine/event.h"
#include "engine/observation.h"
#include "engine/remark.h"
#include "engine/rules.h"

namespace tichu::arena {

/// A bot's answer, its combination read against the table, and how long it took.
struct TimedAnswer : Answer {
  std::chrono::nanoseconds think_time{0};  ///< from the question to the arrival of the answer's last byte
};

/// What a bot instance is made with.
struct SeatSetup {
  std::uint64_t seed = 0;  ///< for the bot's own random numbers
  Rules rules;
  std::vector<std::pair<std::string, std::string>> options;
  bool remarks = false;  ///< what the bot says of its decisions is kept: it is told so
  int retries = 0;       ///< how often a decision is asked again after a wrong answer; the asker calls `retry` then
};

/// The process of a player's bot, as long as there is one: what else a table or a pool does with it.
class BotProcess {
 public:
  virtual ~BotProcess() = default;

  /// Whether its program has been started, is not at fault and has not been told to leave.
  virtual bool is_running() const = 0;
  /// Stops the bot's pondering until it is told or asked something. Only a bot in a box can be stopped.
  virtual void halt() = 0;
  /// The bot will not be asked for a while: as `halt`, and what a bot without a box uses until then is measured as
  /// pondering.
  virtual void rest() = 0;
  /// Tells the bot that it is not needed any more, without waiting for it, so that several that leave at once end side
  /// by side. Afterwards only `Player::sit_down`, `end` or the destructor may follow.
  virtual void leave() = 0;
  /// Ends the bot and waits for its end. Afterwards only `usage`, `Player::sit_down` or the destructor may follow.
  virtual void end() = 0;
  /// What the bot's programs have used so far, those that have ended among them.
  virtual ResourceUsage usage() = 0;
  /// The processes that run now: its program, what that has started, and those of its box.
  virtual std::size_t process_count() const = 0;
  /// The bytes of the last question and its answer.
  virtual Exchange last_exchange() const = 0;
  /// The last that the bot's program has written to its standard error so far, at most 4 KiB.
  virtual std::string stderr_tail() = 0;
  /// Likewise, since it was started or `take_output` was called last.
  virtual std::string take_output() = 0;
  /// `when_slow` is called when the program starts or is slow to answer: others that share its processor are in its way
  /// then.
  void set_when_slow(std::function<void()> when_slow) { when_slow_ = std::move(when_slow); }

 protected:
  void note_slowness() const {
    if (when_slow_) when_slow_();
  }

 private:
  std::function<void()> when_slow_;
};

/// One seat's bot at one table. Used by one thread at a time. A player that has returned a Fault answers every later
/// call with a fault until it is restarted by `sit_down`, or until `retry`.
class Player {
 public:
  virtual ~Player() = default;

  /// Makes a new bot instance, and starts the process if it does not run. The former instance is gone.
  virtual tl::expected<void, Fault> sit_down(const SeatSetup& setup) = 0;
  /// Whether the player is told of a round. If not, `begin_round` and `tell` are not called, and `seen` of a question
  /// is empty: for a player that answers from a record.
  virtual bool listens() const { return true; }
  /// A round begins; `seen` is the observation of this seat, empty so far.
  virtual void begin_round(const Observation& seen) = 0;
  /// An event that this seat may know (as `Event::seen_by` gives it), already part of `seen`. May be delivered to the
  /// bot with its next question.
  virtual void tell(const SeenEvent& event, const Observation& seen) = 0;
  /// Asks and waits for the answer, at most `limit`.
  virtual tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                               std::chrono::milliseconds limit) = 0;
  /// The last answer was this fault. True if it does not count: the next `ask` puts its question again, on the same
  /// clock, and tells the bot why. False if the bot cannot be told, or its retries are used up.
  virtual bool retry(const Fault& /*fault*/) { return false; }
  /// The bot is charged with this fault in its last answer.
  virtual void charge(const Fault& /*fault*/) {}
  /// The round ended and brought each team these scores. May be delivered with the next question, or never.
  virtual void end_round(Points /*own*/, Points /*theirs*/) {}
  /// Whether the bot plays elsewhere, so that the limits of remote seats hold for it.
  virtual bool is_remote() const { return false; }
  /// What the bot says that it is; known once `sit_down` has succeeded.
  virtual BotIdentity identity() const { return {}; }
  /// The bot's process; null if it has none of its own. Owned by the player.
  virtual BotProcess* process() { return nullptr; }
};

}  // namespace tichu::arena
