#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/refusal.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// How what came of a match or a test is written.
enum class ResultForm : std::uint8_t {
  Text,     ///< as the commands `play`, `test` and `benchmark` print it
  Json,     ///< `tichu-test/1`, of a match `tichu-match/1` (arena/service/api/API.md), of a benchmark `tichu-card/1`
  Junit,    ///< of a test alone
  Markdown  ///< likewise
};
constexpr std::array<std::string_view, 4> words_of(ResultForm) { return {"text", "json", "junit", "markdown"}; }

/// What the bots of a request are called now, in the order in which they play.
std::vector<std::string> names_of(const PlayRequest& request);

/// `tichu-card/1` of a bot under another name.
std::string named_card(const std::string& card, const std::string& name);

/// What is known of who reads a result.
struct ResultReader {
  bool sees_second = false;  ///< what is for the author of the second of the two versions alone is for the reader, too
};

/// What came of matches and tests that were played to their end, in words. The latest that were asked for are kept, and
/// one is made at a time, so that who asks again and again takes little of the machine. Any thread.
class RequestResults {
 public:
  /// Bots have the names that the request tells. Of a bot that is not the reader's it tells how many faults of which
  /// kind it committed, and no more. Refused as `result_unfinished`, `result_gone`, or, for forms that a match does not
  /// have, `query_bad`.
  OrRefusal<std::string> result(const PlayRequest& request, ResultForm form, ResultReader reader);
  /// The same of a benchmark, whose card is kept for ever.
  static OrRefusal<std::string> card(const PlayRequest& request, const std::string& card, ResultForm form);

 private:
  struct Kept {
    PlayRequestId request;
    ResultForm form;
    bool sees_second;
    std::vector<std::string> names;  ///< that the bots had
    std::string text;
  };
  static constexpr std::size_t MostKept = 64;

  std::mutex mutex_;
  std::deque<Kept> kept_;  ///< the latest first
};

}  // namespace tichu::arena
