#include "arena/analysis/decision_walk.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/follow.h"
#include "engine/observer.h"
#include "engine/plays.h"
#include "engine/record.h"
#include "sdk/search/light_policy.h"

namespace tichu::arena {
namespace {

constexpr std::size_t FullHands = 9;  ///< cards of each in the opening
constexpr std::size_t FewCards = 3;

bool is_before_play(const Observation& seen) {
  return seen.stage == Stage::FirstEight || seen.stage == Stage::BeforePush;
}

Phase phase_of(const Observation& seen) {
  if (is_before_play(seen)) return Phase::Deal;
  const auto holds = [&](std::size_t cards) {
    return [&seen, cards](Side side) { return seen.hand_size[side] >= cards; };
  };
  if (std::all_of(AllSides.begin(), AllSides.end(), holds(FullHands))) return Phase::Opening;
  return std::all_of(AllSides.begin(), AllSides.end(), holds(FewCards + 1)) ? Phase::Middle : Phase::Ending;
}

Situations situations_of(const Observation& seen) {
  Situations found;
  if (is_before_play(seen)) return found;
  const auto call_is_open = [&](Side side) { return seen.calls[side] != Call::None && !seen.anyone_out(); };
  const auto nearly_out = [&](Side side) { return seen.hand_size[side] > 0 && seen.hand_size[side] <= FewCards; };
  if (call_is_open(Side::Me)) found.insert(Situation::OwnCall);
  if (call_is_open(Side::Partner)) found.insert(Situation::PartnersCall);
  if (call_is_open(Side::Right) || call_is_open(Side::Left)) found.insert(Situation::OpponentsCall);
  if (nearly_out(Side::Partner)) found.insert(Situation::PartnerNearlyOut);
  if (nearly_out(Side::Right) || nearly_out(Side::Left)) found.insert(Situation::OpponentNearlyOut);
  if (seen.anyone_out()) found.insert(Situation::SomebodyOut);
  return found;
}

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
        show(recorded.seat, Question::Tichu, DecisionCategory::Tichu, answer_with(Action::call_tichu(), true));
        return step(recorded.seat, recorded.action);
      case ActionKind::Push:
        show(recorded.seat, Question::Push, DecisionCategory::Push, answer_with(recorded.action));
        return step(recorded.seat, recorded.action);
      case ActionKind::Play:
      case ActionKind::Pass:
        if (waits_for(Question::GiveDragon)) give_forced_gift();
        return take_card_action(recorded);
      case ActionKind::GiveDragon:
        refuse_bombs();
        if (round_.is_legal(recorded.seat, Action::give_dragon(Side::Right)) &&
            round_.is_legal(recorded.seat, Action::give_dragon(Side::Left))) {
          show(recorded.seat, Question::GiveDragon, DecisionCategory::Dragon, answer_with(recorded.action));
        }
        return step(recorded.seat, recorded.action);
      default:
        return;  // calls of Grand Tichu, which were done before all else
    }
  }

  void take_card_action(const RecordedAction& recorded) {
    const Seat seat = recorded.seat;
    if (!is_out_of_turn(recorded)) {
      refuse_bombs();
      if (recorded.action.kind == ActionKind::Play && round_.may_call_tichu(seat)) {
        show(seat, Question::Tichu, DecisionCategory::Tichu, answer_with(Action::call_tichu(), false));
      }
      show_turn(recorded);
      return step(seat, recorded.action);
    }
    while (waits_for(Question::Bomb) && round_.pending().seats.first() != seat) refuse_bomb();
    show(seat, Question::Bomb, DecisionCategory::Bomb, answer_with(recorded.action));
    step(seat, recorded.action);
  }

  void show_turn(const RecordedAction& recorded) {
    const Seat seat = recorded.seat;
    const bool passed = recorded.action.kind == ActionKind::Pass;
    canonical_plays(round_.situation(seat), plays_);
    const bool leads = round_.table().empty();
    const bool could_bomb = !leads && holds_bomb(round_.hand(seat), round_.table());
    const DecisionCategory category = could_bomb ? DecisionCategory::Bomb
                                      : leads    ? DecisionCategory::Lead
                                      : passed   ? DecisionCategory::Pass
                                                 : DecisionCategory::Follow;
    Action done = recorded.action;
    const bool wishes = !passed && done.play.cards.contains(Card::mahjong());
    if (wishes) done.wish = usual_wish(round_.hand(seat), CardSet::deck() - round_.hand(seat) - played_by_all());
    if (plays_.size() + (plays_.may_pass() ? 1 : 0) > 1) show(seat, Question::Turn, category, answer_with(done));
    if (wishes) show(seat, Question::Turn, DecisionCategory::Wish, answer_with(recorded.action));
  }

  CardSet played_by_all() const {
    CardSet cards;
    for (const CardSet played : observers_.front().observation().played.values) cards |= played;
    return cards;
  }

  void decide_grand_tichu() {
    while (waits_for(Question::GrandTichu)) {
      const Seat seat = round_.pending().seats.first();
      const bool calls = std::any_of(record_.actions.begin(), record_.actions.end(), [&](const RecordedAction& each) {
        return each.seat == seat && each.action.kind == ActionKind::CallGrandTichu;
      });
      const Action action = calls ? Action::call_grand_tichu() : Action::no_grand_tichu();
      show(seat, Question::GrandTichu, DecisionCategory::GrandTichu, answer_with(action, calls));
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
    if (round_.table_owner() != seat) {  // nobody thinks of bombing oneself
      show(seat, Question::Bomb, DecisionCategory::Bomb, answer_with(Action::no_bomb()));
    }
    step(seat, Action::no_bomb());
  }

  void give_forced_gift() {
    const Seat winner = round_.pending().seats.first();
    const bool right = round_.is_legal(winner, Action::give_dragon(Side::Right));
    step(winner, Action::give_dragon(right ? Side::Right : Side::Left));
  }

  void show(Seat seat, Question question, DecisionCategory category, const Answer& played) {
    const Observation& seen = observers_[static_cast<std::size_t>(seat.number())].observation();
    visit_({seat, question, category, phase_of(seen), situations_of(seen), next_, played, round_}, seen);
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
  PlayList plays_;
  std::size_t next_ = 0;
};

}  // namespace

Rank usual_wish(CardSet hand, CardSet unseen) { return light_wish(hand, unseen); }

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
