#include "sdk/search/light_policy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "engine/legality.h"

namespace tichu {
namespace {

/// A part as it would be played on the table: a lone Phoenix takes its value from there.
Combination laid_on(const Combination& table, Combination part) {
  if (part.is_lone_phoenix() && !table.empty() && !table.is_dragon()) part.rank = table.rank;
  return part;
}

/// What it costs the hand to lose a card of a combination, in ranks.
int cost_of_tearing(const Combination& part) {
  if (part.is_bomb()) return 40;
  switch (part.kind) {
    case CombinationKind::Single:
      return 0;
    case CombinationKind::Pair:
      return 4;
    default:
      return 10;
  }
}

/// What giving a card to an opponent costs, in ranks.
int gift_cost(Card card, int tearing) {
  if (card == Card::dog()) return 6;
  if (card.is_special()) return 100;
  return tearing + number(card.rank());
}

/// To the opponent with more cards.
Action give_dragon(const Round& round, Seat seat) {
  const bool left_holds_more = round.hand(seat.at(Side::Left)).size() > round.hand(seat.at(Side::Right)).size();
  return Action::give_dragon(left_holds_more ? Side::Left : Side::Right);
}

/// Equally likely values of Gumbel's distribution, the middles of its quantiles.
std::array<float, 1024> gumbel_noise() {
  std::array<float, 1024> noise{};
  for (std::size_t i = 0; i < noise.size(); ++i) {
    const double quantile = (static_cast<double>(i) + 0.5) / static_cast<double>(noise.size());
    noise[i] = static_cast<float>(-std::log(-std::log(quantile)));
  }
  return noise;
}

const std::array GumbelNoise = gumbel_noise();

}  // namespace

Rank light_wish(CardSet hand, CardSet unseen) {
  for (int rank = HighestNatural; rank >= LowestNatural; --rank) {
    const Rank wanted = static_cast<Rank>(rank);
    if (unseen.count(wanted) > 0 && hand.count(wanted) == 0) return wanted;
  }
  return Rank::None;
}

PushedCards light_push(CardSet hand) {
  struct Priced {
    Card card;
    int gift;     ///< to an opponent
    int partner;  ///< worth to the partner, less the tearing
  };
  std::array<Priced, Deal::HandCards> priced;
  std::size_t count = 0;
  const HandSplit split(hand);
  for (const Combination& part : split.parts()) {
    const int tearing = cost_of_tearing(part);
    for (const Card card : part.cards) {
      priced[count++] = {card, gift_cost(card, tearing), card.is_special() ? -100 : number(card.rank()) - tearing};
    }
  }
  const auto end = priced.begin() + static_cast<std::ptrdiff_t>(count);
  const auto best = std::max_element(priced.begin(), end, [](const Priced& a, const Priced& b) {
    return a.partner != b.partner ? a.partner < b.partner : a.card.code() > b.card.code();
  });
  std::iter_swap(priced.begin(), best);
  std::partial_sort(priced.begin() + 1, priced.begin() + 3, end, [](const Priced& a, const Priced& b) {
    return a.gift != b.gift ? a.gift < b.gift : a.card.code() < b.card.code();
  });
  PushedCards push;
  push.to(Side::Partner) = priced[0].card;
  push.to(Side::Right) = priced[1].card;
  push.to(Side::Left) = priced[2].card;
  return push;
}

Action LightPolicy::action(const Round& round, Seat seat, Question question) {
  switch (question) {
    case Question::GrandTichu:
      return Action::no_grand_tichu();
    case Question::Push:
      return Action::push_cards(light_push(round.hand(seat)));
    case Question::GiveDragon:
      return give_dragon(round, seat);
    case Question::Bomb:
      return bomb(round, seat);
    case Question::Tichu:
    case Question::Turn:
      break;
  }
  return turn(round, seat);
}

const HandSplit& LightPolicy::split(CardSet hand) {
  HandSplit& known = known_[Random::mix(hand.bits()) % KnownSplits];
  if (known.hand() != hand) known = HandSplit(hand);
  return known;
}

void LightPolicy::Choice::consider(const Combination& candidate, float rating) {
  if (rating <= score) return;
  play = candidate;
  score = rating;
}

float LightPolicy::varied(float rating) {
  if (temperature_ <= 0) return rating;
  return rating + temperature_ * GumbelNoise[chance_.below(GumbelNoise.size())];
}

bool LightPolicy::weigh_parts(const Round& round, const HandSplit& split, const LightJudgement& judgement,
                              Choice& choice) {
  bool any_fits = false;
  for (const Combination& part : split.parts()) {
    const Combination play = laid_on(round.table(), part);
    if (!beats(play, round.table())) continue;
    any_fits = any_fits || !part.is_bomb();
    choice.consider(play, varied(judgement.rate(play, judgement.cost(part), split)));
  }
  return any_fits;
}

void LightPolicy::weigh_tearing(const Round& round, Seat seat, const LightJudgement& judgement, Choice& choice) {
  canonical_plays(round.situation(seat), plays_);
  if (plays_.empty()) return;
  const float cost = judgement.cost(split(judgement.hand())) - weights_.tear;
  for (const Combination& play : plays_) {
    const HandSplit& rest = split(judgement.hand() - play.cards);
    choice.consider(play, varied(judgement.rate(play, cost - judgement.cost(rest), rest)));
  }
}

Action LightPolicy::turn(const Round& round, Seat seat) {
  const LightJudgement judgement(round, seat, weights_);
  const Combination& table = round.table();
  Choice choice{std::nullopt, std::numeric_limits<float>::lowest()};
  if (is_natural(round.wish()) && wish_binds(judgement.hand(), table, round.wish())) {
    weigh_tearing(round, seat, judgement, choice);
  } else {
    if (!table.empty()) choice.score = varied(judgement.rate_pass());
    const bool fits = weigh_parts(round, split(judgement.hand()), judgement, choice);
    if (!fits && !table.empty() && judgement.owner() != Side::Partner) weigh_tearing(round, seat, judgement, choice);
  }
  if (!choice.play) return Action::pass();
  const bool may_wish = choice.play->cards.contains(Card::mahjong());
  return Action::play_cards(*choice.play, may_wish ? light_wish(judgement.hand(), judgement.unseen()) : Rank::None);
}

Action LightPolicy::bomb(const Round& round, Seat seat) {
  const LightJudgement judgement(round, seat, weights_);
  if (judgement.owner() == Side::Me) return Action::no_bomb();
  Choice choice{std::nullopt, varied(judgement.rate_pass())};
  weigh_tearing(round, seat, judgement, choice);
  return choice.play ? Action::play_cards(*choice.play) : Action::no_bomb();
}

}  // namespace tichu
