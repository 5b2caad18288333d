#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace tichu::arena {

/// Why a step refuses a version: what its author did, never what the machine did.
struct StepRefusal {
  std::string code;       ///< for programs, such as "archive_link"; arena/service/ladder/README.md lists all
  std::string detail;     ///< one sentence without a full stop; names the file, and the line where there is one
  bool for_time = false;  ///< nothing but answers that came late: of which the machine's load can be the reason
};

/// A refusal as the error of an OrStepRefusal.
inline tl::unexpected<StepRefusal> refuse_step(std::string code, std::string detail) {
  return tl::unexpected(StepRefusal{std::move(code), std::move(detail)});
}

template <typename T>
using OrStepRefusal = tl::expected<T, StepRefusal>;

}  // namespace tichu::arena
