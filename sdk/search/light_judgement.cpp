#include "sdk/search/light_judgement.h"

#include "engine/follow.h"

namespace tichu {
namespace {

constexpr float GoesOut = 100;
constexpr float RunsOut = 20;
constexpr int Few = 2;

CardSet unseen_by(const Round& round, Seat me) {
  return round.hand(me.at(Side::Right)) | round.hand(me.at(Side::Partner)) | round.hand(me.at(Side::Left));
}

PerSide<std::uint8_t> hand_sizes(const Round& round, Seat me) {
  PerSide<std::uint8_t> sizes;
  for (const Side side : AllSides) sizes[side] = static_cast<std::uint8_t>(round.hand(me.at(side)).size());
  return sizes;
}

}  // namespace

LightJudgement::LightJudgement(const Round& round, Seat me, const LightWeights& weights)
    : round_(round),
      me_(me),
      weights_(weights),
      hand_(round.hand(me)),
      unseen_(unseen_by(round, me)),
      cards_(hand_sizes(round, me)),
      odds_{BeatOdds(unseen_, cards_[Side::Right]), BeatOdds(unseen_, cards_[Side::Partner]),
            BeatOdds(unseen_, cards_[Side::Left])},
      nobody_is_out_(round.seats_in() == SeatSet::all()) {
  int passes = round.table().empty() ? 0 : round.passes();
  for (const Side side : {Side::Left, Side::Partner, Side::Right}) {
    if (passes == 0) break;
    if (!in_play(side)) continue;
    passed_[side] = true;
    --passes;
  }
  danger_[Side::Right] = danger(Side::Right);
  danger_[Side::Left] = danger(Side::Left);
  if (call_is_open(Side::Me)) {
    lead_ = weights.lead_caller;
    return;
  }
  const bool partner_is_first = round.seats_in().size() == 3 && !in_play(Side::Partner);
  lead_ = weights.lead + (partner_is_first ? weights.lead_for_double : 0);
  if (!in_play(Side::Partner)) return;
  partner_lead_ = call_is_open(Side::Partner) ? weights.partner_lead_caller : weights.partner_lead;
  if (cards_[Side::Partner] <= Few) partner_lead_ += weights.partner_lead_few;
}

bool LightJudgement::call_is_open(Side side) const { return nobody_is_out_ && round_.call(me_.at(side)) != Call::None; }

float LightJudgement::danger(Side side) const {
  const int cards = cards_[side];
  if (cards == 0) return 0;
  float danger = cards == 1   ? weights_.danger_1
                 : cards == 2 ? weights_.danger_2
                 : cards == 3 ? weights_.danger_3
                 : cards <= 5 ? weights_.danger_5
                              : weights_.danger_any;
  if (call_is_open(side)) danger += weights_.danger_caller;
  const Side other = side == Side::Right ? Side::Left : Side::Right;
  if (!in_play(other) && in_play(Side::Partner)) danger += weights_.danger_double;
  return danger;
}

float LightJudgement::willing(Side side, float beats) const {
  return beats * (passed_[side] ? weights_.willing_passed : weights_.willing);
}

bool LightJudgement::is_sure(const Combination& play) const {
  return play.is_bomb() || (!play.is_dog() && !can_follow(unseen_.cards, play));
}

bool LightJudgement::runs_out(const Combination& play, const HandSplit& split) const {
  if (waits_for_partner() || !is_sure(play)) return false;
  int losers = 0;
  for (const Combination& part : split.parts()) {
    losers += part.cards.intersects(play.cards) || is_sure(part) ? 0 : 1;
    if (losers > 1) return false;
  }
  return true;
}

float LightJudgement::cost(const Combination& part) {
  if (part.is_bomb()) return 1 - weights_.bomb;
  if (part.is_lone_phoenix()) return 1 - weights_.phoenix;
  if (part.is_dog()) return in_play(Side::Partner) ? 1 - weights_.dog : 1.0f;
  const float holds = (1 - odds(Side::Right).beats(part)) * (1 - odds(Side::Left).beats(part));
  const float shed = part.kind == CombinationKind::Single ? weights_.shed_single
                     : part.kind == CombinationKind::Pair ? weights_.shed_pair
                                                          : weights_.shed_other;
  constexpr float Highest = number(Rank::Dragon);
  return 1 - weights_.winner * holds - shed * static_cast<float>(number(part.rank)) / Highest;
}

float LightJudgement::cost(const HandSplit& split) {
  float sum = 0;
  for (const Combination& part : split.parts()) sum += cost(part);
  return sum;
}

float LightJudgement::rate(const Combination& play, float saved, const HandSplit& split) {
  float score = saved + weights_.length * static_cast<float>(play.length);
  if (play.length == cards_[Side::Me]) {
    score += waits_for_partner() ? -GoesOut : GoesOut;
  } else if (runs_out(play, split)) {
    score += RunsOut;
  }
  if (play.is_dog()) return score + partner_lead_;
  const float right = willing(Side::Right, odds(Side::Right).beats(play));
  const float left = willing(Side::Left, odds(Side::Left).beats(play));
  const float holds = (1 - right) * (1 - left);
  const float lead = lead_ + (split.parts().size() <= Few + 1 ? weights_.lead_few : 0);
  score += lead * holds - danger_[Side::Right] * right - danger_[Side::Left] * left;
  score += partner_lead_ * weights_.partner_takes * odds(Side::Partner).beats(play) * (1 - holds);
  // The Dragon wins its trick for an opponent.
  return score + points(round_.trick_points() + play.cards.points().value(), play.is_dragon() ? 0 : holds);
}

float LightJudgement::rate_pass() {
  const Combination& table = round_.table();
  if (owner() == Side::Partner) {
    const float right = willing(Side::Right, odds(Side::Right).beats(table));
    const float left = willing(Side::Left, odds(Side::Left).beats(table));
    const float holds = (1 - right) * (1 - left);
    return partner_lead_ * holds - danger_[Side::Right] * right - danger_[Side::Left] * left +
           points(round_.trick_points(), holds);
  }
  const float partner_takes = passed_[Side::Partner] ? 0 : weights_.partner_takes * odds(Side::Partner).beats(table);
  return partner_lead_ * partner_takes - danger_[owner()] * (1 - partner_takes) +
         points(round_.trick_points(), partner_takes);
}

}  // namespace tichu
