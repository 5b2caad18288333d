#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <tl/expected.hpp>

namespace tichu::arena {

/// Where a seat is: "ws://HOST:PORT/api/v1/seat".
struct SeatUrl {
  std::string host;
  std::string port;
  std::string path;
  bool tls = false;  ///< "https": for `play_by_polling` alone
  std::string
      authorities;  ///< with TLS: a PEM file of certificates that the arena's must come from; empty: the machine's
};

/// Reads "ws://HOST:PORT", "http://HOST:PORT" or "https://HOST:PORT", with the path of SEATS.md or without one. The
/// error is a sentence.
tl::expected<SeatUrl, std::string> seat_url_of(const std::string& text);

/// Who comes to a seat.
struct SeatVisitor {
  std::string token;
  std::string session;      ///< a word that only this process says
  std::string name;         ///< of the bot
  std::string bot_version;  ///< likewise
};

/// Answers a question; both in JSON.
using AnswerQuestion = std::function<std::string(const std::string& question)>;

/// What is told to people while a client plays.
using TellClient = std::function<void(const std::string& sentence)>;

/// Why a client has ended.
enum class ClientEnd : std::uint8_t {
  Done,       ///< nothing more will be asked
  TakenOver,  ///< another client has the seat
  Refused,    ///< there is no seat with this token
  Stopped,    ///< it was asked to
};

/// Plays at a seat by a WebSocket until `stopped`, which is asked often, says so, or the seat needs nobody any more. A
/// connection that breaks is made anew, after longer and longer pauses of up to five seconds. Questions are answered by
/// the calling thread. What `answer` throws ends it.
ClientEnd play_by_socket(const SeatUrl& url, const SeatVisitor& visitor, const AnswerQuestion& answer,
                         const TellClient& tell, const std::function<bool()>& stopped);

/// The same by long polling, where nothing but plain HTTP comes through, or with TLS. Throws std::runtime_error if the
/// arena's certificate is not trusted.
ClientEnd play_by_polling(const SeatUrl& url, const SeatVisitor& visitor, const AnswerQuestion& answer,
                          const TellClient& tell, const std::function<bool()>& stopped);

/// What a client does when its connection breaks: it tells so, and waits before it tries again, first shortly, then
/// twice as long each time.
class Reconnection {
 public:
  Reconnection(const TellClient& tell, const std::function<bool()>& stopped) : tell_(tell), stopped_(stopped) {}

  /// A connection stood: the next pause is short again.
  void note_success();
  /// Tells of a problem, unless it is still the one of the last time, and waits.
  void wait(const std::string& problem);

 private:
  static constexpr std::chrono::milliseconds First{50};

  const TellClient& tell_;
  const std::function<bool()>& stopped_;
  std::string told_;
  std::chrono::milliseconds pause_ = First;
};

/// Whether this message ends the game; if it does, the faults that come with it are told.
bool is_goodbye(const std::string& message, const TellClient& tell);

}  // namespace tichu::arena
