#pragma once

#include <optional>

#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/random.h"
#include "engine/round.h"
#include "sdk/search/hidden_cards.h"

namespace tichu {

/// Guesses rounds as they might stand when a seat is asked something, whatever the question: with the own seat as seat
/// 0, Right as 1, Partner as 2 and Left as 3. In the play these are the guesses of determinize.h; before it, cards that
/// are not known are dealt evenly, and pushes are still to come. If others have called, hands with which one calls are
/// likelier for them; else all that contradicts nothing is as likely as it is dealt.
class WorldGuesser {
 public:
  /// `seen` must outlive the guesser.
  WorldGuesser(const Observation& seen, Question asked);

  /// A round at the decision, drawn at random; nullopt if no guess was found that contradicts nothing.
  std::optional<Round> guess(Random& random) const;

 private:
  std::optional<Round> guess_evenly(Random& random) const;
  std::optional<Round> guess_play(Random& random) const;
  Round guess_deal(Random& random) const;

  const Observation& seen_;
  Question asked_;
  std::optional<HiddenCards> hidden_;  ///< only in the play
};

/// Does the answer to a question in such a round: an action, a call, or nothing if a call is refused. The answer must
/// be legal there.
void do_answer(Round& round, Question asked, const Answer& answer);

}  // namespace tichu
