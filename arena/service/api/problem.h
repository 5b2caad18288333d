#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arena/presentation/live/http_handler.h"
#include "arena/service/ladder/refusal.h"

namespace tichu::arena {

/// A code that the API itself answers with, whatever was asked.
struct ProblemCode {
  std::string_view code;
  unsigned status;
  std::string_view title;   ///< what it means, a sentence
  std::string_view remedy;  ///< what would be right, likewise
};

/// All of them. Others come from the ladder (`reason_codes`).
std::span<const ProblemCode> problem_codes();

/// The status of a refusal.
unsigned status_of(const Refusal& refusal);

/// A refusal as RFC 9457's application/problem+json: `type`, `title`, `status`, `code`, `detail`, `help`, and where
/// they are known `field`, `limit`, `retry_after`. Texts that a client sent may be in it, as JSON text alone.
HttpResponse problem_answer(const Refusal& refusal);

/// A refusal of the API itself, by one of `problem_codes`.
Refusal refusal_of(std::string_view code, std::string detail, std::string field = {});
/// Likewise of who asks too often: the sentence, and when to ask again.
Refusal too_many(std::string_view code, const std::string& sentence, std::chrono::seconds wait);

}  // namespace tichu::arena
