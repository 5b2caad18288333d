#include "arena/record/remark.h"

#include "arena/record/utf8.h"

namespace tichu::arena {
namespace {

/// Also false where the number is none.
bool is_within(double number, double low, double high) { return number >= low && number <= high; }

}  // namespace

Remark bounded_remark(const Remark& said) {
  Remark kept;
  kept.note = bounded_utf8(said.note, Remark::LongestNote);
  // The addition takes the sign from a zero, as reading does.
  if (said.value && is_within(*said.value, -Remark::HighestValue, Remark::HighestValue)) kept.value = *said.value + 0.0;
  for (const MoveProbability& choice : said.probabilities) {
    if (kept.probabilities.size() == Remark::MostMoves) break;
    if (!is_within(choice.probability, 0, 1)) continue;
    kept.probabilities.push_back({bounded_utf8(choice.move, Remark::LongestMove), choice.probability + 0.0});
  }
  return kept;
}

}  // namespace tichu::arena
