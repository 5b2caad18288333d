#include "arena/record/record.h"

namespace tichu::arena {

RecordedResult recorded_result(const RoundResult& result) {
  RecordedResult recorded;
  recorded.out.emplace(result.out.begin(), result.out.begin() + result.out_count);
  recorded.cards = result.cards;
  recorded.score = result.score;
  return recorded;
}

bool is_double_victory(const std::vector<Seat>& out) { return out.size() == 2 && out[0].team() == out[1].team(); }

}  // namespace tichu::arena
