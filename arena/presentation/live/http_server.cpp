#include "arena/presentation/live/http_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "arena/presentation/live/address_owner.h"
#include "arena/presentation/live/connection_limiter.h"
#include "arena/presentation/live/web_socket.h"
#include "arena/text/characters.h"
#include "arena/text/moment_text.h"
#include "arena/text/sanitized_line.h"

namespace tichu::arena {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using Socket = NetworkSocket;
using Acceptor = asio::basic_socket_acceptor<tcp, NetworkExecutor>;

constexpr std::chrono::seconds SocketTimeout{10};
constexpr std::chrono::seconds PulseEvery{1};
/// How often it is looked who has been silent for too long.
constexpr std::chrono::seconds LookEvery{1};
/// Who is answered before its body was read gets so long to send on and to see the answer (RFC 9112 9.6).
constexpr std::chrono::seconds LingerFor{30};
constexpr std::chrono::milliseconds GraceStep{20};
constexpr std::uint32_t MostHeadBytes = 8 * 1024;
constexpr std::size_t PieceBytes = 64 * 1024;
/// Unparsed bytes of a connection: a head, a chunk's extension or all trailers must fit. Beast throws at a field of 64
/// KiB, so this is less.
constexpr std::size_t MostUnparsedBytes = 48 * 1024;
/// What is read and thrown away of a body that nobody wants, so that its sender reads the answer: as much as the
/// example of a proxy passes on, since a proxy that cannot send on may tell its client of a broken connection.
constexpr std::size_t MostLingerBytes = 64 * 1024 * 1024;

class Session;

/// What all connections share. Lives on the network's thread; the site is asked on the threads of its pools.
struct Server {
  Server(HttpHandler& shown, const ServerOptions& how) : site(shown), shares(shown.bounds()) {
    for (const std::size_t threads : site.pools()) pools.push_back(std::make_unique<asio::thread_pool>(threads));
    if (how.proxy) proxy = plain_address(asio::ip::make_address(*how.proxy));
  }

