#pragma once

#include "engine/playout.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "engine/round.h"

namespace tichu {

/// The random play that benchmarks and proofs name: uniform over the canonical legal plays, a pass (or no bomb)
/// counting as one if it is allowed; random pushes, wishes uniform over 2..A, the Dragon to either opponent; no
/// calls.
class RandomPolicy {
 public:
  explicit RandomPolicy(Random random) : random_(random) {}

  /// Goes on with other random numbers.
  void restart(Random random) { random_ = random; }

  Action action(const Round& round, Seat seat, Question question) {
    return question == Question::Turn || question == Question::Bomb ? turn(round, seat) : rarer(round, seat, question);
  }

 private:
  Action rarer(const Round& round, Seat seat, Question question);
  Action turn(const Round& round, Seat seat);
  Action push(CardSet hand);
  Action give_dragon(const Round& round, Seat seat);
  Card take(CardSet& cards);

  Random random_;
  PlayList plays_;
};

}  // namespace tichu
