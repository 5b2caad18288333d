#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "arena/hosting/player/bot_identity.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/presentation/live/http_handler.h"
#include "protocol/messages.h"

namespace tichu::arena {

/// Why the arena ends a WebSocket of a seat: codes that RFC 6455, 7.4.2, leaves to applications, and two of its own.
namespace seat_close {
inline constexpr std::uint16_t Done = 1000;       ///< nothing more will be asked
inline constexpr std::uint16_t Refused = 1008;    ///< a message that makes no sense here; the reason says why
inline constexpr std::uint16_t TakenOver = 4001;  ///< another connection sits at the seat now: do not come back
inline constexpr std::uint16_t Silent = 4002;     ///< no sign of life in time
}  // namespace seat_close

/// What becomes of an answer that a client sends.
enum class AnswerReceipt : std::uint8_t {
  Taken,    ///< it is the answer
  Known,    ///< the question was answered, or is not asked any more: nothing happens
  Unasked,  ///< nothing of that number was ever asked: nothing happens
  Unread,   ///< it has no number that can be read, and nothing is asked
};

/// What happened at a seat so far.
struct SeatFigures {
  std::uint64_t questions = 0;           ///< that were answered
  std::uint64_t connections = 0;         ///< WebSockets, and sessions that poll
  std::uint64_t asked_again = 0;         ///< questions that were handed out once more
  std::uint64_t retries = 0;             ///< answers that were wrong and did not count
  std::uint64_t lost_boards = 0;         ///< given back
  std::chrono::nanoseconds network{0};   ///< round trips of the answered questions, as far as they were measured
  std::chrono::nanoseconds thinking{0};  ///< of the answered questions, without the network's time
};

/// Whether a client is connected to a seat, as far as that is known: one that polls for as long as it may wait with its
/// next poll.
struct SeatPresence {
  bool is_connected = false;
  /// How long that has been so; nullopt: no client ever came.
  std::optional<std::chrono::nanoseconds> age;
};

/// A seat at which the bot of a program elsewhere plays. Players of this process ask it, one question at a time; a
/// client on the network is told the question and answers it. Whatever the client does, a question keeps its number and
/// its text until it is answered, so a client may come back at any moment, or another in its place.
///
/// A client sits there through a WebSocket, or by polling. The latest one has the seat. Those that name a session keep
/// state from question to question: if another session comes, all boards under way are given back (SeatLost).
///
/// Any thread. The players' functions block, the network's do not.
class RemoteSeat {
 public:
  using Clock = std::chrono::steady_clock;

  /// Questions are numbered from above `first_id`, which is random: then no answer to another seat, or to an arena that
  /// has ended, is an answer here.
  RemoteSeat(std::string name, const RemoteLimits& limits, std::uint32_t first_id = random_first_id());
  RemoteSeat(const RemoteSeat&) = delete;
  RemoteSeat& operator=(const RemoteSeat&) = delete;

  const std::string& name() const { return name_; }
  SeatFigures figures() const;
  SeatPresence presence() const;

  // For the players.

  /// The lowest number from 1 that no other player of this seat has.
  std::uint32_t take_chair();
  void leave_chair(std::uint32_t chair);
  /// Waits until a client is there, as long as `patience`; nullopt: without end. Returns the number of its session.
  /// Throws SeatsClosed.
  std::uint64_t await_client(std::optional<std::chrono::milliseconds> patience = std::nullopt);
  BotIdentity identity() const;
  /// A number for the next question, above all before it.
  std::uint32_t next_id();

  /// An answer as it came.
  struct Reply {
    std::string text;
    std::chrono::nanoseconds think_time{0};  ///< from the question's sending, without the network's time
    bool is_oversized = false;               ///< instead of `text`
  };
  /// Asks a question that has this number, when those of other players are answered. Nullopt if no answer came within
  /// `limit` although the client was there; it is counted from the last time that the question was handed out. Throws
  /// SeatLost if the client is away for too long or another session has come, and SeatsClosed.
  std::optional<Reply> ask(std::uint64_t session, std::uint32_t id, const std::string& question,
                           std::chrono::milliseconds limit);
  /// The client is to be told of this fault, and of those before, with the next question or at the end.
  void note_fault(protocol::AnswerFault fault);
  /// An answer was wrong, and the question is asked again.
  void note_retry();
  /// What it is to be told with the next question.
  std::optional<protocol::AnswerFault> take_fault();
  /// Lets nobody wait any more for a client that is away.
  void stop_waiting();
  /// Breaks off what is asked (SeatsClosed), and all that is asked until it is called with false.
  void break_off(bool is_off);