  HttpHandler& site;
  std::optional<asio::ip::address> proxy;
  bool pulsing = false;
  bool stopping = false;
  bool hands_over = false;  ///< it stops, and another server follows: who has come already is answered here
  int busy = 0;             ///< requests that have been read and not answered
  int web_sockets = 0;      ///< that are open
  int fresh = 0;            ///< connections whose first request has not come yet
  ConnectionLimiter shares;
  std::unordered_set<Session*> sessions;  ///< all of them; each adds and removes itself
  asio::io_context network{1};
  std::vector<std::unique_ptr<asio::thread_pool>> pools;
  std::set<std::shared_ptr<Session>> watchers;  ///< destroyed first: a session needs all of the above
};

/// Tells whoever runs the server of what must not happen, with the time.
void log_failure(const std::string& what) {
  fmt::print(stderr, "{} tichu-arena: {}\n", utc_text(std::time(nullptr)), sanitized_line(what));
}

/// Posts what must not be lost: without memory for it, it is tried again until there is some.
template <typename Work>
void post_surely(asio::io_context& network, const Work& work) {
  for (;;) {
    try {
      asio::post(network, work);
      return;
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(GraceStep);
    }
  }
}

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

/// True if the other end has closed. For a pool's thread: nothing else uses the socket meanwhile.
bool has_left(Socket& socket) {
  pollfd end{socket.native_handle(), POLLRDHUP, 0};
  return ::poll(&end, 1, 0) > 0;
}

/// The answer to a target, or to other parts of a head, that are too long.
HttpResponse long_head_answer(bool is_target) {
  return is_target ? sentence_response(414, "The request's target is too long.")
                   : sentence_response(431, "The request's fields are too long.");
}

/// One connection: requests one after another, or a stream of pulses.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, const asio::ip::address& peer, ConnectionLimiter::Slot place, Server& server)
      : socket_(std::move(socket)),
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
    if (now < deadline_) return;
    wait_for_ever();
    if (later_) return later_->give(later_->otherwise());
    beast::error_code ignored;
    socket_.close(ignored);
  }

  void read() {
    if (server_.stopping && !(server_.hands_over && is_fresh_)) return close();
    parser_.emplace();
    parser_->header_limit(MostHeadBytes);
    parser_->body_limit(boost::none);
    wait_for(SocketTimeout);
    http::async_read_header(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_head(error); });
  }

  /// What owns it while a pool's thread works for it; null if none does.
  std::shared_ptr<Session> leave_pool() { return std::exchange(in_pool_, nullptr); }

  /// Nothing is waited for any more.
  void give_up_waiting() {
    if (const auto later = std::exchange(later_, nullptr)) later->give(later->otherwise());
  }

  const std::string& watched() const { return watched_; }
  std::uint64_t cursor() const { return cursor_; }

  /// Sends what a stream has to say; drops it if the last message is still being sent.
  void send(const StreamUpdate& pulse) {
    if (writing_) return;
    if (!pulse.text) return end_stream();
    cursor_ = pulse.cursor;
    if (pulse.text->empty()) return;
    text_ = *pulse.text;
    writing_ = true;
    wait_for(SocketTimeout);
    asio::async_write(socket_, http::make_chunk(asio::buffer(text_)),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        self->writing_ = false;
                        self->wait_for_ever();
                        if (error) self->stop_watching();
                      });
  }

 private:
  /// Its first request has come, or none ever will.
  void note_heard() {
    if (std::exchange(is_fresh_, false)) server_.fresh -= 1;
  }

  void on_head(beast::error_code error) {
    if (error) note_heard();
    if (error == http::error::end_of_stream) return close();
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

  /// From now on the other end has so long to send or take what is asked of it.
  void wait_for(Clock::duration time) { deadline_ = Clock::now() + time; }
  void wait_for_ever() { deadline_ = Clock::time_point::max(); }

  /// What the network does with what a pool found.
  using Next = std::function<void(Session&)>;

  /// Has a pool's thread do the work, and then the network what it returns. Meanwhile the session belongs to itself,
  /// since it must end on the network's thread.
  template <typename Work>
  void post_to_pool(Work work) {
    wait_for_ever();  // the other end waits now; and a pool's thread looks at the socket, which must stay open
    auto self = shared_from_this();
    asio::post(*server_.pools[server_.site.pool_of(question_)], [this, work = std::move(work)]() mutable {
      try {
        next_ = work(*this);
      } catch (const std::exception& error) {
        log(error);
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
      if (has_left(self.socket_)) return {};
      return self.to_reply(self.guarded([&] { return self.server_.site.answer(self.question_); }));
    });
  }

  static Next to_reply(HttpResponse made) {
    return [made = std::move(made)](Session& session) { session.reply(made); };
  }

  /// What is asked must not end the process, whatever happens.
  template <typename Ask>
  HttpResponse guarded(Ask ask) const {
    try {
      return ask();
    } catch (const std::exception& error) {
      log(error);
      return sentence_response(500, "The machine failed.");
    }
  }

  void log(const std::exception& error) const {
    log_failure(question_.method + " " + question_.target + " failed: " + error.what());
  }

  void ask_for_body() {
    post_to_pool([](Session& self) -> Next {
      HttpResponse made = self.guarded([&] {
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
    wait_for(SocketTimeout);
    asio::async_write(socket_, asio::buffer(Continue.data(), Continue.size()),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        if (!error) self->read_body();
                      });
  }

  void read_body() {
    auto& body = parser_->get().body();
    body.data = piece_.data();
    body.size = piece_.size();
    body.more = true;
    wait_for(SocketTimeout);
    http::async_read(socket_, buffer_, *parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
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
      HttpResponse failed = self.guarded([&] {
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
    wait_for(SocketTimeout);
    asio::async_write(socket_, whole,
                      [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_written(error); });
  }

  /// Bytes behind the head are none that a client may send before it has the answer (RFC 6455, 4.1).
  void become_web_socket(std::shared_ptr<WebSocketUser> user) {
    if (buffer_.size() > 0) {
      keep_alive_ = false;
      return reply(sentence_response(400, "Wait for the answer before you send anything."));
    }
    leave_request();
    wait_for_ever();
    server_.web_sockets += 1;
    std::shared_ptr<void> kept(nullptr, [self = shared_from_this()](void*) { self->server_.web_sockets -= 1; });
    serve_web_socket(std::move(socket_), parser_->get(), std::move(user), std::move(kept));
  }

  void await(std::shared_ptr<DeferredResponse> later) {
    later_ = std::move(later);
    leave_request();  // a server that stops does not wait for it
    wait_for(later_->patience());
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
    if (lingers_) return linger();
    if (!keep_alive_) return close();
    read();
  }

  void leave_request() {
    if (!busy_) return;
    busy_ = false;
    server_.busy -= 1;
  }

  void begin_file(const HttpResponse& made) {
    std::error_code missing;
    if (std::filesystem::is_regular_file(made.file, missing)) file_.open(made.file, std::ios::binary | std::ios::ate);
    if (!file_.is_open()) {
      return reply(sentence_response(404, "It is gone."));
    }
    file_left_ = static_cast<std::uint64_t>(file_.tellg());
    file_.seekg(0);
    answer_head_ = head_of(made, file_left_, keep_alive_);
    wait_for(SocketTimeout);
    asio::async_write(socket_, asio::buffer(answer_head_),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        error ? self->on_written(error) : self->send_file();
                      });
  }

  /// Sends the file piece by piece, as fast as the client takes it.
  void send_file() {
    piece_.resize(std::min<std::uint64_t>(PieceBytes, file_left_));
    if (piece_.empty() || !file_.read(piece_.data(), static_cast<std::streamsize>(piece_.size()))) {
      if (file_left_ > 0) keep_alive_ = false;  // it has become shorter: what was promised cannot be kept
      file_.close();
      file_left_ = 0;
      return on_written({});
    }
    file_left_ -= piece_.size();
    wait_for(SocketTimeout);
    asio::async_write(socket_, asio::buffer(piece_), [self = shared_from_this()](beast::error_code error, std::size_t) {
      error ? self->on_written(error) : self->send_file();
    });
  }

  void begin_stream(const HttpResponse& made) {
    watched_ = made.stream;
    cursor_ = made.cursor;
    answer_head_ = head_of(made, std::nullopt, keep_alive_);
    writing_ = true;
    wait_for(SocketTimeout);
    asio::async_write(socket_, asio::buffer(answer_head_),
                      [self = shared_from_this(), first = made.body](beast::error_code error, std::size_t) {
                        self->writing_ = false;
                        self->leave_request();
                        if (error) return;
                        self->wait_for_ever();
                        self->server_.watchers.insert(self);
                        if (first) self->send({first, self->cursor_});
                        self->await_leaving();
                      });
  }

  /// Ends the stream, since what it told of is gone: who asks again is told so.
  void end_stream() {
    writing_ = true;
    wait_for(SocketTimeout);
    asio::async_write(socket_, http::make_chunk_last(),
                      [self = shared_from_this()](beast::error_code, std::size_t) { self->stop_watching(); });
  }

  /// A watcher sends nothing more; whatever it sends, or its end, ends its stream.
  void await_leaving() {
    socket_.async_read_some(asio::buffer(byte_),
                            [self = shared_from_this()](beast::error_code, std::size_t) { self->stop_watching(); });
  }

  void stop_watching() {
    server_.watchers.erase(shared_from_this());
    beast::error_code ignored;
    socket_.close(ignored);
  }

  /// Reads on, so that a client that is still sending sees the answer and not a broken connection.
  void linger() {
    close();
    wait_for(LingerFor);
    piece_.resize(PieceBytes);
    drain(MostLingerBytes);
  }

  void drain(std::size_t left) {
    socket_.async_read_some(asio::buffer(piece_),
                            [self = shared_from_this(), left](beast::error_code error, std::size_t bytes) {
                              if (!error && bytes < left) self->drain(left - bytes);
                            });
  }

  void close() {
    beast::error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
  }

  Socket socket_;
  bool is_fresh_ = true;  ///< nothing has been read of it
  Clock::time_point deadline_ = Clock::time_point::max();
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
  std::vector<char> piece_;  ///< of a body or a file
  SharedText made_;
  std::shared_ptr<DeferredResponse> later_;  ///< that its client waits for
  std::string answer_head_;
  std::ifstream file_;
  std::uint64_t file_left_ = 0;
  std::string text_;
  std::string watched_;
  std::uint64_t cursor_ = 0;
  std::array<char, 1> byte_{};
  bool keep_alive_ = false;
  bool head_ = false;
  bool writing_ = false;
  bool busy_ = false;
  bool lingers_ = false;
};

/// By stream and cursor; nullopt: it is not known this time.
using Pulses = std::map<std::pair<std::string, std::uint64_t>, std::optional<StreamUpdate>>;

/// Tells some of the watchers and then the rest, so that who asks something meanwhile does not wait for all of them.
void send_pulses(Server& server, const std::shared_ptr<const Pulses>& pulses,
                 std::vector<std::shared_ptr<Session>> watchers) {
  constexpr std::size_t AtATime = 16;
  server.pulsing = false;  // whatever is thrown, the next pulse is sent
  for (std::size_t i = 0; i < AtATime && !watchers.empty(); ++i) {
    const std::shared_ptr<Session> watcher = std::move(watchers.back());
    watchers.pop_back();
    const auto pulse = pulses->find({watcher->watched(), watcher->cursor()});
    if (pulse != pulses->end() && pulse->second) watcher->send(*pulse->second);
  }
  if (watchers.empty()) return;
  asio::post(server.network, [&server, pulses, watchers = std::move(watchers)]() mutable {
    send_pulses(server, pulses, std::move(watchers));
  });
  server.pulsing = true;
}

/// Asks once for each stream that is watched what it has to say, and tells all its watchers.
void pulse(Server& server) {
  server.site.count(server.shares.clients(), server.watchers.size());
  if (server.pulsing || server.watchers.empty()) return;
  const auto pulses = std::make_shared<Pulses>();
  for (const auto& watcher : server.watchers) (*pulses)[{watcher->watched(), watcher->cursor()}];
  asio::post(*server.pools.front(), [&server, pulses] {
    for (auto& [stream, found] : *pulses) {
      try {
        found = server.site.pulse(stream.first, stream.second);
      } catch (const std::exception& error) {
        log_failure("the stream " + stream.first + " failed: " + error.what());  // the next pulse may find it readable
      }
    }
    post_surely(server.network, [&server, pulses] {
      server.pulsing = false;
      send_pulses(server, pulses, {server.watchers.begin(), server.watchers.end()});
    });
  });
  server.pulsing = true;
}

void pulse_forever(Server& server, asio::steady_timer& timer) {
  timer.expires_after(PulseEvery);
  timer.async_wait([&server, &timer](beast::error_code error) {
    if (error) return;
    pulse_forever(server, timer);  // first, so that it goes on whatever happens
    pulse(server);
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
  });
}

void accept_forever(Server& server, Acceptor& acceptor, asio::steady_timer& pause) {
  acceptor.async_accept([&server, &acceptor, &pause](beast::error_code error, Socket socket) {
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
