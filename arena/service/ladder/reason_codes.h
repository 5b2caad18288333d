#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/text/words.h"

namespace tichu::arena {

/// Where a code is met.
enum class ReasonPlace : std::uint8_t {
  Request,  ///< a refusal: nothing was done
  Step,     ///< a step of a submission refused a version, or could not be done
  State,    ///< why a version is in its state, or what became of a match or test
  Trouble,  ///< what is wrong with the ladder
};

constexpr std::array<std::string_view, 4> words_of(ReasonPlace) { return {"request", "step", "state", "trouble"}; }

/// What a code means, for people. Texts are sentences, and the same for every ladder.
struct ReasonCode {
  std::string code;
  ReasonPlace place = ReasonPlace::Request;
  std::string meaning;
  std::string remedy;  ///< what would be right
};

/// Every code that the ladder decides, and one for each check of a bot. Those of the API itself are `problem_codes`.
const std::vector<ReasonCode>& reason_codes();

/// The code's entry; nullptr if the ladder has none.
const ReasonCode* find_reason(std::string_view code);

/// The code with which the step `checked` refuses what failed a check: "check_same_seed" of "same-seed",
/// "check_legality" of "legality.gravon".
std::string code_of_check(std::string_view name);

}  // namespace tichu::arena
