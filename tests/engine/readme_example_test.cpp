// The example of engine/README.md, as it stands there.
#include <gtest/gtest.h>

#include "engine/notation.h"
#include "engine/observer.h"
#include "engine/plays.h"
#include "engine/round.h"

namespace tichu {
namespace {

TEST(ReadmeExample, PlaysARoundWithTheFirstLegalPlay) {
  int decisions = 0;

  EventLog log;
  Round round(deal(42, 0), *preset("standard"), log);
  PlayList plays;
  while (!round.is_over()) {
    const Pending pending = round.pending();
    const Seat seat = pending.seats.first();
    const CardSet hand = round.hand(seat);
    ++decisions;
    if (pending.question == Question::GrandTichu) {
      round.apply(seat, Action::no_grand_tichu(), log);
    } else if (pending.question == Question::Push) {
      auto card = hand.begin();
      const Card right = *card;
      const Card partner = *++card;
      const Card left = *++card;
      round.apply(seat, Action::push_cards(right, partner, left), log);
    } else if (pending.question == Question::GiveDragon) {
      const bool right = round.is_legal(seat, Action::give_dragon(Side::Right));
      round.apply(seat, Action::give_dragon(right ? Side::Right : Side::Left), log);
    } else if (pending.question == Question::Bomb) {
      round.apply(seat, Action::no_bomb(), log);
    } else {
      canonical_plays(round.situation(seat), plays);
      round.apply(seat, plays.empty() ? Action::pass() : Action::play_cards(plays[0]), log);
    }
  }
  const RoundResult result = round.result();

  EXPECT_GT(decisions, 8);
  const Points counted = result.cards[Team::A] + result.cards[Team::B];
  EXPECT_EQ(counted, result.double_victory ? Points(0) : Points(100));
}

}  // namespace
}  // namespace tichu
