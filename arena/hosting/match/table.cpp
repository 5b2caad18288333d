#include "arena/hosting/match/table.h"

#include <algorithm>
#include <optional>
#include <tl/expected.hpp>
#include <utility>

#include "arena/hosting/match/remark_log.h"
#include "arena/hosting/player/fault_texts.h"
#include "arena/hosting/player/substitute.h"
#include "engine/follow.h"
#include "engine/observer.h"
#include "engine/question_order.h"
#include "engine/record.h"

namespace tichu::arena {
namespace {

/// One round in progress: the referee, what each seat may know, and the first fault. Every function that asks returns
/// false once there is a fault.
class Table {
 public:
  explicit Table(const RoundSetup& setup)
      : setup_(setup),
        log_(setup.log != nullptr ? *setup.log : own_log_),
        round_(setup.deal, setup.rules, log_),
        observers_{observer(0), observer(1), observer(2), observer(3)},
        remarks_(setup.said),
        by_substitute_(setup.substituted) {
    outcome_.record.deal = setup.deal;
    outcome_.record.deal_index = setup.deal_index;
    outcome_.record.rules = setup.rules;
    for (const SeatFault& fault : setup.absences) add_fault(outcome_, fault);
    for (const Seat seat : AllSeats) listens_[seat] = !by_substitute_[seat] && setup.players[seat]->listens();
  }

  RoundOutcome play() {
    for (const Seat seat : AllSeats) {
      if (listens_[seat]) setup_.players[seat]->begin_round(observer_of(seat).observation());
    }
    publish();
    if (play_to_end()) finish();
    if (setup_.view != nullptr) setup_.view->end_round(log_);
    outcome_.record.actions = recorded_actions(log_);
    outcome_.record.remarks = remarks_.take();
    return std::move(outcome_);
  }

 private:
  Observer observer(int number) const {
    const Seat seat(number);
    return Observer(seat, setup_.rules, setup_.totals[seat.team()], setup_.totals[opponent(seat.team())]);
  }
  Observer& observer_of(Seat seat) { return observers_[static_cast<std::size_t>(seat.number())]; }
  /// What a seat may know now.
  const Observation& seen_by(Seat seat) {
    show_events(seat, log_.size());
    return observer_of(seat).observation();
  }

  bool play_to_end() {
    while (const std::optional<SeatQuestion> asked = order_.next(round_)) {
      if (!ask_and_act(asked->seat, asked->question)) return false;
      order_.note_answer(*asked, round_);
    }
    return true;
  }

  bool ask_and_act(Seat seat, Question question) {
    const std::optional<Answer> answer =
        by_substitute_[seat] ? substitute_answer(question, seen_by(seat)) : ask(seat, question);
    if (!answer) return false;
    if (calls(question, *answer)) apply(seat, Action::call_tichu());
    if (question != Question::Tichu) apply(seat, answer->action);
    return true;
  }

  /// Whether an answer calls Tichu, alone or before what else it says.
  static bool calls(Question question, const Answer& answer) {
    return answer.call && (question == Question::Tichu || question == Question::Turn);
  }

  /// Whether an answer is legal as a whole; a wrong one has no effect.
  tl::expected<void, Fault> check(Seat seat, Question question, const Answer& answer) const {
    tl::expected<void, Fault> legal;
    if (calls(question, answer)) legal = check(seat, Action::call_tichu());
    if (legal && question != Question::Tichu) legal = check(seat, answer.action);
    return legal;
  }

  /// Charges the seat. Returns the substitute's answer if one plays on, nullopt if the round ends with the fault.
  std::optional<Answer> after_fault(Seat seat, Question question, Fault fault) {
    // What the referee finds, the player does not know to be a fault.
    BotProcess* process = setup_.players[seat]->process();
    if (process != nullptr && fault.stderr_tail.empty()) fault.stderr_tail = process->stderr_tail();
    setup_.players[seat]->charge(fault);
    SeatFault charged{seat, std::move(fault), asked_[seat], process == nullptr ? Exchange{} : process->last_exchange(),
                      recorded_action_count(log_)};
    if (!setup_.substitute) {
      forfeit(outcome_, std::move(charged));
      return std::nullopt;
    }
    add_fault(outcome_, std::move(charged));
    by_substitute_[seat] = true;
    listens_[seat] = false;
    return substitute_answer(question, seen_by(seat));
  }

