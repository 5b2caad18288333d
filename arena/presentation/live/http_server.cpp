#include "arena/presentation/live/http_server.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <csignal>
#include <exception>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "arena/presentation/live/address_owner.h"
#include "arena/presentation/live/client_connection.h"
#include "arena/presentation/live/connection_limiter.h"
#include "arena/presentation/live/network_work.h"
#include "arena/presentation/live/watchers.h"
#include "arena/presentation/live/web_socket.h"
#include "arena/text/characters.h"

namespace tichu::arena {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using Acceptor = asio::basic_socket_acceptor<tcp, NetworkExecutor>;

constexpr std::chrono::seconds PulseEvery{1};
/// How often it is looked who has been silent for too long.
constexpr std::chrono::seconds LookEvery{1};
constexpr std::chrono::milliseconds GraceStep{20};
constexpr std::uint32_t MostHeadBytes = 8 * 1024;
constexpr std::size_t PieceBytes = 64 * 1024;
/// Unparsed bytes of a connection: a head, a chunk's extension or all trailers must fit. Beast throws at a field of 64
/// KiB, so this is less.
constexpr std::size_t MostUnparsedBytes = 48 * 1024;
class Session;

using Pools = std::vector<std::unique_ptr<asio::thread_pool>>;

Pools pools_of(const HttpHandler& site) {
  Pools pools;
  for (const std::size_t threads : site.pools()) pools.push_back(std::make_unique<asio::thread_pool>(threads));
  return pools;
}

/// What all connections share. Lives on the network's thread; the site is asked on the threads of its pools.
struct Server {
  Server(HttpHandler& shown, const ServerOptions& how)
      : site(shown), shares(shown.bounds()), pools(pools_of(shown)), watchers(shown, network, *pools.front()) {
    if (how.proxy) proxy = plain_address(asio::ip::make_address(*how.proxy));
  }

