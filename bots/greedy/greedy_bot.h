#pragma once

#include "engine/plays.h"
#include "sdk/bot.h"

namespace tichu::bots {

/// Sheds as many cards a turn as it can: leads its longest combination and follows with any that is enough. Of equally
/// long plays it takes what tears no pair, triple or quad, then one without the Phoenix, then the lowest. Keeps the
/// Dragon and the lone Phoenix from singles below the king until an opponent is close to going out (three cards). An
/// honest partner: it leaves a trick to its partner, unless it can go out or would play below a ten. Bombs only to go
/// out, or when an opponent is close to it. Pushes its two lowest cards to the opponents and its highest card below the
/// ace that stands alone to the partner. Calls Tichu on four or more of Dragon, Phoenix, aces and bombs; never Grand
/// Tichu. Deterministic.
class GreedyBot : public Bot {
 public:
  explicit GreedyBot(const BotSetup&) {}

  Play play(const Observation& seen) override;
  Rank wish(const Observation& seen, const Combination& play) override;
  bool call_tichu(const Observation& seen) override;
  PushedCards push(const Observation& seen) override;
  Play bomb(const Observation& seen) override;

 private:
  PlayList plays_;
};

}  // namespace tichu::bots
