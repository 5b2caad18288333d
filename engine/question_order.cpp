#include "engine/question_order.h"

#include <algorithm>

namespace tichu {
namespace {

/// The first of the four chances to call Tichu on this side of the push.
int first_chance(const Pending& pending) { return pending.question == Question::Push ? 0 : 4; }

}  // namespace

std::optional<SeatQuestion> QuestionOrder::next(const Round& round) const {
  const Pending pending = round.pending();
  if (pending.seats.empty()) return std::nullopt;
  if (pending.question != Question::GrandTichu) {
    const int first = first_chance(pending);
    for (int chance = std::max<int>(first, chances_gone_); chance < first + 4; ++chance) {
      const Seat seat(chance - first);
      if (round.may_call_tichu(seat)) return SeatQuestion{seat, Question::Tichu};
    }
  }
  return SeatQuestion{pending.seats.first(), pending.question};
}

void QuestionOrder::note_answer(const SeatQuestion& answered, const Round& round) {
  if (answered.question != Question::Tichu) return;
  chances_gone_ = static_cast<std::uint8_t>(first_chance(round.pending()) + answered.seat.number() + 1);
}

}  // namespace tichu
