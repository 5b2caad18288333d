#pragma once

#include <cstdint>
#include <memory>

#include "engine/deal.h"
#include "engine/observer.h"
#include "engine/random_policy.h"
#include "engine/round.h"

namespace tichu::testing {

/// A random round with calls of nobody, watched by four observers.
class WatchedRound {
 public:
  WatchedRound(std::uint64_t index, const Rules& rules) : round_(deal(5, index), rules, log_) {
    for (const Seat seat : AllSeats) observers_[seat] = std::make_unique<Observer>(seat, rules, Points(0), Points(0));
    show();
  }

  bool is_over() const { return round_.is_over(); }
  Pending pending() const { return round_.pending(); }
  const Round& round() const { return round_; }
  const Observation& seen(Seat seat) const { return observers_[seat]->observation(); }

  void act(const Action& action) {
    round_.apply(pending().seats.first(), action, log_);
    show();
  }

  /// The hands of the others, by side of `me`.
  PerSide<CardSet> true_hands(Seat me) const {
    PerSide<CardSet> hands;
    for (const Side side : OtherSides) hands[side] = round_.hand(me.at(side));
    return hands;
  }

 private:
  void show() {
    for (; shown_ < log_.size(); ++shown_) {
      for (const Seat seat : AllSeats) {
        if (const auto visible = log_[shown_].seen_by(seat)) observers_[seat]->see(*visible);
      }
    }
  }

  EventLog log_;
  Round round_;
  PerSeat<std::unique_ptr<Observer>> observers_;
  int shown_ = 0;
};

/// Whether a decision belongs to the play, after the push.
inline bool is_play(Question question) {
  return question == Question::Turn || question == Question::Bomb || question == Question::GiveDragon;
}

/// Plays random rounds, by presets of the rules in turn, and calls `check` at each decision of the play.
template <typename Check>
void watch_rounds(int rounds, Check check) {
  RandomPolicy policy{Random(77)};
  for (int i = 0; i < rounds; ++i) {
    WatchedRound watched(static_cast<std::uint64_t>(i), presets()[static_cast<std::size_t>(i) % 5].rules);
    while (!watched.is_over()) {
      const Pending open = watched.pending();
      const Seat seat = open.seats.first();
      if (is_play(open.question)) check(watched, seat, open.question);
      watched.act(policy.action(watched.round(), seat, open.question));
    }
  }
}

}  // namespace tichu::testing