  // For the network.

  /// A client has come by a WebSocket, which is told the question that waits. The one before it is sent away.
  void come(std::shared_ptr<WebSocketEnd> end, const std::string& session, BotIdentity identity);
  /// That WebSocket is gone: closed by both ends, or cut.
  void go(const WebSocketEnd& end, bool is_closed);
  /// A client asks for the question that waits, or the next one; not for that with the number `after`, which it has.
  void poll(std::optional<std::uint32_t> after, const std::string& session, std::shared_ptr<DeferredResponse> later);
  /// Takes what a client says. From a WebSocket that has lost the seat nothing is taken.
  AnswerReceipt answer(std::string_view text, const WebSocketEnd* from);
  /// An answer came that is longer than any may be.
  void refuse_long_answer(const WebSocketEnd* from);
  /// How long the network takes for a question and its answer.
  void measure(const WebSocketEnd& end, std::chrono::nanoseconds round_trip);
  /// Tells the client that nothing more will be asked, and whoever comes later.
  void say_goodbye();
  /// Waits until the client has its goodbye, but not for long after its last sign of life.
  void await_leave();

 private:
  struct Open {
    std::uint32_t id = 0;
    std::uint64_t session = 0;  ///< to no other it is handed out
    const std::string* question = nullptr;
    std::optional<Clock::time_point> handed_at;  ///< when it was handed out; nullopt: no client has it
    Clock::time_point alone_since;               ///< if no client has it
    int hand_outs = 0;
    std::optional<Clock::time_point> pinged_at;  ///< when it was late and the client was asked whether it is there
    std::optional<Reply> reply;
  };

  using Lock = std::unique_lock<std::mutex>;

  static std::uint32_t random_first_id();
  /// Nullopt: the client was there and did not answer in time.
  std::optional<Reply> await_reply(Lock& lock, std::uint64_t session, std::chrono::milliseconds limit);
  /// Until when nothing need be done about the question; nullopt: it is late for good.
  std::optional<Clock::time_point> next_look(std::chrono::milliseconds limit);
  bool is_client_connected(Clock::time_point now) const;
  void note_arrival();
  void hand_out();
  void measure_network();
  void note_session(const std::string& session);
  void send_away();
  void dismiss();
  void be_alone();
  void take_reply(Reply reply);
  [[noreturn]] void lose(const std::string& why);

  const std::string name_;
  const RemoteLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<WebSocketEnd> end_;       ///< of the client; null: it is away, or polls
  std::shared_ptr<DeferredResponse> poll_;  ///< that waits for a question
  std::optional<std::uint32_t> polled_after_;
  bool polls_ = false;  ///< the client polls, and is not known to be away
  std::optional<std::string> session_;
  std::uint64_t session_number_ = 0;
  BotIdentity identity_;
  std::optional<Open> open_;
  const std::uint32_t first_id_;
  std::uint32_t last_id_;
  std::set<std::uint32_t> chairs_;
  std::optional<std::chrono::nanoseconds> round_trip_;  ///< the shortest of this connection
  Clock::time_point measured_at_;
  std::optional<Clock::time_point> heard_at_;  ///< the last sign of life that was asked for
  std::optional<protocol::AnswerFault>
      fault_;                           ///< that the client was not told of: the latest, and in its text those before
  std::optional<std::string> goodbye_;  ///< once it was said
  Clock::time_point goodbye_at_;
  const WebSocketEnd* leaving_ = nullptr;       ///< it was told the goodbye, and may have it
  std::optional<Clock::time_point> leaves_by_;  ///< until when a client is waited for that may lack the goodbye
  bool closed_ = false;
  bool off_ = false;
  std::optional<Clock::time_point> came_at_;  ///< when a client came to the empty seat last
  Clock::time_point seen_at_;                 ///< when it was last known to be there
  SeatFigures figures_;
};

}  // namespace tichu::arena
