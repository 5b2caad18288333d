#include "arena/presentation/live/http_server.h"

#include <poll.h>

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <csignal>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arena/presentation/live/client_shares.h"
#include "arena/presentation/live/routes.h"
#include "arena/presentation/page/page.h"

namespace tichu::arena {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;

constexpr std::chrono::seconds SocketTimeout{10};
constexpr std::chrono::seconds PulseEvery{1};
constexpr std::uint32_t MostHeadBytes = 8 * 1024;

class Session;

/// What all connections share. Lives on the network's thread; the library is asked on threads of its own, one of them
/// for boards alone: boards can take long, and nothing else should wait for them.
struct Server {
  explicit Server(TournamentLibrary& tournaments) : library(tournaments) {}

  TournamentLibrary& library;
  bool local_only = true;
  bool pulsing = false;
  ClientShares shares;
  asio::io_context network{1};
  asio::thread_pool reader{1};
  asio::thread_pool board_reader{1};
  std::set<std::shared_ptr<Session>> watchers;  ///< destroyed first: a session needs all of the above
};

/// One connection: requests one after another, or a stream of pulses.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, ClientShares::Place place, Server& server)
      : stream_(std::move(socket)), server_(server), place_(std::move(place)) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(MostHeadBytes);
    parser_->body_limit(0);
    stream_.expires_after(SocketTimeout);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_read(error); });
  }

  const std::string& watched() const { return watched_; }

  /// Sends one message of the stream; drops it if the last one is still being sent.
  void send(const SharedText& pulse) {
    if (writing_) return;
    writing_ = true;
    text_ = "data: " + *pulse + "\n\n";
    stream_.expires_after(SocketTimeout);
    asio::async_write(stream_, http::make_chunk(asio::buffer(text_)),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        self->writing_ = false;
                        if (error) self->stop_watching();
                      });
  }

  /// Ends the stream, since its tournament is gone: who asks again is told so.
  void end_stream() {
    if (writing_) return;  // the next pulse tries again
    writing_ = true;
    stream_.expires_after(SocketTimeout);
    asio::async_write(stream_, http::make_chunk_last(),
                      [self = shared_from_this()](beast::error_code, std::size_t) { self->stop_watching(); });
  }

 private:
  void on_read(beast::error_code error) {
    if (error == http::error::end_of_stream) return close();
    if (error) return;
    const auto& request = parser_->get();
    keep_alive_ = request.keep_alive();
    head_ = request.method() == http::verb::head;
    // Of several hosts none is believed.
    const bool has_one_host = request.count(http::field::host) == 1;
    WebQuestion question{std::string(request.method_string()), std::string(request.target()),
                         std::string(has_one_host ? request[http::field::host] : "")};
    if (auto made = answer_at_once(question, server_.local_only)) return reply(*made);
    ask_library(std::move(question));
  }

  /// A session ends on the network's thread, so a reader hands it back whatever the outcome.
  void ask_library(WebQuestion question) {
    asio::thread_pool& reader = asks_for_board(question) ? server_.board_reader : server_.reader;
    asio::post(reader, [self = shared_from_this(), question = std::move(question)]() mutable {
      Server& server = self->server_;
      if (self->has_left()) {
        asio::post(server.network, [left = std::move(self)] {});
        return;
      }
      WebAnswer made = answer(question, server.library, server.local_only);
      asio::post(server.network, [self = std::move(self), made = std::move(made)] { self->reply(made); });
    });
  }

  /// True if the other end has closed. For a reader's thread: nothing else uses the socket meanwhile.
  bool has_left() {
    pollfd end{stream_.socket().native_handle(), POLLRDHUP, 0};
    return ::poll(&end, 1, 0) > 0;
  }

  template <typename Body>
  http::response<Body> response_for(const WebAnswer& made) const {
    http::response<Body> response{static_cast<http::status>(made.status), 11};
    response.set(http::field::content_type, made.type);
    response.set(http::field::cache_control, "no-store");
    response.set("Content-Security-Policy", content_policy(true) + "; frame-ancestors 'none'");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    if (made.status == 405) response.set(http::field::allow, "GET, HEAD");
    return response;
  }

  void reply(const WebAnswer& made) {
    if (!made.stream.empty() && !head_) {
      if (place_.watch()) return begin_stream(made);
      keep_alive_ = false;
      return reply(too_many_watchers());
    }
    response_ = response_for<http::string_body>(made);
    response_.keep_alive(keep_alive_);
    response_.content_length(made.body->size());
    if (!head_) response_.body() = *made.body;
    serializer_.emplace(response_);
    serializer_->split(head_);
    stream_.expires_after(SocketTimeout);
    const auto written = [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error) return;
      if (!self->keep_alive_) return self->close();
      self->read();
    };
    if (head_) {
      http::async_write_header(stream_, *serializer_, written);
    } else {
      http::async_write(stream_, *serializer_, written);
    }
  }

  void begin_stream(const WebAnswer& made) {
    watched_ = made.stream;
    stream_head_ = response_for<http::empty_body>(made);
    stream_head_.chunked(true);
    stream_serializer_.emplace(stream_head_);
    writing_ = true;
    stream_.expires_after(SocketTimeout);
    http::async_write_header(stream_, *stream_serializer_,
                             [self = shared_from_this(), first = made.body](beast::error_code error, std::size_t) {
                               self->writing_ = false;
                               if (error) return;
                               self->server_.watchers.insert(self);
                               self->send(first);
                               self->await_leaving();
                             });
  }

  /// A watcher sends nothing more; whatever it sends, or its end, ends its stream.
  void await_leaving() {
    stream_.expires_never();
    stream_.async_read_some(asio::buffer(byte_),
                            [self = shared_from_this()](beast::error_code, std::size_t) { self->stop_watching(); });
  }

  void stop_watching() {
    server_.watchers.erase(shared_from_this());
    beast::error_code ignored;
    stream_.socket().close(ignored);
  }

  void close() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  beast::tcp_stream stream_;
  Server& server_;
  ClientShares::Place place_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  http::response<http::string_body> response_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
  http::response<http::empty_body> stream_head_;
  std::optional<http::response_serializer<http::empty_body>> stream_serializer_;
  std::string text_;
  std::string watched_;
  std::array<char, 1> byte_{};
  bool keep_alive_ = false;
  bool head_ = false;
  bool writing_ = false;
};

