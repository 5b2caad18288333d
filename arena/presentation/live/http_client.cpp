#include "arena/presentation/live/http_client.h"

#include <new>
#include <stdexcept>
#include <utility>

namespace tichu::arena {
namespace {

constexpr long ConnectSeconds = 10;

}  // namespace

HttpClient::HttpClient(std::size_t most_reply_bytes) : most_reply_bytes_(most_reply_bytes) {
  static const bool begun = ::curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;  // once a process
  if (begun) handle_.reset(::curl_easy_init());
  if (!handle_) throw std::runtime_error("libcurl cannot be started");
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT, ConnectSeconds);
  set(CURLOPT_USERAGENT, "tichu-arena");
  set(CURLOPT_WRITEFUNCTION, take);
}

void HttpClient::add_header(const std::string& line) {
  curl_slist* const longer = ::curl_slist_append(headers_.get(), line.c_str());
  if (longer == nullptr) throw std::bad_alloc();
  (void)headers_.release();
  headers_.reset(longer);
  set(CURLOPT_HTTPHEADER, longer);
}

void HttpClient::set_post(const std::string& body) {
  set(CURLOPT_POST, 1L);
  set(CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
  set(CURLOPT_POSTFIELDS, body.c_str());
}

CURLcode HttpClient::perform(const std::string& url, HttpReply& reply) {
  body_.clear();
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_WRITEDATA, this);
  const CURLcode code = ::curl_easy_perform(handle_.get());
  long status = 0;
  ::curl_easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
  const char* type = nullptr;
  ::curl_easy_getinfo(handle_.get(), CURLINFO_CONTENT_TYPE, &type);
  reply = {static_cast<unsigned>(status), type == nullptr ? "" : type, std::exchange(body_, {})};
  return code;
}

std::size_t HttpClient::take(char* bytes, std::size_t /*size*/, std::size_t count, void* client) {
  auto& self = *static_cast<HttpClient*>(client);
  if (self.body_.size() + count > self.most_reply_bytes_) return 0;
  self.body_.append(bytes, count);
  return count;
}

std::optional<std::string> url_part(const std::string& url, CURLUPart part) {
  const std::unique_ptr<CURLU, void (*)(CURLU*)> parsed(::curl_url(), ::curl_url_cleanup);
  char* text = nullptr;
  if (::curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK ||
      ::curl_url_get(parsed.get(), part, &text, 0) != CURLUE_OK) {
    return std::nullopt;
  }
  std::string copy(text);
  ::curl_free(text);
  return copy;
}

}  // namespace tichu::arena