  HttpHandler& site;
  std::optional<asio::ip::address> proxy;
  bool stopping = false;
  bool hands_over = false;  ///< it stops, and another server follows: who has come already is answered here
  int busy = 0;             ///< requests that have been read and not answered
  int web_sockets = 0;      ///< that are open
  int fresh = 0;            ///< connections whose first request has not come yet
  ConnectionLimiter shares;
  std::unordered_set<Session*> sessions;  ///< all of them; each adds and removes itself
  asio::io_context network{1};
  Pools pools;
  Watchers watchers;  ///< destroyed first: a session needs all of the above
};

/// The last element of a list with commas, without blanks.
std::string_view last_of(std::string_view list) {
  list = list.substr(list.rfind(',') + 1);
  const std::size_t first = list.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return list.substr(first, list.find_last_not_of(" \t") - first + 1);
}

/// All elements of a header that may stand several times, as one list.
template <typename Request>
std::string joined(const Request& request, std::string_view name) {
  std::string list;
  const auto range = request.equal_range(beast::string_view(name.data(), name.size()));
  for (auto field = range.first; field != range.second; ++field) {
    list += (list.empty() ? "" : ",") + std::string(field->value());
  }
  return list;
}

/// What a head asks that came from this address, whose owner is known.
HttpRequest question_of(const http::request_parser<http::buffer_body>& parser, const asio::ip::address& peer,
                        const std::string& owner, const std::optional<asio::ip::address>& proxy) {
  const auto& request = parser.get();
  HttpRequest question;
  question.method = std::string(request.method_string());
  question.target = std::string(request.target());
  if (request.count(http::field::host) == 1) question.host = std::string(request[http::field::host]);
  for (const auto& field : request) {
    question.headers.emplace_back(in_lower_case(field.name_string()), std::string(field.value()));
  }
  question.client = owner;
  question.secret = peer.is_loopback();
  question.direct = peer.is_loopback() && !proxy;
  if (proxy && peer == *proxy) {
    beast::error_code unknown;
    const auto told = asio::ip::make_address(std::string(last_of(joined(request, "X-Forwarded-For"))), unknown);
    if (!unknown) question.client = address_owner(told);
    question.secret = last_of(joined(request, "X-Forwarded-Proto")) == "https";
  } else if (proxy) {
    question.secret = false;
  }
  const auto length = parser.content_length();
  if (length) question.body_bytes = *length;
  question.has_body = parser.chunked() || (length && *length > 0);
  return question;
}

/// The head of an answer. `length` is that of the body: none if there can be none, or if it comes in chunks.
std::string head_of(const HttpResponse& made, std::optional<std::uint64_t> length, bool keep_alive) {
  const auto status = static_cast<http::status>(made.status);
  std::string text =
      "HTTP/1.1 " + std::to_string(made.status) + " " + std::string(http::obsolete_reason(status)) + "\r\n";
  const auto add = [&text](std::string_view name, std::string_view value) {
    text.append(name).append(": ").append(value).append("\r\n");
  };
  if (made.body || !made.file.empty() || !made.stream.empty()) add("Content-Type", made.type);
  const bool has_rule = std::any_of(made.headers.begin(), made.headers.end(),
                                    [](const auto& header) { return header.first == "Cache-Control"; });
  if (!has_rule) add("Cache-Control", "no-store");
  add("Content-Security-Policy", made.policy + "; frame-ancestors 'none'");
  add("X-Content-Type-Options", "nosniff");
  add("Referrer-Policy", "no-referrer");
  add("Cross-Origin-Resource-Policy", made.for_all ? "cross-origin" : "same-origin");
  for (const auto& [name, value] : made.headers) add(name, value);
  if (!keep_alive) add("Connection", "close");
  if (length) add("Content-Length", std::to_string(*length));
  if (!made.stream.empty()) add("Transfer-Encoding", "chunked");
  return text + "\r\n";
}

/// The length of an answer's body; nullopt if it can have none.
std::optional<std::uint64_t> length_of(const HttpResponse& made) {
  if (made.status == 204 || made.status == 304) return std::nullopt;
  if (made.body) return made.body->size();
  std::error_code missing;
  const std::uint64_t bytes = made.file.empty() ? 0 : std::filesystem::file_size(made.file, missing);
  return missing ? 0 : bytes;
}

/// The answer to a target, or to other parts of a head, that are too long.
HttpResponse long_head_answer(bool is_target) {
  return is_target ? sentence_response(414, "The request's target is too long.")
                   : sentence_response(431, "The request's fields are too long.");
}

void log_failed(const HttpRequest& question, const std::exception& error) {
  log_failure(question.method + " " + question.target + " failed: " + error.what());
}

/// What a site is asked must not end the process, whatever happens.
template <typename Ask>
HttpResponse guarded(const HttpRequest& question, Ask ask) {
  try {
    return ask();
  } catch (const std::exception& error) {
    log_failed(question, error);
    return sentence_response(500, "The machine failed.");
  }
}

/// A file that is sent piece by piece.
class FileInPieces {
 public:
  explicit FileInPieces(const std::filesystem::path& path) {
    std::error_code missing;
    if (std::filesystem::is_regular_file(path, missing)) file_.open(path, std::ios::binary | std::ios::ate);
    if (!is_open()) return;
    left_ = static_cast<std::uint64_t>(file_.tellg());
    file_.seekg(0);
  }

  bool is_open() const { return file_.is_open(); }
  std::uint64_t bytes_left() const { return left_; }
  /// None at the end, or if the file has become shorter.
  std::span<const char> next() {
    piece_.resize(std::min<std::uint64_t>(PieceBytes, left_));
    if (!piece_.empty() && !file_.read(piece_.data(), static_cast<std::streamsize>(piece_.size()))) return {};
    left_ -= piece_.size();
    return piece_;
  }

 private:
  std::ifstream file_;
  std::uint64_t left_ = 0;
  std::vector<char> piece_;
};

/// One connection: requests one after another, until a stream or a WebSocket takes it over.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(NetworkSocket socket, const asio::ip::address& peer, ConnectionLimiter::Slot place, Server& server)
      : connection_(std::move(socket)),
        peer_(peer),
        owner_(address_owner(peer)),
        server_(server),
        place_(std::move(place)) {
    server_.sessions.insert(this);
    server_.fresh += 1;
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    server_.sessions.erase(this);
    leave_request();
    note_heard();
  }

  /// Ends the connection if the other end had to do something by then, and did not.
  void end_if_silent(Clock::time_point now) {
    if (!connection_.is_late(now)) return;
    later_ ? later_->give(later_->otherwise()) : connection_.close();
  }

