#include "arena/record/question.h"

#include <algorithm>
#include <array>

namespace tichu::arena {
namespace {

constexpr std::array<std::string_view, 6> Names{"grand_tichu", "tichu", "push", "turn", "bomb", "give_dragon"};

}  // namespace

std::string_view to_text(Question question) { return Names.at(static_cast<std::size_t>(question)); }

std::optional<Question> question_named(std::string_view name) {
  const auto* const found = std::find(Names.begin(), Names.end(), name);
  if (found == Names.end()) return std::nullopt;
  return static_cast<Question>(found - Names.begin());
}

}  // namespace tichu::arena
