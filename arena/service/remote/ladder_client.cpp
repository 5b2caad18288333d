#include "arena/service/remote/ladder_client.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "arena/commands/ladder_flags.h"

namespace tichu::arena {
namespace {

/// A connection over which less than a byte a second comes for so long is given up.
constexpr long SilentSeconds = 60;
constexpr std::size_t MostReplyBytes = std::size_t{64} << 20;

std::size_t give_file(char* room, std::size_t size, std::size_t count, void* file) {
  return std::fread(room, 1, size * count, static_cast<std::FILE*>(file));
}

HttpClient client_with(const std::string& token) {
  HttpClient client(MostReplyBytes);
  client.set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  client.set(CURLOPT_LOW_SPEED_TIME, SilentSeconds);
  if (!token.empty()) client.add_token(token);
  return client;
}

HttpReply perform(HttpClient& client, const std::string& ladder, const std::string& path) {
  HttpReply reply;
  const CURLcode code = client.perform(ladder + path, reply);
  // Who refuses an upload may close before all of it has come; what it said counts.
  const bool was_answered = reply.status >= 300 && !reply.body.empty();
  if (code != CURLE_OK && !was_answered) {
    throw std::runtime_error(ladder + " cannot be asked: " + ::curl_easy_strerror(code));
  }
  return reply;
}

std::string with_slash(const std::string& url) { return url.ends_with('/') ? url : url + "/"; }

}  // namespace

LadderProblem problem_of(const HttpReply& reply) {
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
  const auto wrong = [&](const std::string& problem) {
    return tl::unexpected(InputError{"--to", "\"" + url + "\"", problem});
  };
  const auto scheme = url_part(url, CURLUPART_SCHEME);
  const auto host = url_part(url, CURLUPART_HOST);
  if (!scheme) return wrong("is no address such as https://ladder.example/");
  if (scheme != "http" && scheme != "https") return wrong("must begin with https:// (or http:// for this machine)");
  if (url_part(url, CURLUPART_USER)) return wrong("must hold no name or password");
  const bool is_here = host == "localhost" || host == "[::1]" || host == "127.0.0.1";
  if (scheme == "http" && !is_here && !token.empty())
    return wrong("must begin with https://, since others could read the token");
  return LadderClient(with_slash(url), token);
}

HttpReply LadderClient::get(const std::string& path) const {
  HttpClient client = client_with(token_);
  return perform(client, url_, path);
}

HttpReply LadderClient::post(const std::string& path) const {
  HttpClient client = client_with(token_);
  const std::string nothing;
  client.set_post(nothing);
  client.add_header("Content-Type:");
  return perform(client, url_, path);
}

HttpReply LadderClient::post_json(const std::string& path, const std::string& json, const std::string& key) const {
  HttpClient client = client_with(token_);
  client.set_post(json);
  client.add_header("Content-Type: application/json");
  client.add_header("Idempotency-Key: " + key);
  return perform(client, url_, path);
}

HttpReply LadderClient::remove(const std::string& path) const {
  HttpClient client = client_with(token_);
  client.set(CURLOPT_CUSTOMREQUEST, "DELETE");
  return perform(client, url_, path);
}

HttpReply LadderClient::put_file(const std::string& path, const std::filesystem::path& file,
                                 const std::string& key) const {
  HttpClient client = client_with(token_);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.c_str(), "rb"), std::fclose);
  if (!opened) throw std::runtime_error("\"" + file.string() + "\" cannot be read");
  client.add_header("Content-Type: application/octet-stream");
  client.add_header("Idempotency-Key: " + key);
  client.set(CURLOPT_UPLOAD, 1L);
  client.set(CURLOPT_READFUNCTION, give_file);
  client.set(CURLOPT_READDATA, opened.get());
  client.set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(std::filesystem::file_size(file)));
  return perform(client, url_, path);
}

std::string percent_encoded_part(const std::string& text) {
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
  if (const char* variable = std::getenv(TokenVariable); variable != nullptr && *variable != '\0')
    return std::string(variable);
  const std::filesystem::path file = tokens_file();
  struct stat status {};
  if (file.empty() || ::stat(file.c_str(), &status) != 0) return std::string();
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return tl::unexpected(InputError{file.string(), "", "can be read by others; chmod 600 it"});
  }
  try {
    for (const auto& [address, token] : toml::parse_file(file.string())) {
      if (with_slash(std::string(address.str())) != with_slash(url)) continue;
      if (const auto text = token.value<std::string>()) return *text;
      return tl::unexpected(InputError{file.string(), std::string(address.str()), "is no token in quotes"});
    }
  } catch (const toml::parse_error& error) {
    const auto line = error.source().begin.line;  // 0: it cannot be opened
    return tl::unexpected(InputError{file.string(), line == 0 ? std::string() : fmt::format("line {}", line),
                                     std::string(error.description())});
  }
  return std::string();
}

}  // namespace tichu::arena
