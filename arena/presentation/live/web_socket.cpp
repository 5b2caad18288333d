#include "arena/presentation/live/web_socket.h"

#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <utility>

namespace tichu::arena {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds HandshakeTime{10};
/// Half of it after the last byte a ping is sent.
constexpr std::chrono::seconds IdleTime{40};
/// Whoever does not read has as many messages at most on the way.
constexpr std::size_t MostUnsent = 16;
constexpr std::size_t MostReasonBytes = 123;

/// One WebSocket. All but the functions of `WebSocketEnd` by the network's thread.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(NetworkSocket socket, std::shared_ptr<WebSocketUser> user, std::shared_ptr<void> kept)
      : kept_(std::move(kept)), user_(std::move(user)), stream_(std::move(socket)) {
    beast::error_code ignored;
    stream_.next_layer().set_option(asio::ip::tcp::no_delay(true), ignored);  // questions and answers go one by one
    stream_.set_option(websocket::stream_base::timeout{HandshakeTime, IdleTime, true});
    websocket::permessage_deflate uncompressed;
    uncompressed.server_enable = false;
    stream_.set_option(uncompressed);
    stream_.auto_fragment(false);  // a client by hand need not put messages together
    stream_.read_message_max(user_->most_message_bytes());
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    if (begun_) user_->end(is_closed_);
  }

  NetworkExecutor executor() { return stream_.get_executor(); }

  void accept(const beast::http::request<beast::http::buffer_body>& head);
  void send(std::string text) {
    if (closing_) return;
    if (unsent_.size() >= MostUnsent) return cut_off();
    unsent_.push_back(std::move(text));
    if (unsent_.size() == 1) write();
  }
  void ping() {
    if (pinged_at_ || closing_) return;
    pinged_at_ = Clock::now();
    stream_.async_ping({}, [self = shared_from_this()](beast::error_code) {});
  }
  void close(std::uint16_t code, std::string reason) {
    if (closing_) return;
    reason.resize(std::min(reason.size(), MostReasonBytes));
    closing_ = websocket::close_reason(static_cast<websocket::close_code>(code), reason);
    if (unsent_.empty()) say_farewell();
  }

 private:
  void read();
  void write() {
    stream_.text(true);
    stream_.async_write(asio::buffer(unsent_.front()),
                        [self = shared_from_this()](beast::error_code error, std::size_t) {
                          if (error) return self->cut_off();
                          self->unsent_.pop_front();
                          if (!self->unsent_.empty()) return self->write();
                          if (self->closing_) self->say_farewell();
                        });
  }
  /// Sends the closing frame; `read` then sees the other end's, or its silence.
  void say_farewell() {
    stream_.async_close(*closing_, [self = shared_from_this()](beast::error_code error) {
      if (!error) self->is_closed_ = true;
      self->cut_off();
    });
  }
  void cut_off() {
    beast::error_code ignored;
    beast::get_lowest_layer(stream_).close(ignored);
  }

  std::shared_ptr<void> kept_;
  std::shared_ptr<WebSocketUser> user_;
  websocket::stream<NetworkSocket> stream_;
  beast::flat_buffer buffer_;
  std::deque<std::string> unsent_;  ///< the first is on its way
  std::optional<websocket::close_reason> closing_;
  std::optional<Clock::time_point> pinged_at_;
  bool begun_ = false;
  bool is_closed_ = false;
};

/// What the site holds of a connection, which may be gone.
class RemoteControl : public WebSocketEnd {
 public:
  explicit RemoteControl(const std::shared_ptr<Connection>& connection)
      : executor_(connection->executor()), connection_(connection) {}

  void send(std::string text) override {
    post([text = std::move(text)](Connection& connection) mutable { connection.send(std::move(text)); });
  }
  void ping() override {
    post([](Connection& connection) { connection.ping(); });
  }
  void close(std::uint16_t code, std::string reason) override {
    post([code, reason = std::move(reason)](Connection& connection) { connection.close(code, reason); });
  }

 private:
  template <typename Work>
  void post(Work work) {
    if (connection_.expired()) return;
    asio::post(executor_, [weak = connection_, work = std::move(work)]() mutable {
      if (const auto connection = weak.lock()) work(*connection);
    });
  }

  NetworkExecutor executor_;
  std::weak_ptr<Connection> connection_;
};

void Connection::accept(const beast::http::request<beast::http::buffer_body>& head) {
  stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
    if (kind != websocket::frame_type::pong || !pinged_at_) return;
    user_->measure(Clock::now() - *std::exchange(pinged_at_, std::nullopt));
  });
  stream_.async_accept(head, [self = shared_from_this()](beast::error_code error) {
    if (error) return;
    self->begun_ = true;
    self->user_->begin(std::make_shared<RemoteControl>(self));
    self->read();
  });
}

void Connection::read() {
  stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
    if (error == websocket::error::message_too_big) self->user_->refuse_long_message();
    if (error == websocket::error::closed) self->is_closed_ = true;
    if (error) return self->cut_off();
    if (!self->stream_.got_text()) {
      self->close(static_cast<std::uint16_t>(websocket::close_code::unknown_data), "text messages are wanted");
    } else if (!self->closing_) {
      self->user_->take({static_cast<const char*>(self->buffer_.data().data()), self->buffer_.size()});
    }
    self->buffer_.consume(self->buffer_.size());
    self->read();
  });
}

}  // namespace

void serve_web_socket(NetworkSocket socket, const beast::http::request<beast::http::buffer_body>& head,
                      std::shared_ptr<WebSocketUser> user, std::shared_ptr<void> kept) {
  std::make_shared<Connection>(std::move(socket), std::move(user), std::move(kept))->accept(head);
}

}  // namespace tichu::arena
