#include "engine/round.h"

#include <bit>
#include <cassert>
#include <utility>

#include "engine/follow.h"

namespace tichu {
namespace {

/// Takes no notice of events: for rounds without a history.
struct NoEvents {
  static constexpr bool Keeps = false;
  void add(const Event&) {}
};

/// Keeps events in a log.
struct KeepEvents {
  static constexpr bool Keeps = true;
  EventLog& log;
  void add(const Event& event) { log.add(event); }
};

constexpr Points DoubleVictory{200};
constexpr Points TichuValue{100};
constexpr Points GrandTichuValue{200};

Points value_of(Call call) {
  if (call == Call::None) return Points(0);
  return call == Call::Tichu ? TichuValue : GrandTichuValue;
}

Event event_of(EventKind kind, Seat seat) {
  Event event;
  event.kind = kind;
  event.seat = seat;
  return event;
}

Event dealt(Seat seat, CardSet cards) {
  Event event = event_of(EventKind::Dealt, seat);
  event.combination.cards = cards;
  return event;
}

constexpr Legality NotAsked{"6.2", "no such answer is awaited from this seat now"};

}  // namespace

template <typename Sink>
void Round::start(const Deal& deal, Sink& sink) {
  assert(deal.is_complete());
  for (const Seat seat : AllSeats) {
    hands_[seat] = deal.first_eight(seat);
    later_six_[seat] = deal.last_six(seat);
    if constexpr (Sink::Keeps) sink.add(dealt(seat, hands_[seat]));
  }
}

Round::Round(const Deal& deal, const Rules& rules) : rules_(rules) {
  NoEvents sink;
  start(deal, sink);
}

Round::Round(const Deal& deal, const Rules& rules, EventLog& log) : rules_(rules) {
  KeepEvents sink{log};
  start(deal, sink);
}

Round::Round(const Position& position)
    : hands_(position.hands),
      table_(position.table),
      won_(position.won),
      rules_(position.rules),
      calls_(position.calls),
      out_(position.out),
      out_count_(static_cast<std::uint8_t>(position.out_count)),
      trick_points_(static_cast<std::int16_t>(position.trick_points)),
      passes_(static_cast<std::uint8_t>(position.passes)),
      has_played_(position.has_played),
      owner_(position.owner),
      last_actor_(position.last_actor),
      turn_(position.to_act),
      wish_(position.wish),
      phase_(position.decision == DecisionKind::GiveDragon ? Phase::GiveDragon : Phase::Playing) {
  for (const Seat seat : AllSeats) {
    if (hands_[seat].empty()) in_.erase(seat);
    if (holds_bomb(hands_[seat], {})) bomb_holders_.insert(seat);
  }
  if (position.decision != DecisionKind::Bomb) return;
  all_passed_ = has_everyone_passed();
  turn_ = next_in(last_actor_);
  open_window();
  for (Seat seat = last_actor_.next(); seat != position.to_act; seat = seat.next()) window_.erase(seat);
}

SeatSet Round::grand_tichu_pending() const {
  if (rules_.partners_may_both_call_grand) return SeatSet::all() - answered_;
  for (const Seat seat : AllSeats) {  // RULES 3.2: one after another
    if (!answered_.contains(seat) && !grand_callers_.contains(seat.partner())) return seat;
  }
  return SeatSet::none();
}

Pending Round::pending_apart_from_turns() const {
  switch (phase_) {
    case Phase::GrandTichu:
      return {DecisionKind::GrandTichu, grand_tichu_pending()};
    case Phase::Push:
      return {DecisionKind::Push, SeatSet::all() - answered_};
    case Phase::Playing: {
      Seat seat = last_actor_.next();
      while (!window_.contains(seat)) seat = seat.next();
      return {DecisionKind::Bomb, seat};
    }
    case Phase::GiveDragon:
      return {DecisionKind::GiveDragon, owner_};
    case Phase::Over:
      break;
  }
  return {DecisionKind::Turn, SeatSet::none()};
}

bool Round::may_call_tichu(Seat seat) const { return judge_tichu(seat).ok(); }

Legality Round::judge_tichu(Seat seat) const {
  if (calls_[seat] != Call::None) return {"3.3", "the seat has called already"};
  if (phase_ == Phase::GrandTichu) return {"3.3", "Tichu cannot be called before the ninth card"};
  if (phase_ == Phase::Push && !rules_.tichu_before_push) return {"3.3", "Tichu cannot be called before the push"};
  if (phase_ == Phase::Over || out_count_ > 0) return {"3.3", "Tichu cannot be called once a seat is out"};
  if (has_played_.contains(seat)) return {"3.3", "Tichu must be called before the seat's first card"};
  return Legality::legal();
}

Legality Round::judge_push(Seat seat, const PushedCards& push) const {
  CardSet given;
  for (const Card card : push.cards) {
    if (!card.is_card() || !hands_[seat].contains(card)) return {"3.4", "the seat does not hold a card that it pushes"};
    given.insert(card);
  }
  if (given.size() != 3) return {"3.4", "a push gives three different cards, one to each other seat"};
  return Legality::legal();
}

SeatSet Round::gift_choices() const {
  const SeatSet opponents = SeatSet(owner_.next()) | owner_.next().partner();
  return rules_.dragon_only_to_seat_with_cards ? opponents & seats_in() : opponents;
}

Legality Round::judge_gift(Side to) const {
  if (to != Side::Right && to != Side::Left) return {"7.6", "the Dragon's trick goes to an opponent"};
  if (!gift_choices().contains(owner_.at(to))) return {"7.6", "the Dragon's trick cannot go to a seat that is out"};
  return Legality::legal();
}

Legality Round::judge(Seat seat, const Action& action) const {
  switch (action.kind) {
    case ActionKind::CallTichu:
      return judge_tichu(seat);
    case ActionKind::CallGrandTichu:
    case ActionKind::NoGrandTichu:
      if (phase_ == Phase::GrandTichu && grand_tichu_pending().contains(seat)) return Legality::legal();
      return {"3.2", "the seat is not asked for Grand Tichu now"};
    case ActionKind::Push:
      if (phase_ != Phase::Push || answered_.contains(seat)) return {"3.4", "no push is awaited from the seat now"};
      return judge_push(seat, action.push);
    case ActionKind::Play:
      if (phase_ != Phase::Playing) return NotAsked;
      if (window_.contains(seat)) return judge_play(situation(seat), action.play, action.wish);
      if (seat != turn_ || all_passed_ || !window_.empty())
        return {"6.4", "it is not the seat's turn, and it may not bomb now"};
      return judge_play(situation(seat), action.play, action.wish);
    case ActionKind::Pass:
      if (phase_ != Phase::Playing || seat != turn_ || !window_.empty()) return NotAsked;
      return judge_pass(situation(seat));
    case ActionKind::NoBomb:
      if (phase_ == Phase::Playing && window_.contains(seat)) return Legality::legal();
      return {"6.4", "the seat is not asked for a bomb now"};
    case ActionKind::GiveDragon:
      if (phase_ != Phase::GiveDragon || seat != owner_) return {"7.6", "the seat has no Dragon's trick to give"};
      return judge_gift(action.give_to);
  }
  return NotAsked;
}

template <typename Sink>
void Round::act(Seat seat, const Action& action, Sink& sink) {
  assert(is_legal(seat, action));
  switch (action.kind) {
    case ActionKind::CallTichu:
      calls_[seat] = Call::Tichu;
      sink.add(event_of(EventKind::Tichu, seat));
      break;
    case ActionKind::CallGrandTichu:
    case ActionKind::NoGrandTichu:
      answer_grand_tichu(seat, action.kind == ActionKind::CallGrandTichu, sink);
      break;
    case ActionKind::Push:
      answer_push(seat, action.push, sink);
      break;
    case ActionKind::Play:
      play(seat, action, sink);
      break;
    case ActionKind::Pass:
      pass(seat, sink);
      break;
    case ActionKind::NoBomb:
      window_.erase(seat);
      break;
    case ActionKind::GiveDragon:
      give_dragon(action.give_to, sink);
      break;
  }
  if (phase_ == Phase::Playing && window_.empty() && all_passed_) close_trick(sink);
}

template <typename Sink>
void Round::answer_grand_tichu(Seat seat, bool call, Sink& sink) {
  answered_.insert(seat);
  if (call) grand_callers_.insert(seat);
  const bool public_at_once = !rules_.partners_may_both_call_grand;
  const bool all_in = grand_tichu_pending().empty();
  if (call && public_at_once) sink.add(event_of(EventKind::GrandTichu, seat));
  if (call && public_at_once) calls_[seat] = Call::GrandTichu;
  if (!all_in) return;
  for (const Seat caller : AllSeats) {
    if (!grand_callers_.contains(caller) || public_at_once) continue;
    calls_[caller] = Call::GrandTichu;
    sink.add(event_of(EventKind::GrandTichu, caller));
  }
  deal_six(sink);
}

template <typename Sink>
void Round::deal_six(Sink& sink) {
  for (const Seat seat : AllSeats) {
    hands_[seat] |= later_six_[seat];
    if constexpr (Sink::Keeps) sink.add(dealt(seat, later_six_[seat]));
  }
  answered_ = SeatSet::none();
  phase_ = Phase::Push;
}

template <typename Sink>
void Round::answer_push(Seat seat, const PushedCards& push, Sink& sink) {
  pushes_[seat] = push;
  answered_.insert(seat);
  if (answered_ != SeatSet::all()) return;
  for (const Seat giver : AllSeats) {
    for (const Side side : {Side::Right, Side::Partner, Side::Left}) {
      const Card card = pushes_[giver].to(side);
      hands_[giver].erase(card);
      hands_[giver.at(side)].insert(card);
    }
    if constexpr (Sink::Keeps) {
      Event event = event_of(EventKind::Push, giver);
      event.push = pushes_[giver];
      sink.add(event);
    }
  }
  for (const Seat holder : AllSeats) {
    if (hands_[holder].contains(Card::mahjong())) turn_ = holder;
    if (holds_bomb(hands_[holder], {})) bomb_holders_.insert(holder);
  }
  phase_ = Phase::Playing;
}

template <typename Sink>
void Round::play(Seat seat, const Action& action, Sink& sink) {
  const Combination& combination = action.play;
  if constexpr (Sink::Keeps) {
    Event event = event_of(EventKind::Play, seat);
    event.combination = combination;
    event.wish = action.wish;
    event.out_of_turn = window_.contains(seat);
    sink.add(event);
  }
  hands_[seat] -= combination.cards;
  has_played_.insert(seat);
  if (combination.fulfils(wish_)) wish_ = Rank::None;
  if (action.wish != Rank::None) wish_ = action.wish;
  if (bomb_holders_.contains(seat) && !holds_bomb(hands_[seat], {})) bomb_holders_.erase(seat);
  const bool is_out = hands_[seat].empty();
  if (is_out) go_out(seat);
  owner_ = seat;
  last_actor_ = seat;
  passes_ = 0;
  all_passed_ = false;
  window_ = SeatSet::none();
  if (combination.is_dog()) {
    if (is_out && has_ended()) {
      phase_ = Phase::Over;
    } else {
      turn_ = is_in(seat.partner()) ? seat.partner() : next_in(seat.partner());
    }
    return;
  }
  table_ = combination;
  trick_points_ = static_cast<std::int16_t>(trick_points_ + combination.cards.points().value());
  if (is_out && has_ended()) {
    if (is_double_victory()) {
      phase_ = Phase::Over;
    } else {
      close_trick(sink);  // RULES 6.6: the third seat out takes the trick
    }
    return;
  }
  turn_ = next_in(seat);
  open_window();
}

template <typename Sink>
void Round::pass(Seat seat, Sink& sink) {
  sink.add(event_of(EventKind::Pass, seat));
  last_actor_ = seat;
  ++passes_;
  all_passed_ = has_everyone_passed();
  if (!all_passed_) turn_ = next_in(seat);
  open_window();
}

void Round::open_window_to_holders() {
  for (const Seat seat : AllSeats) {
    const bool has_turn = !all_passed_ && seat == turn_;
    if (!has_turn && bomb_holders_.contains(seat) && holds_bomb(hands_[seat], table_)) window_.insert(seat);
  }
}

template <typename Sink>
void Round::close_trick(Sink& sink) {
  all_passed_ = false;
  if (table_.is_dragon()) {
    phase_ = Phase::GiveDragon;
  } else {
    take_trick(owner_, sink);
  }
}

template <typename Sink>
void Round::give_dragon(Side to, Sink& sink) {
  const Seat receiver = owner_.at(to);
  Event event = event_of(EventKind::GiveDragon, owner_);
  event.to = receiver;
  sink.add(event);
  phase_ = Phase::Playing;
  take_trick(receiver, sink);
}

template <typename Sink>
void Round::take_trick(Seat to, Sink& sink) {
  if constexpr (Sink::Keeps) {
    Event event = event_of(EventKind::TrickTaken, owner_);
    event.to = to;
    event.points = trick_points_;
    sink.add(event);
  }
  won_[to] = static_cast<std::int16_t>(won_[to] + trick_points_);
  trick_points_ = 0;
  table_ = Combination{};
  passes_ = 0;
  window_ = SeatSet::none();
  if (has_ended()) {
    phase_ = Phase::Over;
  } else {
    turn_ = is_in(owner_) ? owner_ : next_in(owner_);
  }
}

void Round::go_out(Seat seat) {
  in_.erase(seat);
  out_[out_count_] = seat;
  ++out_count_;
}

bool Round::is_double_victory() const { return out_count_ == 2 && out_[0].team() == out_[1].team(); }

bool Round::has_ended() const { return out_count_ == 3 || is_double_victory(); }

template <typename Sink>
void Round::advance(Sink& sink) {
  while (phase_ == Phase::Playing && window_.empty() && !turn_can_play()) {
    pass(turn_, sink);
    if (all_passed_ && window_.empty()) close_trick(sink);
  }
  if (phase_ == Phase::GiveDragon && gift_choices().size() == 1) {
    give_dragon(gift_choices().first().seen_from(owner_), sink);
    advance(sink);
  }
}

void Round::apply(Seat seat, const Action& action) {
  NoEvents sink;
  act(seat, action, sink);
  advance(sink);
}

void Round::apply(Seat seat, const Action& action, EventLog& log) {
  KeepEvents sink{log};
  act(seat, action, sink);
  advance(sink);
}

void Round::step(Seat seat, const Action& action, EventLog& log) {
  KeepEvents sink{log};
  act(seat, action, sink);
}

RoundResult Round::result() const {
  assert(is_over());
  RoundResult result;
  result.out_count = out_count_;
  for (int i = 0; i < out_count_; ++i) result.out[static_cast<std::size_t>(i)] = out_[static_cast<std::size_t>(i)];
  result.double_victory = is_double_victory();
  const Seat first = out_[0];
  if (result.double_victory) {
    result.score[first.team()] = DoubleVictory;
  } else {
    for (const Seat seat : AllSeats) {
      const Seat owner = is_in(seat) ? first : seat;  // RULES 8.2: the last seat's tricks
      result.cards[owner.team()] += Points(won_[seat]);
      result.cards[opponent(seat.team())] += hands_[seat].points();
    }
    result.score = result.cards;
  }
  for (const Seat seat : AllSeats) {
    const Points value = value_of(calls_[seat]);
    result.score[seat.team()] += seat == first ? value : -value;
  }
  return result;
}

}  // namespace tichu
