#pragma once

#include <array>
#include <cstddef>

#include "engine/round.h"
#include "sdk/judgement/trick_stakes.h"
#include "sdk/search/beat_odds.h"
#include "sdk/search/hand_split.h"
#include "sdk/search/light_weights.h"

namespace tichu {

/// One decision of LightPolicy: what plays, and the pass, are worth to a seat, in tempi, by what the seat may know: its
/// hand, the table, the calls, how many cards each seat holds, and which cards are out. Only differences mean anything.
class LightJudgement {
 public:
  /// `round` and `weights` must outlive the judgement.
  LightJudgement(const Round& round, Seat me, const LightWeights& weights);

  CardSet hand() const { return hand_; }
  /// The cards of the other three.
  CardSet unseen() const { return unseen_.cards; }
  /// Who played what lies on the table.
  Side owner() const { return stakes_.view().owner; }

  /// What it costs to get rid of a part of the hand, or of a whole hand.
  float cost(const Combination& part) const;
  float cost(const HandSplit& split) const;
  /// What `play`, a legal play, is worth if it makes the rest of the hand cheaper by `saved`; `split` cuts the hand, or
  /// what the play leaves of it.
  float rate(const Combination& play, float saved, const HandSplit& split) const;
  /// What passing, or declining to bomb, is worth.
  float rate_pass() const;

 private:
  float beats(Side side, const Combination& play) const {
    return odds_[static_cast<std::size_t>(side) - 1].beats(play);
  }
  BeatChances chances(const Combination& play) const {
    return {beats(Side::Right, play), beats(Side::Partner, play), beats(Side::Left, play)};
  }
  /// Whether nothing that is out there beats `play`, bombs apart.
  bool is_sure(const Combination& play) const;
  /// Whether the hand goes out for certain after `play`, bombs apart: all but one of the other parts are sure.
  bool runs_out(const Combination& play, const HandSplit& split) const;

  const Round& round_;
  const LightWeights& weights_;
  CardSet hand_;
  UnseenCards unseen_;
  TrickStakes stakes_;
  std::array<BeatOdds, 3> odds_;
};

}  // namespace tichu
