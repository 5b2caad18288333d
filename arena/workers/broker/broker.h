#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/tournament/play/remote_play.h"

namespace tichu::arena {

/// Where a NATS server is, and how it is spoken to.
struct BrokerAddress {
  std::string url;      ///< nats://HOST:PORT or tls://HOST:PORT, with USER:PASSWORD@ or TOKEN@ before the host
  std::string ca_file;  ///< the certificates that the server's must come from (PEM); empty: the system's
};

/// An address without password or token, for people.
std::string public_text(const BrokerAddress& address);

/// A message that was published.
struct HeardMessage {
  std::string subject;  ///< which the server has let its sender publish under: all that is known of who that is
  std::string bytes;
};

/// The messages under some subjects, from its making on. At most MostWaitingBytes wait; those that come then are lost.
/// What a message's headers say is of no consequence. One thread at a time.
class Listener {
 public:
  static constexpr int MostWaiting = 65'536;
  static constexpr int MostWaitingBytes = 256 << 20;

  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  /// The next, if one comes in time.
  std::optional<HeardMessage> next(std::chrono::milliseconds patience);

 private:
  friend class Broker;
  explicit Listener(void* subscription) : subscription_(subscription) {}
  void* subscription_;
};

/// A connection to a NATS server. It reconnects by itself for as long as it lives, after pauses with jitter. Messages
/// may be lost whenever either side is not connected. Any thread.
class Broker {
 public:
  /// Throws BrokerTrouble if the server cannot be reached, refuses the credentials, or takes no messages as large as
  /// the pieces of files.
  Broker(const BrokerAddress& address, const std::string& name);
  ~Broker();
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;

  bool is_connected() const;
  /// How many bytes a message may have, as the server said when it was reached last.
  std::size_t most_bytes() const;
  /// How often it had to connect again: what was published before may be lost.
  std::uint64_t reconnections() const;

  /// To all that listen now. Never fails: nobody may hear it.
  void publish(const std::string& subject, std::string_view bytes);
  /// Throws BrokerTrouble.
  std::unique_ptr<Listener> listen(const std::string& subjects);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tichu::arena
