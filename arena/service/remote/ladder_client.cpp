#include "arena/service/remote/ladder_client.h"

#include <curl/curl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tichu::arena {
namespace {

constexpr long ConnectSeconds = 10;
/// A connection over which less than a byte a second comes for so long is given up.
constexpr long SilentSeconds = 60;
constexpr std::size_t MostReplyBytes = std::size_t{64} << 20;

struct CurlEnd {
  void operator()(CURL* handle) const { ::curl_easy_cleanup(handle); }
  void operator()(curl_slist* list) const { ::curl_slist_free_all(list); }
  void operator()(CURLU* url) const { ::curl_url_cleanup(url); }
};
using Handle = std::unique_ptr<CURL, CurlEnd>;
using Headers = std::unique_ptr<curl_slist, CurlEnd>;

/// Once a process, before the first handle.
void begin_curl() {
  static const bool begun = ::curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  if (!begun) throw std::runtime_error("libcurl cannot be started");
}

std::size_t take_reply(char* bytes, std::size_t, std::size_t count, void* reply) {
  auto& body = static_cast<LadderReply*>(reply)->body;
  if (body.size() + count > MostReplyBytes) return 0;
  body.append(bytes, count);
  return count;
}

std::size_t give_file(char* room, std::size_t size, std::size_t count, void* file) {
  return std::fread(room, 1, size * count, static_cast<std::FILE*>(file));
}

int tell_progress(void* sent, curl_off_t, curl_off_t, curl_off_t, curl_off_t uploaded) {
  (*static_cast<const std::function<void(std::uint64_t)>*>(sent))(static_cast<std::uint64_t>(uploaded));
  return 0;
}

void add_header(Headers& headers, const std::string& line) {
  curl_slist* longer = ::curl_slist_append(headers.get(), line.c_str());
  if (longer == nullptr) throw std::bad_alloc();
  (void)headers.release();
  headers.reset(longer);
}

Handle handle_for(const std::string& url, const std::string& token, Headers& headers) {
  begin_curl();
  Handle handle(::curl_easy_init());
  if (!handle) throw std::runtime_error("libcurl cannot be started");
  ::curl_easy_setopt(handle.get(), CURLOPT_URL, url.c_str());
  ::curl_easy_setopt(handle.get(), CURLOPT_PROTOCOLS_STR, "http,https");
  ::curl_easy_setopt(handle.get(), CURLOPT_FOLLOWLOCATION, 0L);
  ::curl_easy_setopt(handle.get(), CURLOPT_NOSIGNAL, 1L);
  ::curl_easy_setopt(handle.get(), CURLOPT_CONNECTTIMEOUT, ConnectSeconds);
  ::curl_easy_setopt(handle.get(), CURLOPT_LOW_SPEED_LIMIT, 1L);
  ::curl_easy_setopt(handle.get(), CURLOPT_LOW_SPEED_TIME, SilentSeconds);
  ::curl_easy_setopt(handle.get(), CURLOPT_USERAGENT, "tichu-arena");
  if (!token.empty()) add_header(headers, "Authorization: Bearer " + token);
  return handle;
}

LadderReply perform(CURL* handle, const Headers& headers, const std::string& url) {
  LadderReply reply;
  ::curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
  ::curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_reply);
  ::curl_easy_setopt(handle, CURLOPT_WRITEDATA, &reply);
  const CURLcode code = ::curl_easy_perform(handle);
  long status = 0;
  ::curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  // Who refuses an upload may close before all of it has come; what it said counts.
  const bool was_answered = status >= 300 && !reply.body.empty();
  if (code != CURLE_OK && !was_answered) {
    throw std::runtime_error(url + " cannot be asked: " + ::curl_easy_strerror(code));
  }
  const char* type = nullptr;
  ::curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type);
  reply.status = static_cast<unsigned>(status);
  reply.type = type == nullptr ? "" : type;
  return reply;
}

/// A part of a URL; empty if it has none.
std::string part_of(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (::curl_url_get(url, part, &text, 0) != CURLUE_OK || text == nullptr) return {};
  std::string copy(text);
  ::curl_free(text);
  return copy;
}

/// The next text in quotes from `at`, which moves behind it; nullopt if there is none.
std::optional<std::string> quoted(const std::string& line, std::size_t& at) {
  const std::size_t begin = line.find('"', at);
  const std::size_t end = begin == std::string::npos ? begin : line.find('"', begin + 1);
  if (end == std::string::npos) return std::nullopt;
  at = end + 1;
  return line.substr(begin + 1, end - begin - 1);
}

std::string with_slash(const std::string& url) { return url.ends_with('/') ? url : url + "/"; }

}  // namespace

LadderProblem problem_of(const LadderReply& reply) {
  LadderProblem problem{reply.status, "", "the ladder answered " + std::to_string(reply.status), std::nullopt};
  const auto json = nlohmann::json::parse(reply.body, nullptr, false);
  if (!json.is_object()) return problem;
  problem.code = json.value("code", "");
  problem.detail = json.value("detail", problem.detail);
  const auto wait = json.find("retry_after");
  if (wait != json.end() && wait->is_number_unsigned())
    problem.retry_after = std::chrono::seconds(wait->get<unsigned>());
  return problem;
}

