#include "arena/hosting/match/remark_log.h"

#include <algorithm>

namespace tichu::arena {

std::size_t stored_bytes(const Remark& remark) {
  // Tags and lengths by the wire format of Protobuf, in which rounds are stored.
  constexpr std::size_t Rest = 24;
  constexpr std::size_t Number = 10;
  std::size_t bytes = Rest + remark.note.size() + (remark.value ? Number : 0);
  for (const MoveProbability& choice : remark.probabilities) bytes += choice.move.size() + Number;
  return bytes;
}

RemarkLog::RemarkLog(const PerSeat<std::size_t>& said) {
  for (const Seat seat : AllSeats) {
    left_[seat] = std::min(MostBytesOfRound, MostBytesOfTable - std::min(MostBytesOfTable, said[seat]));
  }
}

bool RemarkLog::add(Seat seat, Question question, std::size_t after, const Remark& said) {
  Remark kept = bounded_remark(said);
  const std::size_t bytes = stored_bytes(kept);
  if (kept.empty() || bytes > left_[seat]) return false;
  left_[seat] -= bytes;
  remarks_.push_back({seat, question, after, std::move(kept)});
  return true;
}

}  // namespace tichu::arena
