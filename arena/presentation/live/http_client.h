#pragma once

#include <curl/curl.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace tichu::arena {

/// What a server answered.
struct HttpReply {
  unsigned status = 0;
  std::string type;  ///< Content-Type
  std::string body;

  bool ok() const { return status >= 200 && status < 300; }
};

/// Asks by HTTP, one request after another, over a connection that is kept while it stands. It follows no redirects, so
/// that a token goes nowhere but to the address that was given. One thread.
class HttpClient {
 public:
  /// A longer reply is broken off (CURLE_WRITE_ERROR). Throws std::runtime_error if libcurl cannot be started.
  explicit HttpClient(std::size_t most_reply_bytes);

  /// A line for the head of all requests; "NAME:" takes away one of libcurl's own.
  void add_header(const std::string& line);
  void add_token(const std::string& token) { add_header("Authorization: Bearer " + token); }
  /// An option of libcurl for all requests from now on; strings are copied but for a body's.
  template <typename T>
  void set(CURLoption option, T value) {
    ::curl_easy_setopt(handle_.get(), option, value);
  }
  /// The next requests post this, which must outlive them.
  void set_post(const std::string& body);
  /// Makes a request; in `reply` is what came until its end.
  CURLcode perform(const std::string& url, HttpReply& reply);

 private:
  struct End {
    void operator()(CURL* handle) const { ::curl_easy_cleanup(handle); }
    void operator()(curl_slist* list) const { ::curl_slist_free_all(list); }
  };
  static std::size_t take(char* bytes, std::size_t size, std::size_t count, void* client);

  const std::size_t most_reply_bytes_;
  std::unique_ptr<CURL, End> handle_;
  std::unique_ptr<curl_slist, End> headers_;
  std::string body_;  ///< of the reply that comes
};

/// A part of a URL; nullopt if it has none, or is no URL.
std::optional<std::string> url_part(const std::string& url, CURLUPart part);

}  // namespace tichu::arena