  void read() {
    if (server_.stopping && !(server_.hands_over && is_fresh_)) return connection_.end_sending();
    parser_.emplace();
    parser_->header_limit(MostHeadBytes);
    parser_->body_limit(boost::none);
    connection_.wait_for(SocketTimeout);
    http::async_read_header(
        connection_.socket(), buffer_, *parser_,
        [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_head(error); });
  }

  /// What owns it while a pool's thread works for it; null if none does.
  std::shared_ptr<Session> leave_pool() { return std::exchange(in_pool_, nullptr); }

  /// Nothing is waited for any more.
  void give_up_waiting() {
    if (const auto later = std::exchange(later_, nullptr)) later->give(later->otherwise());
  }

 private:
  /// Its first request has come, or none ever will.
  void note_heard() {
    if (std::exchange(is_fresh_, false)) server_.fresh -= 1;
  }

  void on_head(beast::error_code error) {
    if (error) note_heard();
    if (error == http::error::end_of_stream) return connection_.end_sending();
    if (error == http::error::header_limit || error == http::error::buffer_overflow) return refuse_long_head();
    if (error) return;
    const auto& request = parser_->get();
    keep_alive_ = request.keep_alive();
    head_ = request.method() == http::verb::head;
    busy_ = true;
    server_.busy += 1;
    note_heard();
    question_ = question_of(*parser_, peer_, owner_, server_.proxy);
    if (auto made = server_.site.at_once(question_)) return reply(std::move(*made));
    question_.has_body ? ask_for_body() : ask();
  }

  /// Answers a head, an extension or trailers that are too long, and ends the connection.
  void refuse_long_head() {
    const std::string_view unread(static_cast<const char*>(buffer_.data().data()), buffer_.size());
    question_.has_body = true;  // what follows, even of a head: it is not read on
    head_ = false;
    reply(long_head_answer(!busy_ && unread.find('\n') == std::string_view::npos));
  }

  /// What the network does with what a pool found.
  using Next = std::function<void(Session&)>;

  /// Has a pool's thread do the work, and then the network what it returns. Meanwhile the session belongs to itself,
  /// since it must end on the network's thread.
  template <typename Work>
  void post_to_pool(Work work) {
    // The other end waits now; and a pool's thread looks at the socket, which must stay open.
    connection_.wait_for_ever();
    auto self = shared_from_this();
    asio::post(*server_.pools[server_.site.pool_of(question_)], [this, work = std::move(work)]() mutable {
      try {
        next_ = work(*this);
      } catch (const std::exception& error) {
        log_failed(question_, error);
      }
      post_surely(server_.network, [this] {
        const auto owner = leave_pool();
        if (const Next next = std::exchange(next_, {})) next(*this);
      });
    });
    in_pool_ = std::move(self);
  }

  void ask() {
    post_to_pool([](Session& self) -> Next {
      if (self.connection_.has_left()) return {};
      return to_reply(guarded(self.question_, [&] { return self.server_.site.answer(self.question_); }));
    });
  }

  static Next to_reply(HttpResponse made) {
    return [made = std::move(made)](Session& session) { session.reply(made); };
  }

  void ask_for_body() {
    post_to_pool([](Session& self) -> Next {
      HttpResponse made = guarded(self.question_, [&] {
        auto got = self.server_.site.receive(self.question_);
        if (auto* sink = std::get_if<std::unique_ptr<BodySink>>(&got)) {
          self.sink_ = std::move(*sink);
          return HttpResponse{};
        }
        return std::get<HttpResponse>(std::move(got));
      });
      if (!self.sink_) return to_reply(std::move(made));
      return [](Session& session) { session.invite_body(); };
    });
  }

  /// Tells a client that waits for it that its body is wanted.
  void invite_body() {
    piece_.resize(PieceBytes);
    buffer_.reserve(MostUnparsedBytes);
    if (in_lower_case(question_.header("expect").value_or("")) != "100-continue") return read_body();
    static constexpr std::string_view Continue = "HTTP/1.1 100 Continue\r\n\r\n";
    connection_.write(asio::buffer(Continue), [self = shared_from_this()](beast::error_code error) {
      if (!error) self->read_body();
    });
  }

