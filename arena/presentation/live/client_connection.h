#pragma once

#include <boost/asio/write.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "arena/presentation/live/web_socket.h"

namespace tichu::arena {

/// How long a client has for what is asked of it at once.
constexpr std::chrono::seconds SocketTimeout{10};

/// The socket of a client, and until when the client has to send or take something. Lives on the network's thread.
class ClientConnection {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ClientConnection(NetworkSocket socket) : socket_(std::move(socket)) {}

  NetworkSocket& socket() { return socket_; }
  void wait_for(Clock::duration time) { deadline_ = Clock::now() + time; }
  void wait_for_ever() { deadline_ = Clock::time_point::max(); }
  /// Whether the client had to do something by then, and did not. It is told once.
  bool is_late(Clock::time_point now) {
    if (now < deadline_) return false;
    wait_for_ever();
    return true;
  }

  /// Writes all of the buffers, whose bytes must stay, and calls `done` with the error. What `done` owns keeps this.
  template <typename Buffers, typename Done>
  void write(const Buffers& buffers, Done done) {
    wait_for(SocketTimeout);
    boost::asio::async_write(
        socket_, buffers,
        [done = std::move(done)](boost::system::error_code error, std::size_t) mutable { done(error); });
  }

  /// True if the other end has closed. For a pool's thread too, while nothing else uses the socket.
  bool has_left();
  void close();
  /// Nothing more is sent.
  void end_sending();
  /// Sends nothing more, but reads on, so that a client that is still sending sees the answer and not a broken
  /// connection. `kept` owns this.
  void linger(const std::shared_ptr<void>& kept);

 private:
  void drain(const std::shared_ptr<void>& kept, const std::shared_ptr<std::vector<char>>& piece, std::size_t left);

  NetworkSocket socket_;
  Clock::time_point deadline_ = Clock::time_point::max();
};

}  // namespace tichu::arena
