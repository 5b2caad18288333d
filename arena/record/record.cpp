#include "arena/record/record.h"

namespace tichu::arena {

RecordedResult recorded_result(const RoundResult& result) {
  RecordedResult recorded;
  recorded.out.emplace(result.out.begin(), result.out.begin() + result.out_count);
  recorded.cards = result.cards;
  recorded.score = result.score;
  return recorded;
}

}  // namespace tichu::arena
