#pragma once

#include <chrono>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/presentation/live/http_handler.h"

namespace tichu::arena {

/// Whether a text can be an idempotency key: 1 to 128 printable ASCII characters.
bool is_idempotency_key(std::string_view text);

/// Answers by idempotency key, so that a client whose connection broke can ask again without doing a thing twice. Any
/// thread. An answer is kept for a day or until 4,096 younger ones are there; the process' end forgets them all.
/// (Uploads are not kept here but by the ladder, for good.)
class KeptAnswers {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  /// What a key means now.
  enum class Use : std::uint8_t {
    First,  ///< nobody used it: `keep` or `forget` must follow
    Again,  ///< for the same request, which has been answered
    Open,   ///< for a request that is still being answered
    Other,  ///< for another request
  };
  /// `who` is the account and the token; `request` says what is asked, all of it. Again comes with the answer.
  std::pair<Use, HttpResponse> begin(const std::string& who, const std::string& key, const std::string& request,
                                     TimePoint now);
  void keep(const std::string& who, const std::string& key, const HttpResponse& answer);
  /// The request failed for a reason that may pass.
  void forget(const std::string& who, const std::string& key);

 private:
  using Name = std::pair<std::string, std::string>;
  struct Kept {
    std::string request;
    std::optional<HttpResponse> answer;
    TimePoint made;
    std::list<Name>::iterator age;
  };

  std::mutex mutex_;
  std::map<Name, Kept> kept_;
  std::list<Name> ages_;  ///< the oldest first
};

}  // namespace tichu::arena
