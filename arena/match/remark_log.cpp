#include "arena/match/remark_log.h"

namespace tichu::arena {
namespace {

std::size_t bytes_of(const Remark& remark) {
  std::size_t bytes = remark.note.size() + (remark.value ? sizeof(double) : 0);
  for (const MoveProbability& choice : remark.probabilities) bytes += choice.move.size() + sizeof(double);
  return bytes;
}

}  // namespace

bool RemarkLog::add(Seat seat, Question question, std::size_t after, const Remark& said) {
  Remark kept = bounded_remark(said);
  const std::size_t bytes = bytes_of(kept);
  if (kept.empty() || bytes_[seat] + bytes > MostBytes) return false;
  bytes_[seat] += bytes;
  remarks_.push_back({seat, question, after, std::move(kept)});
  return true;
}

}  // namespace tichu::arena
