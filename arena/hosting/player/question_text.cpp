#include "arena/hosting/player/question_text.h"

#include "engine/notation.h"

namespace tichu::arena {

std::string knowledge_text(Question question, const Observation& seen) {
  std::string text = "hand " + to_text(seen.hand);
  if (question != Question::Turn && question != Question::Bomb) return text;
  text += seen.table.empty() ? "; it leads" : "; on the table " + to_text(seen.table);
  if (seen.wish != Rank::None) text += "; wish " + to_text(seen.wish);
  return text;
}

}  // namespace tichu::arena
