#pragma once

#include "arena/hosting/player/player.h"

namespace tichu::arena {

/// A seat that hands everything but the questions to another player: the base of those that look at a bot's decisions.
class ForwardingPlayer : public Player {
 public:
  /// `player` must outlive this object.
  explicit ForwardingPlayer(Player& player) : player_(player) {}

  tl::expected<void, Fault> sit_down(const SeatSetup& setup) override { return player_.sit_down(setup); }
  bool listens() const override { return player_.listens(); }
  void begin_round(const Observation& seen) override { player_.begin_round(seen); }
  void tell(const SeenEvent& event, const Observation& seen) override { player_.tell(event, seen); }
  bool retry(const Fault& fault) override { return player_.retry(fault); }
  void charge(const Fault& fault) override { player_.charge(fault); }
  void end_round(Points own, Points theirs) override { player_.end_round(own, theirs); }

 protected:
  Player& player() { return player_; }

 private:
  Player& player_;
};

}  // namespace tichu::arena