/// By tournament; null for one that is not there any more.
using Pulses = std::map<std::string, SharedText>;

void send_pulses(Server& server, const Pulses& pulses) {
  server.pulsing = false;
  const std::vector<std::shared_ptr<Session>> watchers(server.watchers.begin(), server.watchers.end());
  for (const auto& watcher : watchers) {
    const auto pulse = pulses.find(watcher->watched());
    if (pulse == pulses.end()) continue;
    pulse->second ? watcher->send(pulse->second) : watcher->end_stream();
  }
}

/// Asks once for each watched tournament how far it is, and sends that to all its watchers.
void pulse(Server& server) {
  if (server.pulsing || server.watchers.empty()) return;
  server.pulsing = true;
  std::set<std::string> names;
  for (const auto& watcher : server.watchers) names.insert(watcher->watched());
  asio::post(server.reader, [&server, names = std::move(names)] {
    Pulses pulses;
    for (const std::string& name : names) {
      try {
        pulses[name] = server.library.pulse(name);
      } catch (const std::exception&) {
        continue;  // the next pulse may find it readable
      }
    }
    asio::post(server.network, [&server, pulses = std::move(pulses)] { send_pulses(server, pulses); });
  });
}

void pulse_forever(Server& server, asio::steady_timer& timer) {
  timer.expires_after(PulseEvery);
  timer.async_wait([&server, &timer](beast::error_code error) {
    if (error) return;
    pulse(server);
    pulse_forever(server, timer);
  });
}

void accept_forever(Server& server, tcp::acceptor& acceptor, asio::steady_timer& pause) {
  acceptor.async_accept([&server, &acceptor, &pause](beast::error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) {  // out of file descriptors, for example: some may be free soon
      pause.expires_after(PulseEvery);
      pause.async_wait([&](beast::error_code stopped) {
        if (!stopped) accept_forever(server, acceptor, pause);
      });
      return;
    }
    const tcp::endpoint client = socket.remote_endpoint(error);  // it may have left already
    if (auto place = error ? std::nullopt : server.shares.admit(client.address())) {
      std::make_shared<Session>(std::move(socket), std::move(*place), server)->read();
    }
    accept_forever(server, acceptor, pause);
  });
}

tcp::acceptor listen(asio::io_context& network, const ServerAddress& wanted, tcp::endpoint& endpoint) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(wanted.address, error);
  if (error)
    throw std::runtime_error("\"" + wanted.address + "\" is not an address; 127.0.0.1 is for this machine alone");
  endpoint = {address, wanted.port};
  tcp::acceptor acceptor(network);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (error) {
    const bool is_taken = error == asio::error::address_in_use;
    throw std::runtime_error("cannot listen on " + wanted.address + ", port " + std::to_string(wanted.port) + ": " +
                             error.message() + (is_taken ? "; choose another with --port (0: any that is free)" : ""));
  }
  endpoint = acceptor.local_endpoint();
  return acceptor;
}

std::string url_of(const tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return "http://" + (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" +
         std::to_string(endpoint.port()) + "/";
}

}  // namespace

void serve_tournaments(TournamentLibrary& library, const ServerAddress& address,
                       const std::function<void(const std::string& url)>& listening) {
  tcp::endpoint endpoint;
  Server server(library);
  tcp::acceptor acceptor = listen(server.network, address, endpoint);
  server.local_only = endpoint.address().is_loopback();
  asio::steady_timer pulses(server.network);
  asio::steady_timer pause(server.network);
  asio::signal_set signals(server.network, SIGINT, SIGTERM);
  signals.async_wait([&](beast::error_code, int) {
    // A second signal ends the process as if there were no handler: the server writes nothing that could stay half
    // done.
    signals.clear();
    server.network.stop();
  });
  accept_forever(server, acceptor, pause);
  pulse_forever(server, pulses);
  listening(url_of(endpoint));
  server.network.run();
  acceptor.close();
  for (asio::thread_pool* reader : {&server.reader, &server.board_reader}) {
    reader->stop();  // requests that have not begun are not answered any more
    reader->join();
  }
  server.watchers.clear();
}

}  // namespace tichu::arena