  void read_body() {
    auto& body = parser_->get().body();
    body.data = piece_.data();
    body.size = piece_.size();
    body.more = true;
    connection_.wait_for(SocketTimeout);
    http::async_read(
        connection_.socket(), buffer_, *parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
          if (error == http::error::need_buffer) error = {};
          if (error) {  // else cut off, or too slow: nobody waits for an answer
            self->sink_.reset();
            if (error == http::error::buffer_overflow) self->refuse_long_head();
            return;
          }
          self->take_piece(self->piece_.size() - self->parser_->get().body().size, self->parser_->is_done());
        });
  }

  void take_piece(std::size_t bytes, bool last) {
    post_to_pool([bytes, last](Session& self) -> Next {
      std::optional<HttpResponse> made;
      HttpResponse failed = guarded(self.question_, [&] {
        made = self.sink_->take({self.piece_.data(), bytes});
        if (!made && last) made = self.sink_->end();
        return HttpResponse{};
      });
      if (failed.status != 200) made = std::move(failed);
      if (!made) return [](Session& session) { session.read_body(); };
      self.sink_.reset();
      return to_reply(std::move(*made));
    });
  }

  void reply(HttpResponse made) {
    if (made.socket) return become_web_socket(std::move(made.socket));
    if (made.later && !head_) return await(std::move(made.later));
    piece_ = {};
    // What is left of a body would be taken for the next request.
    const bool body_left = question_.has_body && !parser_->is_done();
    if (body_left || server_.stopping) keep_alive_ = false;
    lingers_ = body_left;
    if (!made.stream.empty() && !head_) {
      if (place_.watch()) return begin_stream(made);
      keep_alive_ = false;
      return reply(server_.site.too_many_watchers());
    }
    if (!made.file.empty() && !head_) return begin_file(made);
    const std::optional<std::uint64_t> length = length_of(made);
    made.stream.clear();  // who asks for the head of a stream gets no stream
    answer_head_ = head_of(made, length, keep_alive_);
    made_ = head_ ? nullptr : std::move(made.body);
    const std::array<asio::const_buffer, 2> whole{asio::buffer(answer_head_),
                                                  made_ ? asio::buffer(*made_) : asio::const_buffer{}};
    connection_.write(whole, [self = shared_from_this()](beast::error_code error) { self->on_written(error); });
  }

  /// Bytes behind the head are none that a client may send before it has the answer (RFC 6455, 4.1).
  void become_web_socket(std::shared_ptr<WebSocketUser> user) {
    if (buffer_.size() > 0) {
      keep_alive_ = false;
      return reply(sentence_response(400, "Wait for the answer before you send anything."));
    }
    leave_request();
    connection_.wait_for_ever();
    server_.web_sockets += 1;
    std::shared_ptr<void> kept(nullptr, [self = shared_from_this()](void*) { self->server_.web_sockets -= 1; });
    serve_web_socket(std::move(connection_.socket()), parser_->get(), std::move(user), std::move(kept));
  }

  void await(std::shared_ptr<DeferredResponse> later) {
    later_ = std::move(later);
    leave_request();  // a server that stops does not wait for it
    connection_.wait_for(later_->patience());
    later_->when_given([self = shared_from_this()](HttpResponse made) {
      post_surely(self->server_.network, [self, made = std::move(made)] {
        self->later_ = nullptr;
        self->reply(made);
      });
    });
  }

  void on_written(beast::error_code error) {
    leave_request();
    made_.reset();
    if (error) return;
    if (lingers_) return connection_.linger(shared_from_this());
    if (!keep_alive_) return connection_.end_sending();
    read();
  }

  void leave_request() {
    if (!busy_) return;
    busy_ = false;
    server_.busy -= 1;
  }

  void begin_file(const HttpResponse& made) {
    file_.emplace(made.file);
    if (!file_->is_open()) return reply(sentence_response(404, "It is gone."));
    answer_head_ = head_of(made, file_->bytes_left(), keep_alive_);
    write_of_file(asio::buffer(answer_head_));
  }

  /// Writes the bytes and then the rest of the file, as fast as the client takes it.
  void write_of_file(asio::const_buffer bytes) {
    connection_.write(bytes, [self = shared_from_this()](beast::error_code error) {
      const auto piece = error ? std::span<const char>() : self->file_->next();
      if (!piece.empty()) return self->write_of_file(asio::buffer(piece.data(), piece.size()));
      if (self->file_->bytes_left() > 0) self->keep_alive_ = false;  // what was promised cannot be kept
      self->file_.reset();
      self->on_written(error);
    });
  }

  void begin_stream(const HttpResponse& made) {
    answer_head_ = head_of(made, std::nullopt, keep_alive_);
    connection_.write(asio::buffer(answer_head_), [self = shared_from_this(), made](beast::error_code error) {
      self->leave_request();
      if (error) return;
      self->connection_.wait_for_ever();
      self->server_.watchers.add(std::move(self->connection_), made, self);
    });
  }

  ClientConnection connection_;
  bool is_fresh_ = true;  ///< nothing has been read of it
  asio::ip::address peer_;
  std::string owner_;  ///< of that address
  Server& server_;
  ConnectionLimiter::Slot place_;
  beast::flat_buffer buffer_{MostUnparsedBytes};
  std::optional<http::request_parser<http::buffer_body>> parser_;
  HttpRequest question_;
  std::unique_ptr<BodySink> sink_;
  std::shared_ptr<Session> in_pool_;
  Next next_;
  std::vector<char> piece_;  ///< of a body
  SharedText made_;
  std::shared_ptr<DeferredResponse> later_;  ///< that its client waits for
  std::string answer_head_;
  std::optional<FileInPieces> file_;
  bool keep_alive_ = false;
  bool head_ = false;
  bool busy_ = false;
  bool lingers_ = false;
};

