#pragma once

#include <cstdint>
#include <optional>

#include "engine/question.h"
#include "engine/round.h"
#include "engine/seat.h"

namespace tichu {

/// A question and the seat that is asked.
struct SeatQuestion {
  Seat seat;
  Question question = Question::Turn;
  friend bool operator==(const SeatQuestion&, const SeatQuestion&) = default;
};

/// The order in which a table asks: always the same, so that neither the order nor the number of questions tells a bot
/// about cards that it may not see. Grand Tichu (seats 0 to 3, those that the engine names); Tichu before the push, if
/// the rules allow it (each seat that may call, from seat 0); the push (seats 0 to 3); Tichu after the push (as before
/// it); then turn by turn. Only seats with a bomb that beats the table are asked for one.
///
/// A seat that may still call Tichu on its turn may do so with its answer to `Question::Turn`. A small value.
class QuestionOrder {
 public:
  QuestionOrder() = default;
  explicit QuestionOrder(int chances_gone) : chances_gone_(static_cast<std::uint8_t>(chances_gone)) {}

  /// What is asked as the round stands; nullopt once it is over. Gives the same until it is answered.
  std::optional<SeatQuestion> next(const Round& round) const;
  /// Goes on after an answer: to be called for Tichu, before the call or after it; other answers change the round.
  void note_answer(const SeatQuestion& answered, const Round& round);
  /// Of the eight chances to call (each seat's before the push, then each seat's after it) those that are gone: 0 to 8.
  int chances_gone() const { return chances_gone_; }

 private:
  std::uint8_t chances_gone_ = 0;
};

}  // namespace tichu
