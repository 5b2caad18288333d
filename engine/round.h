#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/action.h"
#include "engine/deal.h"
#include "engine/event.h"
#include "engine/follow.h"
#include "engine/legality.h"
#include "engine/observation.h"
#include "engine/position.h"
#include "engine/question.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace tichu {

/// What is open: one question (never Tichu, which no seat has to answer), and the seats whose answers are awaited.
/// Several seats at once only for Grand Tichu and the push, whose answers stay hidden until all are in. No seats: the
/// round is over.
struct Pending {
  Question question = Question::Turn;
  SeatSet seats;
};

/// How a round ended (RULES 8).
struct RoundResult {
  std::array<Seat, 4> out{};  ///< the seats in the order in which they went out; `out_count` are valid
  int out_count = 0;
  bool double_victory = false;
  PerTeam<Points> cards;  ///< points of tricks and hands; 0 and 0 in a double victory
  PerTeam<Points> score;  ///< what each team gets, calls included
  friend bool operator==(const RoundResult&, const RoundResult&) = default;
};

/// One round, from the deal to its end: the referee. A small value without history and without heap: copying one is how
/// a search branches. Events are added to the log that is passed in; without one none are made.
///
/// What every move of a search runs through is inline: the queries here, the moves as templates in round_inl.h, for
/// playout.h and whoever else makes millions. round.cpp has the rest, and `apply` and `step` for all others.
class Round {
 public:
  /// `deal` must be complete. The four deals of eight cards go to the sink.
  Round(const Deal& deal, const Rules& rules);
  Round(const Deal& deal, const Rules& rules, EventLog& log);
  /// Goes on from a position in the play; its cards must be consistent with its counts (not checked).
  explicit Round(const Position& position);

  /// The open decisions; stable until the next action.
  Pending pending() const {
    if (phase_ == Phase::Playing && window_.empty()) return {Question::Turn, turn_};
    return pending_apart_from_turns();
  }
  bool is_over() const { return phase_ == Phase::Over; }

  /// The verdict on an action by a seat now. An action that answers no open decision of the seat is illegal, but
  /// for CallTichu, which any entitled seat may do between two events (RULES 3.3). While a bomb window is open every
  /// seat in it may bomb or refuse, not only the next one that pending() names: records leave refusals out.
  Legality judge(Seat seat, const Action& action) const;
  bool is_legal(Seat seat, const Action& action) const { return judge(seat, action).ok(); }

  /// Does a legal action (asserted) and goes on to the next point where a seat has a real choice: passes that are
  /// forced are made and recorded, and so is the gift of the Dragon if only one seat can get it.
  void apply(Seat seat, const Action& action);
  void apply(Seat seat, const Action& action, EventLog& log);

  /// As apply, with the events going to a sink; defined in engine/round_inl.h.
  template <typename Sink>
  void apply_to(Seat seat, const Action& action, Sink& sink);

  /// As apply, but stops after this action: forced passes stay open decisions, and so do forced gifts. For replaying
  /// records, where a call may stand between two forced passes.
  void step(Seat seat, const Action& action, EventLog& log);

  const Rules& rules() const { return rules_; }
  CardSet hand(Seat seat) const { return hands_[seat]; }
  const Combination& table() const { return table_; }
  /// Who played the table's combination; meaningless on an empty table.
  Seat table_owner() const { return owner_; }
  /// Points on the table.
  int trick_points() const { return trick_points_; }
  /// Passes in a row since the last play; 0 on an empty table.
  int passes() const { return table_.empty() ? 0 : others_in(owner_) - passes_left_; }
  Rank wish() const { return wish_; }
  Call call(Seat seat) const { return calls_[seat]; }
  /// The seats that have cards (before the push: all).
  SeatSet seats_in() const { return in_; }
  bool may_call_tichu(Seat seat) const;
  /// What lies before `seat` if it plays, passes or bombs now.
  PlayQuery situation(Seat seat) const {
    return {hands_[seat], table_, wish_, window_.contains(seat) || seat != turn_ || everyone_passed(),
            rules_.bomb_ignores_wish};
  }
  /// The result; only when the round is over.
  RoundResult result() const;
  /// Equal are rounds that stand the same in everything, the hidden and what no longer matters included.
  friend bool operator==(const Round&, const Round&) = default;

