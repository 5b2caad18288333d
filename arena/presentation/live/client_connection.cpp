#include "arena/presentation/live/client_connection.h"

#include <poll.h>

#include <boost/asio/buffer.hpp>

namespace tichu::arena {
namespace {

/// Who is answered before its body was read gets so long to send on and to see the answer (RFC 9112 9.6).
constexpr std::chrono::seconds LingerFor{30};
/// What is read and thrown away of a body that nobody wants, so that its sender reads the answer: as much as the
/// example of a proxy passes on, since a proxy that cannot send on may tell its client of a broken connection.
constexpr std::size_t MostLingerBytes = 64 * 1024 * 1024;
constexpr std::size_t PieceBytes = 64 * 1024;

}  // namespace

bool ClientConnection::has_left() {
  pollfd end{socket_.native_handle(), POLLRDHUP, 0};
  return ::poll(&end, 1, 0) > 0;
}

void ClientConnection::close() {
  boost::system::error_code ignored;
  socket_.close(ignored);
}

void ClientConnection::end_sending() {
  boost::system::error_code ignored;
  socket_.shutdown(NetworkSocket::shutdown_send, ignored);
}

void ClientConnection::linger(const std::shared_ptr<void>& kept) {
  end_sending();
  wait_for(LingerFor);
  drain(kept, std::make_shared<std::vector<char>>(PieceBytes), MostLingerBytes);
}

void ClientConnection::drain(const std::shared_ptr<void>& kept, const std::shared_ptr<std::vector<char>>& piece,
                             std::size_t left) {
  socket_.async_read_some(boost::asio::buffer(*piece),
                          [this, kept, piece, left](boost::system::error_code error, std::size_t bytes) {
                            if (!error && bytes < left) drain(kept, piece, left - bytes);
                          });
}

}  // namespace tichu::arena