void pulse_forever(Server& server, asio::steady_timer& timer) {
  timer.expires_after(PulseEvery);
  timer.async_wait([&server, &timer](beast::error_code error) {
    if (error) return;
    pulse_forever(server, timer);  // first, so that it goes on whatever happens
    server.site.count(server.shares.clients(), server.watchers.size());
    server.watchers.pulse();
  });
}

/// One clock for all connections: a timer for each would cost more than most answers.
void end_silent_forever(Server& server, asio::steady_timer& timer) {
  timer.expires_after(LookEvery);
  timer.async_wait([&server, &timer](beast::error_code error) {
    if (error) return;
    end_silent_forever(server, timer);
    const auto now = Clock::now();
    for (Session* session : server.sessions) session->end_if_silent(now);
    server.watchers.end_silent(now);
  });
}

void accept_forever(Server& server, Acceptor& acceptor, asio::steady_timer& pause) {
  acceptor.async_accept([&server, &acceptor, &pause](beast::error_code error, NetworkSocket socket) {
    if (error == asio::error::operation_aborted || server.stopping) return;
    if (error) {  // out of file descriptors, for example: some may be free soon
      pause.expires_after(PulseEvery);
      pause.async_wait([&](beast::error_code stopped) {
        if (!stopped) accept_forever(server, acceptor, pause);
      });
      return;
    }
    accept_forever(server, acceptor, pause);
    const tcp::endpoint endpoint = socket.remote_endpoint(error);  // it may have left already
    const asio::ip::address client = plain_address(endpoint.address());
    if (auto place = error ? std::nullopt : server.shares.admit(client)) {
      std::make_shared<Session>(std::move(socket), client, std::move(*place), server)->read();
    }
  });
}

std::string url_of(const tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return "http://" + (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" +
         std::to_string(endpoint.port()) + "/";
}

/// Ends the network when nothing is busy any more, or at the deadline.
void end_when_idle(Server& server, asio::steady_timer& timer, Clock::time_point deadline) {
  const bool is_idle = server.busy == 0 && server.web_sockets == 0 && (server.fresh == 0 || !server.hands_over);
  if (is_idle || Clock::now() >= deadline) return server.network.stop();
  timer.expires_after(GraceStep);
  timer.async_wait([&server, &timer, deadline](beast::error_code) { end_when_idle(server, timer, deadline); });
}

/// Runs the network until it is stopped. What a handler throws ends its own connection, and no other.
void run_network(Server& server) {
  for (;;) {
    try {
      server.network.run();
      return;
    } catch (const std::exception& error) {
      log_failure(std::string("a connection was ended: ") + error.what());
    }
  }
}

/// Calls `end` once `asked` says so.
void end_when_asked(asio::steady_timer& timer, const std::function<bool()>& asked, const std::function<void()>& end) {
  timer.expires_after(LookEvery);
  timer.async_wait([&timer, &asked, &end](beast::error_code error) {
    if (error) return;
    end_when_asked(timer, asked, end);  // first, so that it is asked again whatever is thrown
    if (!asked()) return;
    timer.cancel();
    end();
  });
}

}  // namespace