 private:
  enum class Phase : std::uint8_t { GrandTichu, Push, Playing, GiveDragon, Over };

  template <typename Sink>
  void start(const Deal& deal, Sink& sink);
  template <typename Sink>
  void act(Seat seat, const Action& action, Sink& sink);
  template <typename Sink>
  void advance(Sink& sink);
  template <typename Sink>
  void announce_grand_tichu(Seat seat, Sink& sink);
  template <typename Sink>
  void answer_grand_tichu(Seat seat, bool call, Sink& sink);
  template <typename Sink>
  void deal_six(Sink& sink);
  template <typename Sink>
  void answer_push(Seat seat, const PushedCards& push, Sink& sink);
  template <typename Sink>
  void play(Seat seat, const Action& action, Sink& sink);
  template <typename Sink>
  void pass(Seat seat, Sink& sink);
  template <typename Sink>
  void close_trick(Sink& sink);
  template <typename Sink>
  void take_trick(Seat to, Sink& sink);
  template <typename Sink>
  void give_dragon(Side to, Sink& sink);

  Pending pending_apart_from_turns() const;
  Legality judge_push(Seat seat, const PushedCards& push) const;
  Legality judge_tichu(Seat seat) const;
  Legality judge_gift(Side to) const;
  SeatSet grand_tichu_pending() const;
  SeatSet gift_choices() const;
  bool is_in(Seat seat) const { return in_.contains(seat); }
  /// The next seat after one that has cards.
  Seat next_in(Seat after) const {
    const auto twice_around = static_cast<unsigned>(in_.bits() | in_.bits() << 4);
    return after.at(static_cast<Side>((std::countr_zero(twice_around >> (after.number() + 1)) + 1) & 3));
  }
  /// Whether the seat whose turn it is has a choice besides passing.
  bool turn_can_play() const {
    if (table_.empty() || can_follow(hands_[turn_], table_)) return true;
    return bomb_holders_.contains(turn_) && holds_bomb(hands_[turn_], table_);
  }
  /// Whether all have passed, so that the trick is about to be collected.
  bool everyone_passed() const { return passes_left_ == 0; }
  /// How many seats besides one have cards.
  int others_in(Seat seat) const { return (in_ - seat).size(); }
  /// Gives every seat with a bomb that beats the table, but for the one whose turn it is, the chance to play it.
  void open_window() {
    window_ = SeatSet::none();
    if (!bomb_holders_.empty()) open_window_to_holders();
  }
  void open_window_to_holders();
  void go_out(Seat seat) {
    in_.erase(seat);
    out_[out_count_] = seat;
    ++out_count_;
  }
  bool is_double_victory() const { return out_count_ == 2 && out_[0].team() == out_[1].team(); }
  bool has_ended() const { return out_count_ == 3 || is_double_victory(); }

  /// `passes_left_` on an empty table: more than can follow.
  static constexpr std::uint8_t NoTrick = 4;

  PerSeat<CardSet> hands_;      ///< until Grand Tichu is decided: the first eight
  PerSeat<CardSet> later_six_;  ///< the other six
  Combination table_;
  PerSeat<PushedCards> pushes_;
  PerSeat<std::int16_t> won_;  ///< points of the tricks that count for each seat
  Rules rules_;
  PerSeat<Call> calls_;
  std::array<Seat, 4> out_{};
  std::uint8_t out_count_ = 0;
  std::int16_t trick_points_ = 0;
  std::uint8_t passes_left_ = NoTrick;  ///< how many more passes in a row end the trick
  SeatSet answered_;                    ///< Grand Tichu or push: whose answer is in
  SeatSet grand_callers_;               ///< hidden until all answers are in
  SeatSet bomb_holders_;                ///< who holds a bomb, whatever lies on the table
  SeatSet window_;                      ///< who may still bomb out of turn before play goes on (RULES 6.4)
  SeatSet has_played_;
  SeatSet in_ = SeatSet::all();  ///< who has cards
  Seat owner_;                   ///< who played `table_`
  Seat last_actor_;              ///< who played or passed last
  Seat turn_;
  Rank wish_ = Rank::None;
  Phase phase_ = Phase::GrandTichu;
};
/// Without a history a round stays small enough to be copied at every node of a search.
static_assert(sizeof(Round) <= 256);

}  // namespace tichu
