#include "arena/seats/seat_client.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "arena/seats/remote_seat.h"
#include "arena/seats/seat_site.h"
#include "arena/text/sanitized_line.h"
#include "protocol/frame.h"
#include "protocol/json_bot_conversation.h"

namespace tichu::arena {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using asio::ip::tcp;

constexpr std::chrono::seconds ConnectTime{10};
constexpr std::chrono::seconds IdleTime{60};

/// How one connection has ended.
struct LinkEnd {
  std::string problem;
  bool stood = false;            ///< it had been made
  unsigned refused_with = 0;     ///< the status with which no WebSocket was made
  std::uint16_t close_code = 0;  ///< with which the arena closed it
};

/// What comes of a connection, for the thread that answers.
class Inbox {
 public:
  void put(std::string message) {
    const std::scoped_lock lock(mutex_);
    messages_.push_back(std::move(message));
    changed_.notify_all();
  }
  void put(LinkEnd end) {
    const std::scoped_lock lock(mutex_);
    end_ = std::move(end);
    changed_.notify_all();
  }
  /// The next message; nullopt if there is none within a moment.
  std::optional<std::string> take() {
    constexpr std::chrono::milliseconds Moment{100};
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, Moment, [this] { return end_ || !messages_.empty(); });
    if (messages_.empty()) return std::nullopt;
    std::string message = std::move(messages_.front());
    messages_.pop_front();
    return message;
  }
  /// How the connection has ended, once all messages are taken.
  std::optional<LinkEnd> end() {
    const std::scoped_lock lock(mutex_);
    return messages_.empty() ? end_ : std::nullopt;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> messages_;
  std::optional<LinkEnd> end_;
};

/// One connection to a seat, on a thread of its own, which answers signs of life while the bot thinks.
class Link {
 public:
  Link(const SeatUrl& url, const SeatVisitor& visitor) : url_(url), visitor_(visitor) {
    resolver_.async_resolve(url_.host, url_.port, [this](beast::error_code error, const auto& found) {
      if (error) return end(error);
      beast::get_lowest_layer(stream_).expires_after(ConnectTime);
      beast::get_lowest_layer(stream_).async_connect(
          found, [this](beast::error_code failed, const tcp::endpoint&) { failed ? end(failed) : shake_hands(); });
    });
    network_ = std::jthread([this] { context_.run(); });
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  ~Link() { context_.stop(); }

  Inbox& inbox() { return inbox_; }
  void send(std::string text) {
    asio::post(context_, [this, text = std::move(text)]() mutable {
      if (ended_) return;
      unsent_.push_back(std::move(text));
      if (unsent_.size() == 1) write();
    });
  }

 private:
  void shake_hands() {
    beast::error_code ignored;
    beast::get_lowest_layer(stream_).expires_never();
    beast::get_lowest_layer(stream_).socket().set_option(tcp::no_delay(true), ignored);
    stream_.set_option(websocket::stream_base::timeout{ConnectTime, IdleTime, true});
    stream_.set_option(websocket::stream_base::decorator([this](websocket::request_type& request) {
      request.set(beast::http::field::authorization, "Bearer " + visitor_.token);
    }));
    stream_.read_message_max(protocol::DefaultFrameLimit);
    stream_.async_handshake(response_, url_.host + ":" + url_.port, url_.path + "?session=" + visitor_.session,
                            [this](beast::error_code error) {
                              if (error) return end(error);
                              stood_ = true;
                              stream_.text(true);
                              read();
                            });
  }
  void read() {
    stream_.async_read(buffer_, [this](beast::error_code error, std::size_t) {
      if (error) return end(error);
      inbox_.put(beast::buffers_to_string(buffer_.data()));
      buffer_.consume(buffer_.size());
      read();
    });
  }
  void write() {
    stream_.async_write(asio::buffer(unsent_.front()), [this](beast::error_code error, std::size_t) {
      if (error) return end(error);
      unsent_.pop_front();
      if (!unsent_.empty()) write();
    });
  }
  void end(beast::error_code error) {
    if (std::exchange(ended_, true)) return;
    LinkEnd ended{error.message(), stood_, 0, static_cast<std::uint16_t>(stream_.reason().code)};
    if (error == websocket::error::upgrade_declined) ended.refused_with = response_.result_int();
    beast::error_code ignored;
    beast::get_lowest_layer(stream_).socket().close(ignored);
    inbox_.put(std::move(ended));
  }

  const SeatUrl& url_;
  const SeatVisitor& visitor_;
  Inbox inbox_;
  asio::io_context context_{1};
  tcp::resolver resolver_{context_};
  websocket::stream<beast::tcp_stream> stream_{context_};
  websocket::response_type response_;
  beast::flat_buffer buffer_;
  std::deque<std::string> unsent_;  ///< the first is on its way
  bool stood_ = false;
  bool ended_ = false;
  std::jthread network_;
};

/// What follows from the end of a connection; nullopt: another is to be made.
std::optional<ClientEnd> end_after(const LinkEnd& end) {
  constexpr unsigned Unauthorized = 401;
  if (end.refused_with == Unauthorized) return ClientEnd::Refused;
  if (end.close_code == seat_close::TakenOver) return ClientEnd::TakenOver;
  if (end.close_code == seat_close::Done) return ClientEnd::Done;
  return std::nullopt;
}

std::string greeting_of(const SeatVisitor& visitor) {
  protocol::BotHello hello;
  hello.name = visitor.name;
  hello.bot_version = visitor.bot_version;
  std::string text(protocol::JsonBotConversation().greet(hello));
  text.pop_back();  // its line feed
  return text;
}

/// Plays over one connection until it ends; nullopt if the client was stopped.
std::optional<LinkEnd> play_over(Link& link, const SeatVisitor& visitor, const AnswerQuestion& answer,
                                 const TellClient& tell, const std::function<bool()>& stopped) {
  while (!stopped()) {
    if (const std::optional<std::string> message = link.inbox().take()) {
      if (message->starts_with(R"({"hello")")) {
        link.send(greeting_of(visitor));
      } else if (!is_goodbye(*message, tell)) {
        link.send(answer(*message));
      }
    } else if (std::optional<LinkEnd> end = link.inbox().end()) {
      return end;
    }
  }
  return std::nullopt;
}

}  // namespace

tl::expected<SeatUrl, std::string> seat_url_of(const std::string& text) {
  const std::size_t scheme_end = text.find("://");
  const std::string scheme = text.substr(0, scheme_end);
  if (scheme == "wss")
    return tl::unexpected<std::string>("is not spoken: with TLS the client polls, at https://HOST:PORT");
  if (scheme_end == std::string::npos || (scheme != "ws" && scheme != "http" && scheme != "https")) {
    return tl::unexpected<std::string>("must have the form ws://HOST:PORT or https://HOST:PORT");
  }
  const bool tls = scheme == "https";
  const std::string rest = text.substr(scheme_end + 3);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string host = rest.substr(0, slash);
  const std::size_t colon = host.rfind(':');
  SeatUrl url{host.substr(0, colon),
              colon == std::string::npos ? (tls ? "443" : "80") : host.substr(colon + 1),
              rest.substr(slash),
              tls,
              {}};
  if (url.host.starts_with('[') && url.host.ends_with(']')) url.host = url.host.substr(1, url.host.size() - 2);
  if (url.path.empty() || url.path == "/") url.path = SeatPath;
  if (url.host.empty() || url.port.empty()) return tl::unexpected<std::string>("must have the form ws://HOST:PORT");
  return url;
}

void Reconnection::note_success() {
  told_.clear();
  pause_ = First;
}

void Reconnection::wait(const std::string& problem) {
  constexpr std::chrono::milliseconds Longest{5000};
  constexpr std::chrono::milliseconds Step{50};
  if (told_ != problem) tell_("the connection broke: " + problem + "; trying again");
  told_ = problem;
  for (auto waited = Step; waited <= pause_ && !stopped_(); waited += Step) std::this_thread::sleep_for(Step);
  pause_ = std::min(2 * pause_, Longest);
}

bool is_goodbye(const std::string& message, const TellClient& tell) {
  if (!message.starts_with(R"({"goodbye")")) return false;
  const auto goodbye = nlohmann::json::parse(message, nullptr, false);
  const nlohmann::json::json_pointer text("/fault/text");
  if (goodbye.contains(text) && goodbye[text].is_string()) {
    tell("the bot failed: it " + sanitized_line(goodbye[text].get<std::string>()));
  }
  return true;
}

ClientEnd play_by_socket(const SeatUrl& url, const SeatVisitor& visitor, const AnswerQuestion& answer,
                         const TellClient& tell, const std::function<bool()>& stopped) {
  Reconnection reconnection(tell, stopped);
  while (!stopped()) {
    const auto link = std::make_unique<Link>(url, visitor);
    const std::optional<LinkEnd> end = play_over(*link, visitor, answer, tell, stopped);
    if (!end) break;
    if (const auto over = end_after(*end)) return *over;
    if (end->stood) reconnection.note_success();
    reconnection.wait(end->problem);
  }
  return ClientEnd::Stopped;
}

}  // namespace tichu::arena
