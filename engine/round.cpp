#include "engine/round.h"

#include <cassert>

#include "engine/round_inl.h"

namespace tichu {
namespace {

constexpr Points DoubleVictory{200};
constexpr Points TichuValue{100};
constexpr Points GrandTichuValue{200};

Points value_of(Call call) {
  if (call == Call::None) return Points(0);
  return call == Call::Tichu ? TichuValue : GrandTichuValue;
}

constexpr Legality NotAsked{"6.2", "no such answer is awaited from this seat now"};

}  // namespace

template <typename Sink>
void Round::start(const Deal& deal, [[maybe_unused]] Sink& sink) {
  assert(deal.is_complete());
  for (const Seat seat : AllSeats) {
    hands_[seat] = deal.first_eight(seat);
    later_six_[seat] = deal.last_six(seat);
    if constexpr (Sink::Keeps) sink.add(EventKind::Dealt, seat).combination.cards = hands_[seat];
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
      has_played_(position.has_played),
      owner_(position.owner),
      last_actor_(position.last_actor),
      turn_(position.to_act),
      wish_(position.wish),
      phase_(position.asked == Question::GiveDragon ? Phase::GiveDragon : Phase::Playing) {
  for (const Seat seat : AllSeats) {
    if (hands_[seat].empty()) in_.erase(seat);
    if (holds_bomb(hands_[seat], {})) bomb_holders_.insert(seat);
  }
  if (!table_.empty()) passes_left_ = static_cast<std::uint8_t>(others_in(owner_) - position.passes);
  if (position.asked != Question::Bomb) return;
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
      return {Question::GrandTichu, grand_tichu_pending()};
    case Phase::Push:
      return {Question::Push, SeatSet::all() - answered_};
    case Phase::Playing: {
      Seat seat = last_actor_.next();
      while (!window_.contains(seat)) seat = seat.next();
      return {Question::Bomb, seat};
    }
    case Phase::GiveDragon:
      return {Question::GiveDragon, owner_};
    case Phase::Over:
      break;
  }
  return {Question::Turn, SeatSet::none()};
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
      if (seat != turn_ || everyone_passed() || !window_.empty())
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
void Round::announce_grand_tichu(Seat seat, [[maybe_unused]] Sink& sink) {
  calls_[seat] = Call::GrandTichu;
  if constexpr (Sink::Keeps) sink.add(EventKind::GrandTichu, seat);
}

template <typename Sink>
void Round::answer_grand_tichu(Seat seat, bool call, Sink& sink) {
  answered_.insert(seat);
  if (call) grand_callers_.insert(seat);
  const bool public_at_once = !rules_.partners_may_both_call_grand;
  const bool all_in = grand_tichu_pending().empty();
  if (call && public_at_once) announce_grand_tichu(seat, sink);
  if (!all_in) return;
  for (const Seat caller : AllSeats) {
    if (!grand_callers_.contains(caller) || public_at_once) continue;
    announce_grand_tichu(caller, sink);
  }
  deal_six(sink);
}

template <typename Sink>
void Round::deal_six([[maybe_unused]] Sink& sink) {
  for (const Seat seat : AllSeats) {
    hands_[seat] |= later_six_[seat];
    if constexpr (Sink::Keeps) sink.add(EventKind::Dealt, seat).combination.cards = later_six_[seat];
  }
  answered_ = SeatSet::none();
  phase_ = Phase::Push;
}

template <typename Sink>
void Round::answer_push(Seat seat, const PushedCards& push, [[maybe_unused]] Sink& sink) {
  pushes_[seat] = push;
  answered_.insert(seat);
  if (answered_ != SeatSet::all()) return;
  for (const Seat giver : AllSeats) {
    for (const Side side : OtherSides) {
      const Card card = pushes_[giver].to(side);
      hands_[giver].erase(card);
      hands_[giver.at(side)].insert(card);
    }
    if constexpr (Sink::Keeps) sink.add(EventKind::Push, giver).push = pushes_[giver];
  }
  for (const Seat holder : AllSeats) {
    if (hands_[holder].contains(Card::mahjong())) turn_ = holder;
    if (holds_bomb(hands_[holder], {})) bomb_holders_.insert(holder);
  }
  phase_ = Phase::Playing;
}

template <typename Sink>
void Round::give_dragon(Side to, Sink& sink) {
  const Seat receiver = owner_.at(to);
  if constexpr (Sink::Keeps) sink.add(EventKind::GiveDragon, owner_).to = receiver;
  phase_ = Phase::Playing;
  take_trick(receiver, sink);
}

// The rare moves are compiled here, for both sinks; the others in every loop that makes them.
template void Round::answer_grand_tichu(Seat, bool, NoEvents&);
template void Round::answer_grand_tichu(Seat, bool, KeepEvents&);
template void Round::answer_push(Seat, const PushedCards&, NoEvents&);
template void Round::answer_push(Seat, const PushedCards&, KeepEvents&);
template void Round::give_dragon(Side, NoEvents&);
template void Round::give_dragon(Side, KeepEvents&);

void Round::open_window_to_holders() {
  for (const Seat seat : AllSeats) {
    const bool has_turn = !everyone_passed() && seat == turn_;
    if (!has_turn && bomb_holders_.contains(seat) && holds_bomb(hands_[seat], table_)) window_.insert(seat);
  }
}

void Round::apply(Seat seat, const Action& action) {
  NoEvents sink;
  apply_to(seat, action, sink);
}

void Round::apply(Seat seat, const Action& action, EventLog& log) {
  KeepEvents sink{log};
  apply_to(seat, action, sink);
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
