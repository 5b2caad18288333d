#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "arena/seats/seat_client.h"

namespace tichu::arena {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;

/// Longer than an arena lets a client wait for a question.
constexpr std::chrono::seconds AnswerTime{40};
constexpr std::size_t MostQuestionBytes = std::size_t{1} << 20;

struct Reply {
  unsigned status = 0;
  std::string body;
};

/// Asks one thing after another over a connection that is made when there is none. Throws boost::system::system_error.
class HttpClient {
 public:
  HttpClient(const SeatUrl& url, const SeatVisitor& visitor) : url_(url), visitor_(visitor) {}

  Reply ask(http::verb method, const std::string& query, std::string body) {
    if (!stream_) connect();
    http::request<http::string_body> request(method, url_.path + query, 11);
    request.set(http::field::host, url_.host + ":" + url_.port);
    request.set(http::field::authorization, "Bearer " + visitor_.token);
    if (!body.empty()) request.set(http::field::content_type, "application/json");
    request.body() = std::move(body);
    request.prepare_payload();
    http::response_parser<http::string_body> parser;
    parser.body_limit(MostQuestionBytes);
    wait([&](auto done) { http::async_write(*stream_, request, done); });
    wait([&](auto done) { http::async_read(*stream_, buffer_, parser, done); });
    Reply reply{parser.get().result_int(), std::move(parser.get().body())};
    if (!parser.get().keep_alive()) leave();
    return reply;
  }
  void leave() {
    stream_.reset();
    buffer_.clear();
  }

 private:
  void connect() {
    tcp::resolver resolver(context_);
    const auto found = resolver.resolve(url_.host, url_.port);
    stream_.emplace(context_);
    wait([&](auto done) {
      stream_->async_connect(found, [done](beast::error_code error, const tcp::endpoint&) { done(error, 0); });
    });
    stream_->socket().set_option(tcp::no_delay(true));
  }

  /// Runs one operation to its end, or to the end of its time.
  template <typename Begin>
  void wait(Begin begin) {
    beast::error_code result;
    stream_->expires_after(AnswerTime);
    begin([&result](beast::error_code error, std::size_t) { result = error; });
    context_.restart();
    context_.run();
    if (!result) return;
    leave();
    throw beast::system_error(result);
  }

  const SeatUrl& url_;
  const SeatVisitor& visitor_;
  asio::io_context context_{1};
  std::optional<beast::tcp_stream> stream_;
  beast::flat_buffer buffer_;
};

}  // namespace

ClientEnd play_by_polling(const SeatUrl& url, const SeatVisitor& visitor, const AnswerQuestion& answer,
                          const TellClient& tell, const std::function<bool()>& stopped) {
  constexpr unsigned Unauthorized = 401;
  constexpr unsigned Conflict = 409;
  HttpClient client(url, visitor);
  Backoff backoff;
  std::string told;
  std::string answered;  ///< "&after=NUMBER" of the question whose answer has arrived
  while (!stopped()) {
    try {
      const Reply asked = client.ask(http::verb::get, "?session=" + visitor.session + answered, {});
      if (asked.status == Unauthorized) return ClientEnd::Refused;
      if (asked.status == Conflict) return ClientEnd::TakenOver;
      if (asked.status == 200) {
        const auto question = nlohmann::json::parse(asked.body);
        if (question.contains("goodbye")) return ClientEnd::Done;
        client.ask(http::verb::post, "", answer(asked.body));
        answered = "&after=" + std::to_string(question.at("id").get<std::uint32_t>());
      }
      backoff.reset();
    } catch (const beast::system_error& error) {
      if (told != error.what()) tell(std::string("the connection broke: ") + error.what() + "; trying again");
      told = error.what();
      client.leave();
      std::this_thread::sleep_for(backoff.next());
    }
  }
  return ClientEnd::Stopped;
}

}  // namespace tichu::arena
