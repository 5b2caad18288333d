#pragma once

#include <cstdint>

#include "engine/seat.h"
#include "sdk/judgement/trick_weights.h"

namespace tichu {

/// What going out is worth, and what it is worth to go out for certain after the play, in tempi: more than all else.
inline constexpr float GoesOut = 100;
inline constexpr float RunsOut = 20;
/// The chance that a seat with a triple has a pair to go with it.
inline constexpr float PairToSpare = 0.8f;

/// What of a round decides what the trick on the table is worth to a seat.
struct TrickView {
  PerSide<std::uint8_t> cards;        ///< how many each seat holds; 0 if it is out
  PerSide<bool> call_is_open{};       ///< it has called, and nobody is out
  bool partner_is_first_out = false;  ///< and nobody else is out
  Side owner = Side::Me;              ///< who played what lies on the table
  int passes = 0;                     ///< since then; 0 for a lead
  int points = 0;                     ///< on the table
};

/// The chances, 0..1, that the other seats can beat a combination, bombs apart; 0 for a seat that is out.
struct BeatChances {
  float right = 0;
  float partner = 0;
  float left = 0;
};

/// The judgement that steady and the playouts share: what plays and passes are worth to a seat by who is likely to win
/// the trick. How likely that is, and what is left of the hand, each of them estimates at its own price.
class TrickStakes {
 public:
  /// `weights` must outlive the stakes.
  TrickStakes(const TrickView& view, const TrickWeights& weights) : view_(view), weights_(weights) {
    int passes = view.passes;
    for (const Side side : {Side::Left, Side::Partner, Side::Right}) {
      if (passes == 0) break;
      if (!in_play(side)) continue;
      passed_[side] = true;
      --passes;
    }
    danger_[Side::Right] = danger_of(Side::Right, Side::Left);
    danger_[Side::Left] = danger_of(Side::Left, Side::Right);
    set_leads();
  }

  const TrickView& view() const { return view_; }
  bool in_play(Side side) const { return view_.cards[side] > 0; }
  /// Whether `side` has passed on what lies on the table.
  bool has_passed(Side side) const { return passed_[side]; }
  /// What the own seat's lead is worth, and its partner's.
  float lead() const { return lead_; }
  float partner_lead() const { return partner_lead_; }
  /// What it costs if that opponent wins the trick; 0 for the partner and for who is out.
  float danger(Side side) const { return danger_[side]; }
  /// Going out before a partner who has called would lose the partner's call.
  bool waits_for_partner() const { return view_.call_is_open[Side::Partner] && !view_.call_is_open[Side::Me]; }

  /// The chance that an opponent who can beat a combination with chance `beats` does.
  float will_beat(Side side, float beats) const {
    return beats * (passed_[side] ? weights_.willing_passed : weights_.willing);
  }
  /// The chance that neither opponent does.
  float will_hold(const BeatChances& chances) const {
    return (1 - will_beat(Side::Right, chances.right)) * (1 - will_beat(Side::Left, chances.left));
  }

  /// `score`, and what it is worth to play a combination, not the Dog, that others beat with such chances and that
  /// holds so many points. The Dragon wins its trick for an opponent.
  float with_trick(float score, const BeatChances& chances, int card_points, bool is_dragon) const {
    const float holds = will_hold(chances);
    score += lead_ * holds;
    score -= danger_[Side::Right] * will_beat(Side::Right, chances.right);
    score -= danger_[Side::Left] * will_beat(Side::Left, chances.left);
    if (in_play(Side::Partner)) {
      score += partner_lead_ * weights_.partner_takes * chances.partner * (1 - holds);
    }
    return score + worth_of(view_.points + card_points, is_dragon ? 0 : holds);
  }

  /// What passing is worth, or declining to bomb, if others beat what lies on the table with such chances.
  float rate_pass(const BeatChances& chances) const {
    if (view_.owner == Side::Partner) {
      const float holds = will_hold(chances);
      float score = partner_lead_ * holds + worth_of(view_.points, holds);
      score -= danger_[Side::Right] * will_beat(Side::Right, chances.right);
      score -= danger_[Side::Left] * will_beat(Side::Left, chances.left);
      return score;
    }
    const bool partner_may = in_play(Side::Partner) && !passed_[Side::Partner];
    const float partner_takes = partner_may ? weights_.partner_takes * chances.partner : 0;
    return partner_lead_ * partner_takes - danger_[view_.owner] * (1 - partner_takes) +
           worth_of(view_.points, partner_takes);
  }

 private:
  /// What the trick's points are worth if the own side wins it with chance `ours`.
  float worth_of(int points, float ours) const { return weights_.points * static_cast<float>(points) * (2 * ours - 1); }

  float danger_of(Side side, Side other) const {
    const int cards = view_.cards[side];
    if (cards == 0) return 0;
    float danger = cards == 1   ? weights_.danger_1
                   : cards == 2 ? weights_.danger_2
                   : cards == 3 ? weights_.danger_3
                   : cards <= 5 ? weights_.danger_5
                                : weights_.danger_any;
    if (view_.call_is_open[side]) danger += weights_.danger_caller;
    if (!in_play(other) && in_play(Side::Partner)) danger += weights_.danger_double;
    return danger;
  }

  void set_leads() {
    if (view_.call_is_open[Side::Me]) {
      lead_ = weights_.lead_caller;
      return;
    }
    lead_ = weights_.lead + (view_.partner_is_first_out ? weights_.lead_for_double : 0);
    if (!in_play(Side::Partner)) return;
    partner_lead_ = view_.call_is_open[Side::Partner] ? weights_.partner_lead_caller : weights_.partner_lead;
  }

  TrickView view_;
  const TrickWeights& weights_;
  PerSide<bool> passed_{};
  PerSide<float> danger_{};
  float lead_ = 0;
  float partner_lead_ = 0;
};

}  // namespace tichu
