#include "engine/observer.h"

namespace tichu {

Observer::Observer(Seat me, const Rules& rules, Points own_score, Points their_score) : me_(me), seen_{} {
  seen_.rules = rules;
  seen_.own_score = own_score.value();
  seen_.their_score = their_score.value();
  seen_.events = history_.data();
}

void Observer::see(const Event& event) {
  const Side who = event.seat.seen_from(me_);
  append(event, who);
  switch (event.kind) {
    case EventKind::Dealt:
      see_dealt(event.combination.cards);
      break;
    case EventKind::GrandTichu:
      seen_.calls[who] = Call::GrandTichu;
      break;
    case EventKind::Tichu:
      seen_.calls[who] = Call::Tichu;
      break;
    case EventKind::Push:
      see_push(event, who);
      break;
    case EventKind::Play:
      see_play(event, who);
      break;
    case EventKind::Pass:
      ++seen_.passes;
      go_to_next(who);
      break;
    case EventKind::TrickTaken:
      see_trick_taken(event, who);
      break;
    case EventKind::GiveDragon:
      break;
  }
}

void Observer::append(const Event& event, Side who) {
  SeenEvent& seen = history_.add();
  ++seen_.event_count;
  seen.kind = event.kind;
  seen.who = who;
  switch (event.kind) {
    case EventKind::Dealt:
      seen.combination.cards = event.combination.cards;
      break;
    case EventKind::Push:
      seen.push = event.push;
      break;
    case EventKind::Play:
      seen.wish = event.wish;
      seen.out_of_turn = event.out_of_turn;
      seen.combination = event.combination;
      break;
    case EventKind::TrickTaken:
    case EventKind::GiveDragon:
      seen.to = event.to.seen_from(me_);
      seen.points = event.points;
      break;
    default:
      break;
  }
}

void Observer::see_dealt(CardSet cards) {
  if (seen_.hand.empty()) {
    seen_.first_eight = cards;
  } else {
    seen_.stage = Stage::BeforePush;
  }
  seen_.hand |= cards;
  for (const Side side : AllSides) seen_.hand_size[side] = static_cast<std::uint8_t>(seen_.hand.size());
}

void Observer::see_push(const Event& event, Side who) {
  if (who == Side::Me) {
    seen_.given = event.push;
    for (const Card card : event.push.cards) seen_.hand.erase(card);
  } else {
    const Card card = event.push.to(me_.seen_from(event.seat));
    seen_.received.to(who) = card;
    seen_.hand.insert(card);
  }
  ++pushes_seen_;
  if (pushes_seen_ < AllSeats.size()) return;
  seen_.stage = Stage::Play;
  seen_.to_act = Side::Me;
}

void Observer::see_play(const Event& event, Side who) {
  const Combination& play = event.combination;
  if (who == Side::Me) seen_.hand -= play.cards;
  seen_.played[who] |= play.cards;
  seen_.hand_size[who] = static_cast<std::uint8_t>(seen_.hand_size[who] - play.cards.size());
  if (play.fulfils(seen_.wish)) seen_.wish = Rank::None;
  if (event.wish != Rank::None) seen_.wish = event.wish;
  seen_.passes = 0;
  if (seen_.hand_size[who] == 0) see_out(event.seat, who);
  if (play.is_dog()) {
    go_to_next(event.seat.next().seen_from(me_));
    return;
  }
  seen_.table = play;
  seen_.table_owner = who;
  seen_.trick_cards |= play.cards;
  seen_.trick_points = static_cast<std::int16_t>(seen_.trick_points + play.cards.points().value());
  go_to_next(who);
}

void Observer::see_out(Seat seat, Side who) {
  seen_.out[seen_.out_count++] = who;
  const bool double_victory = seen_.out_count == 2 && seat.partner().seen_from(me_) == seen_.out[0];
  if (double_victory || seen_.out_count == 3) seen_.stage = Stage::Over;
}

void Observer::see_trick_taken(const Event& event, Side who) {
  const Side to = event.to.seen_from(me_);
  seen_.won[to] = static_cast<std::int16_t>(seen_.won[to] + event.points);
  seen_.table = Combination{};
  seen_.trick_cards = CardSet();
  seen_.trick_points = 0;
  seen_.passes = 0;
  if (seen_.hand_size[who] > 0) {
    seen_.to_act = who;
  } else {
    go_to_next(who);
  }
}

void Observer::go_to_next(Side after) {
  int side = static_cast<int>(after);
  for (int i = 0; i < 4; ++i) {
    side = (side + 1) % 4;
    if (seen_.hand_size[static_cast<Side>(side)] > 0) break;
  }
  seen_.to_act = static_cast<Side>(side);
}

}  // namespace tichu
