#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "arena/presentation/live/http_client.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// A refusal as the ladder told it (arena/service/api/API.md), or as far as its answer can be read.
struct LadderProblem {
  unsigned status = 0;
  std::string code;    ///< empty if the answer was none of a ladder's
  std::string detail;  ///< one sentence
  std::optional<std::chrono::seconds> retry_after;
};

LadderProblem problem_of(const HttpReply& reply);

/// Asks a ladder over HTTP. One thread. If the ladder cannot be reached, std::runtime_error says why.
class LadderClient {
 public:
  /// The error: the address is none of HTTP, or a token would go over a connection that others can read, which is not
  /// the case of https and of this machine.
  static OrInputError<LadderClient> connect(const std::string& url, const std::string& token);

  HttpReply get(const std::string& path) const;
  HttpReply post(const std::string& path) const;
  /// Sends JSON; `key` is the idempotency key.
  HttpReply post_json(const std::string& path, const std::string& json, const std::string& key) const;
  HttpReply remove(const std::string& path) const;
  /// Sends a file as it is read. `key` is the idempotency key.
  HttpReply put_file(const std::string& path, const std::filesystem::path& file, const std::string& key) const;
  /// With a '/' at its end.
  const std::string& url() const { return url_; }

 private:
  LadderClient(std::string url, std::string token) : url_(std::move(url)), token_(std::move(token)) {}

  std::string url_;
  std::string token_;
};

/// Text as part of a path or query.
std::string percent_encoded_part(const std::string& text);

/// The file of tokens: tichu-arena/tokens.toml of the user's configuration ($XDG_CONFIG_HOME, or ~/.config). Empty if
/// the user has no home.
std::filesystem::path tokens_file();
/// The token for a ladder: `given`, or of the variable TICHU_TOKEN, or of the line `"URL" = "tch_…"` in `tokens_file`.
/// Empty if there is none. The error: the file cannot be read, is no TOML, or others may read it.
OrInputError<std::string> ladder_token(const std::string& given, const std::string& url);

}  // namespace tichu::arena
