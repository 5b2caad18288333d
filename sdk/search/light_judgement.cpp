#include "sdk/search/light_judgement.h"

#include "engine/follow.h"

namespace tichu {
namespace {

CardSet unseen_by(const Round& round, Seat me) {
  return round.hand(me.at(Side::Right)) | round.hand(me.at(Side::Partner)) | round.hand(me.at(Side::Left));
}

TrickView view_of(const Round& round, Seat me) {
  TrickView view;
  const bool nobody_is_out = round.seats_in() == SeatSet::all();
  for (const Side side : AllSides) {
    const Seat seat = me.at(side);
    view.cards[side] = static_cast<std::uint8_t>(round.hand(seat).size());
    view.call_is_open[side] = nobody_is_out && round.call(seat) != Call::None;
  }
  view.partner_is_first_out = view.cards[Side::Partner] == 0 && round.seats_in().size() == 3;
  view.owner = round.table_owner().seen_from(me);
  view.passes = round.passes();
  view.points = round.trick_points();
  return view;
}

}  // namespace

LightJudgement::LightJudgement(const Round& round, Seat me, const LightWeights& weights)
    : round_(round),
      weights_(weights),
      hand_(round.hand(me)),
      unseen_(unseen_by(round, me)),
      stakes_(view_of(round, me), weights.trick),
      odds_{BeatOdds(unseen_, stakes_.view().cards[Side::Right]),
            BeatOdds(unseen_, stakes_.view().cards[Side::Partner]),
            BeatOdds(unseen_, stakes_.view().cards[Side::Left])} {}

bool LightJudgement::is_sure(const Combination& play) const {
  return play.is_bomb() || (!play.is_dog() && !can_follow(unseen_.cards, play));
}

bool LightJudgement::runs_out(const Combination& play, const HandSplit& split) const {
  if (stakes_.waits_for_partner() || !is_sure(play)) return false;
  int losers = 0;
  for (const Combination& part : split.parts()) {
    losers += part.cards.intersects(play.cards) || is_sure(part) ? 0 : 1;
    if (losers > 1) return false;
  }
  return true;
}

float LightJudgement::cost(const Combination& part) const {
  if (part.is_lone_phoenix()) return 1 - weights_.cost.phoenix_single;
  if (part.is_dog()) return stakes_.in_play(Side::Partner) ? 1 - weights_.cost.dog : 1.0f;
  return cost_of(part, (1 - beats(Side::Right, part)) * (1 - beats(Side::Left, part)), weights_.cost);
}

float LightJudgement::cost(const HandSplit& split) const {
  float sum = 0;
  for (const Combination& part : split.parts()) sum += cost(part);
  return sum;
}

float LightJudgement::rate(const Combination& play, float saved, const HandSplit& split) const {
  float score = saved + weights_.length * static_cast<float>(play.length);
  if (play.length == stakes_.view().cards[Side::Me]) {
    score += stakes_.waits_for_partner() ? -GoesOut : GoesOut;
  } else if (runs_out(play, split)) {
    score += RunsOut;
  }
  if (play.is_dog()) return score + stakes_.partner_lead();
  return stakes_.with_trick(score, chances(play), play.cards.points().value(), play.is_dragon());
}

float LightJudgement::rate_pass() const { return stakes_.rate_pass(chances(round_.table())); }

}  // namespace tichu
