#include <curl/curl.h>

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>

#include "arena/seats/seat_client.h"

namespace tichu::arena {
namespace {

/// Longer than an arena lets a client wait for a question.
constexpr long AnswerSeconds = 40;
constexpr long ConnectSeconds = 10;
constexpr std::size_t MostReplyBytes = std::size_t{1} << 20;

struct CurlEnd {
  void operator()(CURL* handle) const { ::curl_easy_cleanup(handle); }
  void operator()(curl_slist* list) const { ::curl_slist_free_all(list); }
};

struct Reply {
  unsigned status = 0;
  std::string body;
};

/// A connection that cannot be made or breaks.
class ConnectionBroke : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::size_t take_reply(char* bytes, std::size_t, std::size_t count, void* body) {
  auto& text = *static_cast<std::string*>(body);
  if (text.size() + count > MostReplyBytes) return 0;
  text.append(bytes, count);
  return count;
}

/// Asks one thing after another over a connection that is made when there is none.
class HttpClient {
 public:
  HttpClient(const SeatUrl& url, const SeatVisitor& visitor)
      : handle_(::curl_easy_init()),
        headers_(::curl_slist_append(nullptr, ("Authorization: Bearer " + visitor.token).c_str())) {
    if (!handle_ || !headers_ || ::curl_slist_append(headers_.get(), "Content-Type: application/json") == nullptr) {
      throw std::runtime_error("libcurl cannot be started");
    }
    const std::string host = url.host.find(':') == std::string::npos ? url.host : "[" + url.host + "]";
    url_ = (url.tls ? "https://" : "http://") + host + ":" + url.port + url.path;
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_PROXY, "");
    set(CURLOPT_CONNECTTIMEOUT, ConnectSeconds);
    set(CURLOPT_TIMEOUT, AnswerSeconds);
    set(CURLOPT_HTTPHEADER, headers_.get());
    set(CURLOPT_WRITEFUNCTION, take_reply);
    if (!url.authorities.empty()) set(CURLOPT_CAINFO, url.authorities.c_str());
  }

  Reply get(const std::string& query) {
    set(CURLOPT_HTTPGET, 1L);
    return perform(query);
  }
  Reply post(const std::string& body) {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
    set(CURLOPT_POSTFIELDS, body.c_str());
    return perform("");
  }

 private:
  template <typename T>
  void set(CURLoption option, T value) {
    ::curl_easy_setopt(handle_.get(), option, value);
  }

  /// Throws ConnectionBroke, and std::runtime_error if the arena's certificate is not trusted.
  Reply perform(const std::string& query) {
    Reply reply;
    set(CURLOPT_URL, (url_ + query).c_str());
    set(CURLOPT_WRITEDATA, &reply.body);
    const CURLcode result = ::curl_easy_perform(handle_.get());
    if (result == CURLE_PEER_FAILED_VERIFICATION) {
      throw std::runtime_error(url_ + " has a certificate that is not trusted; --ca FILE names those that are");
    }
    if (result == CURLE_SSL_CACERT_BADFILE) throw std::runtime_error("--ca: is no file of certificates in PEM");
    if (result != CURLE_OK) throw ConnectionBroke(::curl_easy_strerror(result));
    long status = 0;
    ::curl_easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    reply.status = static_cast<unsigned>(status);
    constexpr unsigned TooMany = 429;
    if (reply.status == TooMany || reply.status >= 500) {
      throw ConnectionBroke("it answers with status " + std::to_string(reply.status));
    }
    return reply;
  }

  std::unique_ptr<CURL, CurlEnd> handle_;
  std::unique_ptr<curl_slist, CurlEnd> headers_;
  std::string url_;
};

/// To libcurl a response that is cut within its headers is whole, and empty. Throws ConnectionBroke.
nlohmann::json question_in(const Reply& reply) {
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
  HttpClient client(url, visitor);
  Backoff backoff;
  std::string told;
  std::string answered;  ///< "&after=NUMBER" of the question whose answer has arrived
  while (!stopped()) {
    try {
      const Reply asked = client.get("?session=" + visitor.session + answered);
      if (asked.status == Unauthorized) return ClientEnd::Refused;
      if (asked.status == Conflict) return ClientEnd::TakenOver;
      if (asked.status != NoContent) {
        const nlohmann::json question = question_in(asked);
        if (question.contains("goodbye")) return ClientEnd::Done;
        client.post(answer(asked.body));
        answered = "&after=" + std::to_string(question.value("id", std::uint32_t{0}));
      }
      backoff.reset();
    } catch (const ConnectionBroke& error) {
      if (told != error.what()) tell(std::string("the connection broke: ") + error.what() + "; trying again");
      told = error.what();
      std::this_thread::sleep_for(backoff.next());
    }
  }
  return ClientEnd::Stopped;
}

}  // namespace tichu::arena
