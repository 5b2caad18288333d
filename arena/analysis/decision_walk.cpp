#include "arena/analysis/decision_walk.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/observer.h"
#include "engine/record.h"

namespace tichu::arena {
namespace {

Answer answer_with(const Action& action, bool call = false) {
  Answer answer;
  answer.call = call;
  answer.action = action;
  return answer;
}

/// Plays a record that is known to be legal, and stops at each decision on the way.
class Walk {
 public:
  Walk(const Record& record, const DecisionVisitor& visit, const EventVisitor& tell)
      : record_(record),
        visit_(visit),
        tell_(tell),
        observers_{Observer(Seat(0), record.rules, Points(0), Points(0)),
                   Observer(Seat(1), record.rules, Points(0), Points(0)),
                   Observer(Seat(2), record.rules, Points(0), Points(0)),
                   Observer(Seat(3), record.rules, Points(0), Points(0))},
        round_(record.deal, record.rules, log_) {
    tell_observers();
  }

  void run() {
    decide_grand_tichu();
    for (; next_ < record_.actions.size(); ++next_) take(record_.actions[next_]);
    if (waits_for(Question::Bomb)) refuse_bombs();
    if (waits_for(Question::GiveDragon)) give_forced_gift();
  }

  const Round& round() const { return round_; }

 private:
  void take(const RecordedAction& recorded) {
    switch (recorded.action.kind) {
      case ActionKind::CallTichu:
        show(recorded.seat, Question::Tichu, answer_with(recorded.action, true));
        return step(recorded.seat, recorded.action);
      case ActionKind::Push:
        show(recorded.seat, Question::Push, answer_with(recorded.action));
        return step(recorded.seat, recorded.action);
      case ActionKind::Play:
      case ActionKind::Pass:
        if (waits_for(Question::GiveDragon)) give_forced_gift();
        return take_card_action(recorded);
      case ActionKind::GiveDragon:
        refuse_bombs();
        show(recorded.seat, Question::GiveDragon, answer_with(recorded.action));
        return step(recorded.seat, recorded.action);
      default:
        return;  // calls of Grand Tichu, which were done before all else
    }
  }

  void take_card_action(const RecordedAction& recorded) {
    const Seat seat = recorded.seat;
    if (!is_out_of_turn(recorded)) {
      refuse_bombs();
      show(seat, Question::Turn, answer_with(recorded.action));
      return step(seat, recorded.action);
    }
    while (waits_for(Question::Bomb) && round_.pending().seats.first() != seat) refuse_bomb();
    show(seat, Question::Bomb, answer_with(recorded.action));
    step(seat, recorded.action);
  }

  void decide_grand_tichu() {
    while (waits_for(Question::GrandTichu)) {
      const Seat seat = round_.pending().seats.first();
      const bool calls = std::any_of(record_.actions.begin(), record_.actions.end(), [&](const RecordedAction& each) {
        return each.seat == seat && each.action.kind == ActionKind::CallGrandTichu;
      });
      const Action action = calls ? Action::call_grand_tichu() : Action::no_grand_tichu();
      show(seat, Question::GrandTichu, answer_with(action, calls));
      step(seat, action);
    }
  }

  bool waits_for(Question question) const { return !round_.is_over() && round_.pending().question == question; }

  bool is_out_of_turn(const RecordedAction& recorded) const {
    if (recorded.action.kind != ActionKind::Play || !recorded.action.play.is_bomb()) return false;
    if (!round_.is_legal(recorded.seat, Action::no_bomb())) return false;
    if (recorded.out_of_turn) return true;
    Round closed = round_;
    EventLog ignored;
    while (!closed.is_over() && closed.pending().question == Question::Bomb) {
      closed.step(closed.pending().seats.first(), Action::no_bomb(), ignored);
    }
    const Pending next = closed.pending();
    return next.question != Question::Turn || !next.seats.contains(recorded.seat);
  }

  void refuse_bombs() {
    while (waits_for(Question::Bomb)) refuse_bomb();
  }

  void refuse_bomb() {
    const Seat seat = round_.pending().seats.first();
    show(seat, Question::Bomb, answer_with(Action::no_bomb()));
    step(seat, Action::no_bomb());
  }

  void give_forced_gift() {
    const Seat winner = round_.pending().seats.first();
    const bool right = round_.is_legal(winner, Action::give_dragon(Side::Right));
    step(winner, Action::give_dragon(right ? Side::Right : Side::Left));
  }

  void show(Seat seat, Question question, const Answer& answer) {
    const Observation& seen = observers_[static_cast<std::size_t>(seat.number())].observation();
    for (SeenDecision& decision : decisions_of(question, answer, seen)) {
      visit_({std::move(decision), seat, next_, round_}, seen);
    }
  }

  void step(Seat seat, const Action& action) {
    round_.step(seat, action, log_);
    tell_observers();
  }

  void tell_observers() {
    for (; told_ < log_.size(); ++told_) {
      for (Observer& observer : observers_) {
        if (observer.watch(log_[told_]) && tell_) tell_(observer.seat(), observer.observation());
      }
    }
  }

  const Record& record_;
  const DecisionVisitor& visit_;
  const EventVisitor& tell_;
  EventLog log_;
  int told_ = 0;
  std::array<Observer, 4> observers_;
  Round round_;
  std::size_t next_ = 0;
};

}  // namespace

tl::expected<RoundResult, std::string> walk_decisions(const Record& record, const DecisionVisitor& visit,
                                                      const EventVisitor& tell) {
  if (record.failure) return tl::unexpected("the round did not come to its end: " + record.failure->text);
  const Replay replayed = replay(record.deal, record.rules, record.actions);
  if (replayed.fault) {
    return tl::unexpected("the round breaks RULES " + replayed.fault->clause + ": " + replayed.fault->message);
  }
  if (!replayed.result) return tl::unexpected<std::string>("the round breaks off");
  Walk walk(record, visit, tell);
  walk.run();
  return *replayed.result;
}

}  // namespace tichu::arena