  /// Asks a seat that no substitute has until its answer is legal or a fault.
  std::optional<Answer> ask(Seat seat, Question question) {
    asked_[seat] = question;
    Player& player = *setup_.players[seat];
    ThinkTime& time = outcome_.think_time[seat];
    const Clocks clocks = clocks_of(seat);
    const std::chrono::milliseconds limit = limit_of_decision(clocks, time);
    tl::expected<TimedAnswer, Fault> answer;
    tl::expected<void, Fault> legal;
    while (true) {
      answer = player.ask(question, observer_of(seat).observation(), limit);
      legal = answer ? check(seat, question, *answer) : tl::unexpected(answer.error());
      if (legal || !player.retry(legal.error())) break;
      ++time.retries;
    }
    if (!answer) {
      Fault& fault = answer.error();
      if (fault.kind == FaultKind::Timeout) {
        time.add(limit);
        fault.text +=
            limit == clocks.decision ? of_decision_limit(clocks.remote) : of_round_limit(clocks.round, clocks.remote);
      }
      return after_fault(seat, question, std::move(fault));
    }
    time.add(answer->think_time);
    if (time.total > clocks.round) {
      return after_fault(seat, question, no_time_left_in_round(clocks.round, clocks.remote));
    }
    if (!legal) {
      if (calls(question, *answer) && check(seat, Action::call_tichu())) apply(seat, Action::call_tichu());
      return after_fault(seat, question, std::move(legal.error()));
    }
    if (answer->remark && setup_.remarks) remarks_.add(seat, question, recorded_action_count(log_), *answer->remark);
    return std::move(*answer);
  }

  /// The limits of a seat's decision, and of all of them.
  struct Clocks {
    std::chrono::milliseconds decision;
    std::chrono::milliseconds round;
    bool remote;
  };
  Clocks clocks_of(Seat seat) const {
    const TimeLimits& limits = setup_.limits;
    if (setup_.players[seat]->is_remote()) return {limits.remote.decision, limits.remote.round, true};
    return {limits.decision, limits.round, false};
  }

  /// How long a seat that has used so much time may take: what is left of the round is rounded up, so never 0.
  static std::chrono::milliseconds limit_of_decision(const Clocks& clocks, const ThinkTime& used) {
    return std::min(clocks.decision, std::chrono::ceil<std::chrono::milliseconds>(clocks.round - used.total));
  }

  /// Whether an action is legal.
  tl::expected<void, Fault> check(Seat seat, const Action& action) const {
    const Legality verdict = round_.judge(seat, action);
    if (verdict.ok()) return {};
    return tl::unexpected(illegal_action(action, verdict));
  }

  void apply(Seat seat, const Action& action) {
    round_.apply(seat, action, log_);
    if (action.kind == ActionKind::Push && round_.pending().question != Question::Push) {
      for (const Seat each : AllSeats) outcome_.bomb_after_push[each] = holds_bomb(round_.hand(each), {});
    }
    publish();
  }

  /// Tells every seat that listens what it may know of the events since the last time: of each event all seats before
  /// the next one, as people at one table see it. A pass that is forced comes with the play before it.
  void publish() {
    for (; published_ < log_.size(); ++published_) {
      for (const Seat seat : AllSeats) {
        if (listens_[seat]) show_events(seat, published_ + 1);
      }
    }
    if (setup_.view != nullptr) setup_.view->show(log_);
  }

  /// Brings what a seat knows up to the first `end` events.
  void show_events(Seat seat, int end) {
    Observer& observer = observer_of(seat);
    const Observation& seen = observer.observation();
    for (int& shown = shown_[seat]; shown < end; ++shown) {
      if (observer.watch(log_[shown]) && listens_[seat]) setup_.players[seat]->tell(seen.history().back(), seen);
    }
  }

  void finish() {
    const RoundResult result = round_.result();
    outcome_.record.result = recorded_result(result);
    outcome_.score = result.score;
    for (const Seat seat : AllSeats) {
      if (by_substitute_[seat]) continue;
      setup_.players[seat]->end_round(result.score[seat.team()], result.score[opponent(seat.team())]);
    }
  }

  const RoundSetup& setup_;
  RoundOutcome outcome_;
  EventLog own_log_;
  EventLog& log_;
  Round round_;
  QuestionOrder order_;
  std::array<Observer, 4> observers_;
  int published_ = 0;        ///< events of the log that were published
  PerSeat<int> shown_{};     ///< events of the log that the seat's observer has seen
  PerSeat<bool> listens_{};  ///< the seat has a player that listens
  PerSeat<std::optional<Question>> asked_;
  RemarkLog remarks_;
  PerSeat<bool> by_substitute_;
};

}  // namespace

RoundOutcome play_round(const RoundSetup& setup) { return Table(setup).play(); }

}  // namespace tichu::arena
