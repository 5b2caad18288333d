#pragma once

#include <cassert>

#include "engine/follow.h"
#include "engine/round.h"

// The moves that a search makes by the million, as templates over what becomes of the events, so that they can be
// compiled into its loop. Whoever does not count nanoseconds includes engine/round.h alone.

namespace tichu {

/// Takes no notice of events: for rounds without a history.
struct NoEvents {
  static constexpr bool Keeps = false;
};

/// Keeps events in a log, where they are filled in.
struct KeepEvents {
  static constexpr bool Keeps = true;
  EventLog& log;
  Event& add(EventKind kind, Seat seat) {
    Event& event = log.add();
    event.kind = kind;
    event.seat = seat;
    return event;
  }
};

template <typename Sink>
void Round::apply_to(Seat seat, const Action& action, Sink& sink) {
  act(seat, action, sink);
  advance(sink);
}

template <typename Sink>
void Round::act(Seat seat, const Action& action, [[maybe_unused]] Sink& sink) {
  assert(is_legal(seat, action));
  switch (action.kind) {
    case ActionKind::CallTichu:
      calls_[seat] = Call::Tichu;
      if constexpr (Sink::Keeps) sink.add(EventKind::Tichu, seat);
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
  if (phase_ == Phase::Playing && window_.empty() && everyone_passed()) close_trick(sink);
}

template <typename Sink>
void Round::play(Seat seat, const Action& action, [[maybe_unused]] Sink& sink) {
  const Combination& combination = action.play;
  if constexpr (Sink::Keeps) {
    Event& event = sink.add(EventKind::Play, seat);
    event.combination = combination;
    event.wish = action.wish;
    event.out_of_turn = window_.contains(seat);
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
  passes_left_ = static_cast<std::uint8_t>(others_in(seat));
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
void Round::pass(Seat seat, [[maybe_unused]] Sink& sink) {
  if constexpr (Sink::Keeps) sink.add(EventKind::Pass, seat);
  last_actor_ = seat;
  --passes_left_;
  if (!everyone_passed()) turn_ = next_in(seat);
  open_window();
}

template <typename Sink>
void Round::close_trick(Sink& sink) {
  if (table_.is_dragon()) {
    phase_ = Phase::GiveDragon;
  } else {
    take_trick(owner_, sink);
  }
}

template <typename Sink>
void Round::take_trick(Seat to, [[maybe_unused]] Sink& sink) {
  if constexpr (Sink::Keeps) {
    Event& event = sink.add(EventKind::TrickTaken, owner_);
    event.to = to;
    event.points = trick_points_;
  }
  won_[to] = static_cast<std::int16_t>(won_[to] + trick_points_);
  trick_points_ = 0;
  table_ = Combination{};
  passes_left_ = NoTrick;
  window_ = SeatSet::none();
  if (has_ended()) {
    phase_ = Phase::Over;
  } else {
    turn_ = is_in(owner_) ? owner_ : next_in(owner_);
  }
}

template <typename Sink>
void Round::advance(Sink& sink) {
  while (phase_ == Phase::Playing && window_.empty() && !turn_can_play()) {
    pass(turn_, sink);
    if (everyone_passed() && window_.empty()) close_trick(sink);
  }
  if (phase_ == Phase::GiveDragon && gift_choices().size() == 1) {
    give_dragon(gift_choices().first().seen_from(owner_), sink);
    advance(sink);
  }
}

}  // namespace tichu