/// The socket that listens, in a network of its own where nobody is accepted.
struct ListeningPort::Socket {
  asio::io_context network;
  Acceptor acceptor{network};
  tcp::endpoint endpoint;
};

/// For who accepts.
class PortAccess {
 public:
  static const tcp::endpoint& endpoint(const ListeningPort& port) { return port.socket_->endpoint; }
  /// Another descriptor of the same socket.
  static Acceptor acceptor(const ListeningPort& port, asio::io_context& network) {
    const int copy = ::fcntl(port.socket_->acceptor.native_handle(), F_DUPFD_CLOEXEC, 0);
    if (copy < 0) throw std::system_error(errno, std::generic_category(), "cannot listen");
    return {network, port.socket_->endpoint.protocol(), copy};
  }
  /// Nobody waits there any more.
  static void close(ListeningPort& port) {
    beast::error_code ignored;
    port.socket_->acceptor.close(ignored);
  }
};

ListeningPort::ListeningPort(const ServerAddress& wanted) : socket_(std::make_unique<Socket>()) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(wanted.address, error);
  if (error)
    throw std::runtime_error("\"" + wanted.address + "\" is not an address; 127.0.0.1 is for this machine alone");
  const tcp::endpoint endpoint{address, wanted.port};
  Acceptor& acceptor = socket_->acceptor;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(Acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(Acceptor::max_listen_connections, error);
  if (error) {
    const bool is_taken = error == asio::error::address_in_use;
    throw std::runtime_error("cannot listen on " + wanted.address + ", port " + std::to_string(wanted.port) + ": " +
                             error.message() + (is_taken ? "; choose another port (0: any that is free)" : ""));
  }
  socket_->endpoint = acceptor.local_endpoint();
}

ListeningPort::~ListeningPort() = default;

ServerEnd serve_site(HttpHandler& site, ListeningPort& port, const ServerOptions& options,
                     const std::function<void(const std::string& url, bool local_only)>& listening) {
  Server server(site, options);
  Acceptor acceptor = PortAccess::acceptor(port, server.network);
  asio::steady_timer pulses(server.network);
  asio::steady_timer pause(server.network);
  asio::steady_timer grace(server.network);
  asio::steady_timer looks(server.network);
  asio::steady_timer questions(server.network);
  const auto end = [&] {
    server.stopping = true;
    if (options.ending && !server.hands_over) options.ending();
    beast::error_code ignored;
    if (options.grace.count() > 0) acceptor.close(ignored);
    end_when_idle(server, grace, options.grace.count() > 0 ? Clock::now() + options.grace : Clock::time_point::min());
  };
  ServerEnd reason = ServerEnd::Asked;
  asio::signal_set signals(server.network);
  const std::stop_callback when_stopped(options.stop, [&] { post_surely(server.network, [&end] { end(); }); });
  if (!options.stop.stop_possible()) {
    signals.add(SIGINT);
    signals.add(SIGTERM);
  }
  signals.async_wait([&](beast::error_code, int) {
    // A second signal ends the process as if there were no handler.
    signals.clear();
    reason = ServerEnd::Signal;
    PortAccess::close(port);
    if (!server.stopping) end();
  });
  const std::function<void()> end_as_asked = [&] {
    server.hands_over = !server.stopping;
    if (!server.stopping) end();
  };
  if (options.ends) end_when_asked(questions, options.ends, end_as_asked);
  accept_forever(server, acceptor, pause);
  pulse_forever(server, pulses);
  end_silent_forever(server, looks);
  const tcp::endpoint& endpoint = PortAccess::endpoint(port);
  listening(url_of(endpoint), endpoint.address().is_loopback());
  run_network(server);
  boost::system::error_code ignored;
  acceptor.close(ignored);
  for (const auto& pool : server.pools) {
    pool->stop();  // requests that have not begun are not answered any more
    pool->join();
  }
  std::vector<std::shared_ptr<Session>> unanswered;
  const std::vector<Session*> sessions(server.sessions.begin(), server.sessions.end());
  for (Session* session : sessions) {
    unanswered.push_back(session->leave_pool());
    session->give_up_waiting();
  }
  server.watchers.clear();
  return reason;
}

}  // namespace tichu::arena
