#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "arena/presentation/live/http_client.h"
#include "arena/seats/seat_client.h"

namespace tichu::arena {
namespace {

/// Longer than an arena lets a client wait for a question.
constexpr long AnswerSeconds = 40;
constexpr std::size_t MostReplyBytes = std::size_t{1} << 20;

/// A connection that cannot be made or breaks.
class ConnectionBroke : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A seat by plain HTTP.
class SeatHttp {
 public:
  SeatHttp(const SeatUrl& url, const SeatVisitor& visitor) {
    const std::string host = url.host.find(':') == std::string::npos ? url.host : "[" + url.host + "]";
    url_ = (url.tls ? "https://" : "http://") + host + ":" + url.port + url.path;
    client_.add_token(visitor.token);
    client_.add_header("Content-Type: application/json");
    client_.set(CURLOPT_PROXY, "");
    client_.set(CURLOPT_TIMEOUT, AnswerSeconds);
    if (!url.authorities.empty()) client_.set(CURLOPT_CAINFO, url.authorities.c_str());
  }

  HttpReply get(const std::string& query) {
    client_.set(CURLOPT_HTTPGET, 1L);
    return perform(query);
  }
  void post(const std::string& body) {
    client_.set_post(body);
    perform("");
  }

 private:
  /// Throws ConnectionBroke, and std::runtime_error if the arena's certificate is not trusted.
  HttpReply perform(const std::string& query) {
    HttpReply reply;
    const CURLcode result = client_.perform(url_ + query, reply);
    if (result == CURLE_PEER_FAILED_VERIFICATION) {
      throw std::runtime_error(url_ + " has a certificate that is not trusted; --ca FILE names those that are");
    }
    if (result == CURLE_SSL_CACERT_BADFILE) throw std::runtime_error("--ca: is no file of certificates in PEM");
    if (result != CURLE_OK) throw ConnectionBroke(::curl_easy_strerror(result));
    constexpr unsigned TooMany = 429;
    if (reply.status == TooMany || reply.status >= 500) {
      throw ConnectionBroke("it answers with status " + std::to_string(reply.status));
    }
    return reply;
  }

  HttpClient client_{MostReplyBytes};
  std::string url_;
};

/// To libcurl a response that is cut within its headers is whole, and empty. Throws ConnectionBroke.
nlohmann::json question_in(const HttpReply& reply) {
  if (reply.status != 200) throw ConnectionBroke("it answers with status " + std::to_string(reply.status));
  auto question = nlohmann::json::parse(reply.body, nullptr, false);
  if (!question.is_object()) throw ConnectionBroke("its response is no question");
  return question;
}

}  // namespace

ClientEnd play_by_polling(const SeatUrl& url, const SeatVisitor& visitor, const AnswerQuestion& answer,
                          const TellClient& tell, const std::function<bool()>& stopped) {
  constexpr unsigned NoContent = 204;
  constexpr unsigned Unauthorized = 401;
  constexpr unsigned Conflict = 409;
  SeatHttp client(url, visitor);
  Reconnection reconnection(tell, stopped);
  std::string answered;  ///< "&after=NUMBER" of the question whose answer has arrived
  while (!stopped()) {
    try {
      const HttpReply asked = client.get("?session=" + visitor.session + answered);
      if (asked.status == Unauthorized) return ClientEnd::Refused;
      if (asked.status == Conflict) return ClientEnd::TakenOver;
      if (asked.status != NoContent) {
        const nlohmann::json question = question_in(asked);
        if (is_goodbye(asked.body, tell)) return ClientEnd::Done;
        client.post(answer(asked.body));
        answered = "&after=" + std::to_string(question.value("id", std::uint32_t{0}));
      }
      reconnection.note_success();
    } catch (const ConnectionBroke& error) {
      reconnection.wait(error.what());
    }
  }
  return ClientEnd::Stopped;
}

}  // namespace tichu::arena
