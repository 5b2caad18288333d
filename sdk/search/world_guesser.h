#pragma once

#include <optional>

#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/random.h"
#include "engine/round.h"
#include "sdk/search/belief.h"
#include "sdk/search/belief_sampler.h"
#include "sdk/search/hidden_cards.h"

namespace tichu {

/// Guesses rounds as they might stand when a seat is asked something, whatever the question: with the own seat as seat
/// 0, Right as 1, Partner as 2 and Left as 3. In the play each guess is as frequent as Belief makes it likely
/// (belief_sampler.h). Before it, cards that are not known are dealt evenly, and pushes are still to come; if others
/// have called by then, hands with which one calls are likelier for them.
class WorldGuesser {
 public:
  /// `seen` must outlive the guesser. If it does not believe, it deals hidden cards evenly in the play too.
  WorldGuesser(const Observation& seen, Question asked, bool believes = true);
  WorldGuesser(const WorldGuesser&) = delete;
  WorldGuesser& operator=(const WorldGuesser&) = delete;

  /// A round at the decision, drawn at random; in the play the next one of a walk. nullopt if no guess was found that
  /// contradicts nothing.
  std::optional<Round> guess(Random& random);

 private:
  /// What is known and believed of hidden hands in the play, and where the walk through them stands.
  struct Hidden {
    explicit Hidden(const Observation& seen) : cards(hidden_cards(seen)), belief(seen), walk(cards, belief) {}

    HiddenCards cards;
    Belief belief;
    BeliefSampler walk;
  };

  std::optional<Round> guess_play(Random& random);
  Round guess_deal(Random& random) const;
  Round guess_deal_with_calls(Random& random) const;

  const Observation& seen_;
  Question asked_;
  bool believes_;
  std::optional<Hidden> hidden_;  ///< only in the play
};

/// Does the answer to a question in such a round: an action, a call, or nothing if a call is refused. The answer must
/// be legal there.
void do_answer(Round& round, Question asked, const Answer& answer);

}  // namespace tichu
