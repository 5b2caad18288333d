#include "arena/hosting/check/sparring_player.h"

#include <array>

namespace tichu::arena {
namespace {

/// One in so many: often enough that every bot meets calls, seldom enough that most rounds are played without.
constexpr std::uint32_t GrandTichuOneIn = 8;
constexpr std::uint32_t TichuOneIn = 16;

}  // namespace

tl::expected<TimedAnswer, Fault> SparringPlayer::ask(Question question, const Observation& seen,
                                                     std::chrono::milliseconds /*limit*/) {
  TimedAnswer answer;
  switch (question) {
    case Question::GrandTichu:
      answer.call = one_in(GrandTichuOneIn);
      answer.action = answer.call ? Action::call_grand_tichu() : Action::no_grand_tichu();
      break;
    case Question::Tichu:
      answer.call = one_in(TichuOneIn);
      answer.action = Action::call_tichu();
      break;
    case Question::Push:
      answer.action = push(seen.hand);
      break;
    case Question::Turn:
      answer.call = seen.may_call_tichu() && one_in(TichuOneIn);
      answer.action = turn(seen);
      break;
    case Question::Bomb:
      answer.action = bomb(seen);
      break;
    case Question::GiveDragon:
      answer.action = Action::give_dragon(gift(seen));
      break;
  }
  return answer;
}

Action SparringPlayer::push(CardSet hand) {
  std::array<Card, 3> pushed;
  for (Card& card : pushed) {
    auto chosen = hand.begin();
    for (std::uint32_t skip = random_.below(static_cast<std::uint32_t>(hand.size())); skip > 0; --skip) ++chosen;
    card = *chosen;
    hand.erase(card);
  }
  return Action::push_cards(pushed[0], pushed[1], pushed[2]);
}

Action SparringPlayer::turn(const Observation& seen) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  const bool passes = plays_.may_pass() && random_.below(static_cast<std::uint32_t>(plays_.size()) + 1) == 0;
  if (plays_.empty() || passes) return Action::pass();
  const Combination* play = &any_of(plays_);
  for (const Combination& other : plays_) {
    if (other.cards.contains(Card::mahjong()) && !one_in(4)) play = &other;
  }
  return Action::play_cards(*play, play->cards.contains(Card::mahjong()) ? wish(seen) : Rank::None);
}

Action SparringPlayer::bomb(const Observation& seen) {
  canonical_plays(PlayQuery::bomb(seen), plays_);
  if (plays_.empty() || one_in(2)) return Action::no_bomb();
  return Action::play_cards(any_of(plays_));
}

Side SparringPlayer::gift(const Observation& seen) {
  if (seen.rules.dragon_only_to_seat_with_cards) {
    if (seen.hand_size[Side::Right] == 0) return Side::Left;
    if (seen.hand_size[Side::Left] == 0) return Side::Right;
  }
  return one_in(2) ? Side::Right : Side::Left;
}

Rank SparringPlayer::wish(const Observation& seen) {
  const CardSet unseen = seen.unseen();
  auto rank = static_cast<Rank>(LowestNatural + static_cast<int>(random_.below(13)));
  for (int tries = 0; tries < 13 && !unseen.intersects(CardSet::of_rank(rank)); ++tries) {
    rank = rank == Rank::Ace ? Rank::Two : static_cast<Rank>(number(rank) + 1);
  }
  return rank;
}

const Combination& SparringPlayer::any_of(const PlayList& plays) {
  return plays[static_cast<int>(random_.below(static_cast<std::uint32_t>(plays.size())))];
}

}  // namespace tichu::arena