OrInputError<LadderClient> LadderClient::connect(const std::string& url, const std::string& token) {
  begin_curl();
  const std::unique_ptr<CURLU, CurlEnd> parsed(::curl_url());
  const auto wrong = [&](const std::string& problem) {
    return tl::unexpected(InputError{"--to", "\"" + url + "\"", problem});
  };
  if (::curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK)
    return wrong("is no address such as https://ladder.example/");
  const std::string scheme = part_of(parsed.get(), CURLUPART_SCHEME);
  const std::string host = part_of(parsed.get(), CURLUPART_HOST);
  if (scheme != "http" && scheme != "https") return wrong("must begin with https:// (or http:// for this machine)");
  if (!part_of(parsed.get(), CURLUPART_USER).empty()) return wrong("must hold no name or password");
  const bool is_here = host == "localhost" || host == "[::1]" || host == "127.0.0.1";
  if (scheme == "http" && !is_here && !token.empty())
    return wrong("must begin with https://, since others could read the token");
  return LadderClient(with_slash(url), token);
}

LadderReply LadderClient::get(const std::string& path) const {
  Headers headers;
  const Handle handle = handle_for(url_ + path, token_, headers);
  return perform(handle.get(), headers, url_);
}

LadderReply LadderClient::post(const std::string& path) const {
  Headers headers;
  const Handle handle = handle_for(url_ + path, token_, headers);
  ::curl_easy_setopt(handle.get(), CURLOPT_POST, 1L);
  ::curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDSIZE, 0L);
  ::curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDS, "");
  add_header(headers, "Content-Type:");
  return perform(handle.get(), headers, url_);
}

LadderReply LadderClient::post_json(const std::string& path, const std::string& json, const std::string& key) const {
  Headers headers;
  const Handle handle = handle_for(url_ + path, token_, headers);
  ::curl_easy_setopt(handle.get(), CURLOPT_POST, 1L);
  ::curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDSIZE, static_cast<long>(json.size()));
  ::curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDS, json.c_str());
  add_header(headers, "Content-Type: application/json");
  add_header(headers, "Idempotency-Key: " + key);
  return perform(handle.get(), headers, url_);
}

LadderReply LadderClient::remove(const std::string& path) const {
  Headers headers;
  const Handle handle = handle_for(url_ + path, token_, headers);
  ::curl_easy_setopt(handle.get(), CURLOPT_CUSTOMREQUEST, "DELETE");
  return perform(handle.get(), headers, url_);
}

LadderReply LadderClient::put_file(const std::string& path, const std::filesystem::path& file, const std::string& key,
                                   const std::function<void(std::uint64_t sent)>& sent) const {
  Headers headers;
  const Handle handle = handle_for(url_ + path, token_, headers);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.c_str(), "rb"), std::fclose);
  if (!opened) throw std::runtime_error("\"" + file.string() + "\" cannot be read");
  add_header(headers, "Content-Type: application/octet-stream");
  add_header(headers, "Idempotency-Key: " + key);
  ::curl_easy_setopt(handle.get(), CURLOPT_UPLOAD, 1L);
  ::curl_easy_setopt(handle.get(), CURLOPT_READFUNCTION, give_file);
  ::curl_easy_setopt(handle.get(), CURLOPT_READDATA, opened.get());
  ::curl_easy_setopt(handle.get(), CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(std::filesystem::file_size(file)));
  ::curl_easy_setopt(handle.get(), CURLOPT_NOPROGRESS, 0L);
  ::curl_easy_setopt(handle.get(), CURLOPT_XFERINFOFUNCTION, tell_progress);
  ::curl_easy_setopt(handle.get(), CURLOPT_XFERINFODATA, &sent);
  return perform(handle.get(), headers, url_);
}

std::string percent_encoded_part(const std::string& text) {
  begin_curl();
  char* encoded = ::curl_easy_escape(nullptr, text.c_str(), static_cast<int>(text.size()));
  if (encoded == nullptr) throw std::bad_alloc();
  std::string copy(encoded);
  ::curl_free(encoded);
  return copy;
}

std::filesystem::path tokens_file() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  if (config != nullptr && *config == '/') return std::filesystem::path(config) / "tichu-arena/tokens.toml";
  return home == nullptr ? std::filesystem::path() : std::filesystem::path(home) / ".config/tichu-arena/tokens.toml";
}

OrInputError<std::string> ladder_token(const std::string& given, const std::string& url) {
  if (!given.empty()) return given;
  if (const char* variable = std::getenv("TICHU_TOKEN"); variable != nullptr && *variable != '\0')
    return std::string(variable);
  const std::filesystem::path file = tokens_file();
  struct stat status {};
  if (file.empty() || ::stat(file.c_str(), &status) != 0) return std::string();
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return tl::unexpected(InputError{file.string(), "", "can be read by others; chmod 600 it"});
  }
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    std::size_t at = 0;
    const auto address = quoted(line, at);
    const auto token = address ? quoted(line, at) : std::nullopt;
    if (token && with_slash(*address) == with_slash(url)) return *token;
  }
  return std::string();
}

}  // namespace tichu::arena
