#include "arena/record/remark.h"

#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

/// Also false if the number is none.
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

std::string what_is_not_kept(const Remark& said) {
  const auto longer_than = [](std::size_t most) { return " of more than " + std::to_string(most) + " bytes"; };
  if (said.note.size() > Remark::LongestNote) return "a note" + longer_than(Remark::LongestNote);
  if (!is_utf8(said.note)) return "a note that is no UTF-8";
  if (said.value && !is_within(*said.value, -Remark::HighestValue, Remark::HighestValue)) {
    return "a value that is no number from -1000000 to 1000000";
  }
  if (said.probabilities.size() > Remark::MostMoves) {
    return "probabilities of more than " + std::to_string(Remark::MostMoves) + " moves";
  }
  for (const MoveProbability& choice : said.probabilities) {
    if (!is_within(choice.probability, 0, 1)) return "a probability that is no number from 0 to 1";
    if (choice.move.size() > Remark::LongestMove) return "a move" + longer_than(Remark::LongestMove);
    if (!is_utf8(choice.move)) return "a move that is no UTF-8";
  }
  return {};
}

}  // namespace tichu::arena
