#include "engine/record.h"

#include "engine/watched_replay.h"

namespace tichu {
namespace {

/// Plays recorded actions one after another; what records leave out (refusals, forced gifts) is filled in.
class Replayer {
 public:
  Replayer(const Deal& deal, const Rules& rules, EventLog& log) : log_(log), round_(deal, rules, log) {}

  /// Does the next recorded action, or says which clause it breaks.
  Legality take(const RecordedAction& recorded) {
    const Action& action = recorded.action;
    if (round_.is_over()) return {"6.6", "the round is over"};
    if (action.kind == ActionKind::CallTichu) leave_grand_tichu();
    if (action.kind == ActionKind::Push) leave_grand_tichu();
    if (action.kind == ActionKind::CallGrandTichu) refuse_before(recorded.seat);
    if (action.kind == ActionKind::Play || action.kind == ActionKind::Pass) {
      if (round_.pending().question == Question::GiveDragon) give_forced_gift();
      const bool bombs = recorded.out_of_turn || bombs_out_of_turn(recorded);
      if (!bombs) close_windows();
      if (recorded.out_of_turn && !in_window(recorded.seat)) {
        return {"6.4", "the bomb is marked as out of turn, but the seat could not bomb out of turn here"};
      }
    } else if (action.kind == ActionKind::GiveDragon) {
      close_windows();
    }
    const Legality verdict = round_.judge(recorded.seat, action);
    if (verdict.ok()) round_.step(recorded.seat, action, log_);
    return verdict;
  }

  /// Fills in what may follow the last recorded action without an event.
  void finish() {
    if (round_.pending().question == Question::Bomb) close_windows();
    if (round_.pending().question == Question::GiveDragon) give_forced_gift();
  }

  const Round& round() const { return round_; }

 private:
  void leave_grand_tichu() {
    while (waits_for(Question::GrandTichu)) {
      round_.step(round_.pending().seats.first(), Action::no_grand_tichu(), log_);
    }
  }

  /// If the seats are asked in turn, a call says that those before it did not call (RULES 3.2).
  void refuse_before(Seat seat) {
    if (round_.rules().partners_may_both_call_grand) return;
    while (waits_for(Question::GrandTichu) && round_.pending().seats.first() < seat) {
      round_.step(round_.pending().seats.first(), Action::no_grand_tichu(), log_);
    }
  }

  bool waits_for(Question question) const { return round_.pending().question == question && !round_.is_over(); }

  bool in_window(Seat seat) const {
    Action refusal = Action::no_bomb();
    return round_.is_legal(seat, refusal);
  }

  /// A bomb by a seat that is neither on turn nor about to lead can only be meant out of turn, marked or not.
  bool bombs_out_of_turn(const RecordedAction& recorded) const {
    if (recorded.action.kind != ActionKind::Play || !in_window(recorded.seat)) return false;
    if (!recorded.action.play.is_bomb()) return false;
    Round closed = round_;
    EventLog ignored;
    while (closed.pending().question == Question::Bomb) {
      closed.step(closed.pending().seats.first(), Action::no_bomb(), ignored);
    }
    const Pending next = closed.pending();
    return next.question != Question::Turn || !next.seats.contains(recorded.seat);
  }

  void close_windows() {
    while (waits_for(Question::Bomb)) round_.step(round_.pending().seats.first(), Action::no_bomb(), log_);
  }

  void give_forced_gift() {
    const Seat winner = round_.pending().seats.first();
    const bool right = round_.is_legal(winner, Action::give_dragon(Side::Right));
    const bool left = round_.is_legal(winner, Action::give_dragon(Side::Left));
    if (right != left) round_.step(winner, Action::give_dragon(right ? Side::Right : Side::Left), log_);
  }

  EventLog& log_;
  Round round_;
};

std::optional<RecordedAction> recorded_action(const Event& event) {
  switch (event.kind) {
    case EventKind::Dealt:
    case EventKind::TrickTaken:
      return std::nullopt;
    case EventKind::GrandTichu:
      return RecordedAction{event.seat, Action::call_grand_tichu()};
    case EventKind::Tichu:
      return RecordedAction{event.seat, Action::call_tichu()};
    case EventKind::Push:
      return RecordedAction{event.seat, Action::push_cards(event.push)};
    case EventKind::Play:
      return RecordedAction{event.seat, Action::play_cards(event.combination, event.wish), event.out_of_turn};
    case EventKind::Pass:
      return RecordedAction{event.seat, Action::pass()};
    case EventKind::GiveDragon:
      return RecordedAction{event.seat, Action::give_dragon(event.to.seen_from(event.seat))};
  }
  return std::nullopt;
}

}  // namespace

Replay replay(const Deal& deal, const Rules& rules, const std::vector<RecordedAction>& actions) {
  return watched_replay(deal, rules, actions, [](const Round&, const EventLog&) {});
}

Replay watched_replay(const Deal& deal, const Rules& rules, const std::vector<RecordedAction>& actions,
                      const ReplayWatcher& watch) {
  Replay replayed;
  if (!deal.is_complete()) {
    replayed.fault = RecordFault{-1, "3.1", "the deal is not the 56 cards, each once"};
    return replayed;
  }
  Replayer replayer(deal, rules, replayed.log);
  watch(replayer.round(), replayed.log);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Legality verdict = replayer.take(actions[i]);
    if (!verdict.ok()) {
      replayed.fault = RecordFault{static_cast<int>(i), std::string(verdict.clause), std::string(verdict.reason)};
      return replayed;
    }
    watch(replayer.round(), replayed.log);
  }
  replayer.finish();
  watch(replayer.round(), replayed.log);
  if (replayer.round().is_over()) replayed.result = replayer.round().result();
  return replayed;
}

std::vector<RecordedAction> recorded_actions(const EventLog& log) {
  std::vector<RecordedAction> actions;
  for (const Event& event : log) {
    if (const auto action = recorded_action(event)) actions.push_back(*action);
  }
  return actions;
}

std::size_t recorded_action_count(const EventLog& log) {
  std::size_t count = 0;
  for (const Event& event : log) {
    if (event.kind != EventKind::Dealt && event.kind != EventKind::TrickTaken) ++count;
  }
  return count;
}

}  // namespace tichu
