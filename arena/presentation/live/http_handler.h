#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arena/presentation/live/client_bounds.h"

namespace tichu::arena {

/// A text that several answers share.
using SharedText = std::shared_ptr<const std::string>;

/// A client's request, but for its body.
struct HttpRequest {
  std::string method;
  std::string target;  ///< path and query as sent
  std::string host;    ///< the header Host; empty if there is none, or more than one
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< all, with their names in lower case
  std::string client = {};                                        ///< the address that asks, behind a proxy too
  bool secret = true;     ///< nobody between the client and this machine can read along
  bool direct = true;     ///< from this machine itself, and no proxy is known
  bool has_body = false;  ///< one follows
  std::optional<std::uint64_t> body_bytes = std::nullopt;  ///< its length, if the client says it

  /// The target without its query.
  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  /// A header by its name in lower case; nullopt if there is none. Of several none is believed.
  std::optional<std::string_view> header(std::string_view name) const {
    std::optional<std::string_view> found;
    for (const auto& [key, value] : headers) {
      if (key != name) continue;
      if (found) return std::nullopt;
      found = value;
    }
    return found;
  }
  /// The token of the header Authorization; nullopt if there is none, or of another scheme.
  std::optional<std::string_view> bearer_token() const {
    constexpr std::string_view Scheme = "Bearer ";
    const auto value = header("authorization");
    return value && value->starts_with(Scheme) ? std::optional(value->substr(Scheme.size())) : std::nullopt;
  }
};

/// The server's end of a WebSocket. Any thread; after the connection has ended nothing happens.
class WebSocketEnd {
 public:
  virtual ~WebSocketEnd() = default;
  /// Sends a text message, after those before it.
  virtual void send(std::string text) = 0;
  /// Asks the other end for a sign of life, and measures how long it takes.
  virtual void ping() = 0;
  /// Ends the connection after what was sent, with a code of RFC 6455, 7.4, and a reason of at most 123 bytes.
  virtual void close(std::uint16_t code, std::string reason) = 0;
};

/// What a site does with a WebSocket. Called by the network's thread, and must not wait for anything.
class WebSocketUser {
 public:
  virtual ~WebSocketUser() = default;
  /// The longest message that it takes, in bytes; a longer one ends the connection.
  virtual std::size_t most_message_bytes() const = 0;
  /// The connection stands.
  virtual void begin(std::shared_ptr<WebSocketEnd> end) = 0;
  /// A text message has come.
  virtual void take(std::string_view text) = 0;
  /// The message that comes is too long. Then `end` follows.
  virtual void refuse_long_message() = 0;
  /// A sign of life that was asked for has come.
  virtual void measure(std::chrono::nanoseconds round_trip) = 0;
  /// The connection has ended. Nothing follows. `is_closed`: both ends have said so (RFC 6455, 7.1.4); else it was cut.
  virtual void end(bool is_closed) = 0;
};

class DeferredResponse;

/// The answer. Nothing in its type and headers was chosen by a client.
struct HttpResponse {
  unsigned status = 200;
  std::string_view type = "application/json";
  SharedText body = {};  ///< null: none. Of a stream: its first events
  std::string stream =
      {};  ///< what `HttpHandler::pulse` is asked for from now on, as server-sent events; empty: no stream
  std::uint64_t cursor = 0;                                       ///< where the stream begins
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< besides those that every answer has
  std::string policy = "default-src 'none'";     ///< its content security policy, without frame-ancestors
  std::filesystem::path file = {};               ///< sent instead of `body`, if it is not empty
  bool for_all = false;                          ///< other sites' pages may embed it
  std::shared_ptr<WebSocketUser> socket = {};    ///< of a question that asks for a WebSocket: who gets it
  std::shared_ptr<DeferredResponse> later = {};  ///< not null: the answer is not known yet
};

/// An answer that comes later. Any thread.
class DeferredResponse {
 public:
  /// `otherwise` is the answer if there is none within `patience`, give or take a second; 204 unless given.
  explicit DeferredResponse(std::chrono::seconds patience, HttpResponse otherwise = {.status = 204})
      : patience_(patience), otherwise_(std::move(otherwise)) {}

  /// The answer; the first counts.
  void give(HttpResponse answer);
  /// For the server, once: `take` gets the answer as soon as it is there, by the thread that gives it.
  void when_given(std::function<void(HttpResponse)> take);
  std::chrono::seconds patience() const { return patience_; }
  const HttpResponse& otherwise() const { return otherwise_; }

 private:
  const std::chrono::seconds patience_;
  const HttpResponse otherwise_;
  std::mutex mutex_;
  bool given_ = false;
  std::optional<HttpResponse> answer_;
  std::function<void(HttpResponse)> take_;
};

/// An answer that is one sentence for people.
inline HttpResponse sentence_response(unsigned status, std::string_view sentence) {
  return {status, "text/plain; charset=utf-8", std::make_shared<const std::string>(std::string(sentence) + "\n"), ""};
}

/// Takes a request's body. One thread at a time, which may be another for each call. Without `end` it was cut off.
class BodySink {
 public:
  virtual ~BodySink() = default;
  /// The next bytes. An answer ends the body: the rest is not read.
  virtual std::optional<HttpResponse> take(std::string_view bytes) = 0;
  /// All has come.
  virtual HttpResponse end() = 0;
};

/// What a stream has to say now.
struct StreamUpdate {
  SharedText text;           ///< whole server-sent events; null: the stream has ended; empty: nothing new
  std::uint64_t cursor = 0;  ///< from where it goes on
};

/// What a server shows. `at_once` and `pool_of` are called by the network's thread and must not wait for anything;
/// everything else by the threads of the pool, so that who waits in one pool holds up nobody in another.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;

  virtual ClientBounds bounds() const { return {}; }
  /// How many threads each pool has. The first also asks for pulses.
  virtual std::vector<std::size_t> pools() const { return {1}; }
  /// The answer if it needs no waiting, such as a refusal, a WebSocket or an answer that comes later; nullopt if a pool
  /// must be asked. If the question has a body, the body is not read then.
  virtual std::optional<HttpResponse> at_once(const HttpRequest& question) = 0;
  virtual std::size_t pool_of(const HttpRequest& /*question*/) const { return 0; }
  virtual HttpResponse answer(const HttpRequest& question) = 0;
  /// Of a question with a body: what takes it, or an answer, and the body is not read then.
  virtual std::variant<HttpResponse, std::unique_ptr<BodySink>> receive(const HttpRequest& question) = 0;
  virtual StreamUpdate pulse(const std::string& /*stream*/, std::uint64_t /*cursor*/) { return {}; }
  /// The answer to a request for a stream when no more of them are served.
  virtual HttpResponse too_many_watchers() const { return sentence_response(503, "too many connections"); }
  /// How many watch now, and how many connections there are: told each second, on the network's thread.
  virtual void count(int /*clients*/, std::size_t /*watchers*/) {}
};

}  // namespace tichu::arena
