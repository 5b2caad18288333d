#include "arena/workers/units/retold_round.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "arena/hosting/player/substitute.h"
#include "engine/follow.h"
#include "engine/observer.h"
#include "engine/question_order.h"
#include "engine/record.h"

namespace tichu::arena {
namespace {

/// The table of hosting/match/table.cpp, with a record in the place of players. Every function that asks returns false
/// once the round is over for it: by a fault that ends the round, or because the record is refused.
class RetoldTable {
 public:
  RetoldTable(const RetoldPlace& place, PlayedRound played)
      : place_(place), played_(std::move(played)), by_substitute_(place.substituted) {
    Record& record = told_.outcome.record;
    record.deal = place.deal;
    record.deal_index = place.deal_index;
    record.rules = place.rules;
  }

  tl::expected<RetoldRound, std::string> tell() {
    if (sit_down() && begin() && play_to_end()) finish();
    if (refused_.empty()) compare();
    if (!refused_.empty()) return tl::unexpected(std::move(refused_));
    told_.outcome.record.actions = std::move(played_.actions);
    told_.outcome.record.remarks = std::move(played_.remarks);
    return std::move(told_);
  }

 private:
  bool refuse(std::string what) {
    if (refused_.empty()) refused_ = std::move(what);
    return false;
  }

  /// Takes the faults of those that did not sit down: the first of the round, before the first question.
  bool sit_down() {
    const auto absent = [this](std::size_t number) {
      return number < played_.faults.size() && !played_.faults[number].question;
    };
    PerSeat<bool> missing = place_.is_first ? place_.given_up : PerSeat<bool>{};
    std::optional<Seat> last;
    for (; absent(next_fault_); ++next_fault_) {
      const SeatFault& fault = played_.faults[next_fault_];
      if (!place_.is_first) return refuse("a seat that sat down already did not sit down");
      if (fault.actions != 0) return refuse("a seat that did not sit down was at fault later");
      // First those that are given up, then those that could not sit down, each from seat 0.
      const bool is_given_up = fault.fault.kind == FaultKind::GivenUp;
      if (is_given_up != missing[fault.seat]) return refuse("a bot is given up that is not, or did something else");
      missing[fault.seat] = false;
      const auto is_missing_before = [&](Seat seat) { return missing[seat] && (!is_given_up || seat < fault.seat); };
      const bool is_in_order = is_given_up || !last || *last < fault.seat;
      if (!is_in_order || by_substitute_[fault.seat] ||
          std::any_of(AllSeats.begin(), AllSeats.end(), is_missing_before)) {
        return refuse("faults before the first question are out of order");
      }
      if (!is_given_up) last = fault.seat;
      by_substitute_[fault.seat] = true;
      if (place_.substitute) {
        add_fault(told_.outcome, fault);
        continue;
      }
      ++next_fault_;
      return end_with(fault);
    }
    const auto is_missing = [&](Seat seat) { return missing[seat]; };
    if (std::any_of(AllSeats.begin(), AllSeats.end(), is_missing)) return refuse("a bot played that is given up");
    return true;
  }

  bool begin() {
    round_.emplace(place_.deal, place_.rules, log_);
    const bool substitutes = place_.substitute && (!played_.faults.empty() || any_substitute());
    if (substitutes) {
      for (const Seat seat : AllSeats) {
        observers_[index(seat)] = std::make_unique<Observer>(seat, place_.rules, place_.totals[seat.team()],
                                                             place_.totals[opponent(seat.team())]);
      }
    }
    publish();
    return true;
  }

  static std::size_t index(Seat seat) { return static_cast<std::size_t>(seat.number()); }
  bool any_substitute() const {
    return std::any_of(AllSeats.begin(), AllSeats.end(), [this](Seat seat) { return by_substitute_[seat]; });
  }

  bool play_to_end() {
    while (const std::optional<SeatQuestion> asked = order_.next(*round_)) {
      if (!ask_and_act(asked->seat, asked->question)) return false;
      order_.note_answer(*asked, *round_);
    }
    return true;
  }

  bool ask_and_act(Seat seat, Question question) {
    if (!ask(seat, question)) return false;
    if (question == Question::Tichu) return take_call(seat);
    if (question == Question::Turn && !by_substitute_[seat] && next_is(seat, ActionKind::CallTichu)) {
      if (!apply(seat, Action::call_tichu())) return false;
      // The play that came with the call can be at fault after it.
      if (!take_fault(seat, question)) return false;
    }
    if (by_substitute_[seat]) return apply_substitute(seat, question);
    if (question == Question::Push && !has_next() && ends_in_push()) return act(seat, any_push(seat));
    return take_action(seat, question);
  }

  /// If a seat's fault ends the round, what others had pushed before was told to nobody, the record neither: one push
  /// is as good as another then.
  Action any_push(Seat seat) const {
    auto card = round_->hand(seat).begin();
    const Card right = *card;
    const Card partner = *++card;
    return Action::push_cards(right, partner, *++card);
  }

  bool ends_in_push() const {
    if (place_.substitute || next_fault_ == played_.faults.size()) return false;
    const SeatFault& fault = played_.faults[next_fault_];
    return fault.question == Question::Push && fault.actions == told_actions_;
  }

  /// Calls Tichu if the record says that the seat did so when it was asked.
  bool take_call(Seat seat) {
    if (!next_is(seat, ActionKind::CallTichu) || is_called_later(seat)) return true;
    if (by_substitute_[seat]) return refuse_event("a substitute calls nothing");
    return apply(seat, Action::call_tichu());
  }

  /// Whether a call that comes next came with the seat's first turn, not when it was asked for Tichu: the same events,
  /// but what was said between the two was said before the call.
  bool is_called_later(Seat seat) const {
    const auto is_before = [&](Seat who, std::optional<Question> question, std::size_t after) {
      return after == told_actions_ &&
             ((question == Question::Tichu && seat < who) || (question == Question::Turn && seat == who));
    };
    for (std::size_t i = next_remark_; i < played_.remarks.size(); ++i) {
      const RecordedRemark& remark = played_.remarks[i];
      if (is_before(remark.seat, remark.question, remark.after)) return true;
    }
    for (std::size_t i = next_fault_; i < played_.faults.size(); ++i) {
      const SeatFault& fault = played_.faults[i];
      if (is_before(fault.seat, fault.question, fault.actions)) return true;
    }
    return false;
  }

  /// Does what the record says that a seat answered.
  bool take_action(Seat seat, Question question) {
    const bool may_refuse = question == Question::GrandTichu || question == Question::Bomb;
    if (!may_refuse && !has_next()) {
      return refuse_event("the record stops here, before the round's end, and tells no fault");
    }
    if (!may_refuse && next().seat != seat) {
      return refuse_event(fmt::format("seat {} was to act, not seat {}", seat.number(), next().seat.number()));
    }
    return apply(seat, answer(seat, question));
  }

  /// What the record says that a seat answered. Where the seat must act, that is the next action, of whatever kind: if
  /// it is of another, it is illegal.
  Action answer(Seat seat, Question question) const {
    switch (question) {
      case Question::GrandTichu:
        return next_is(seat, ActionKind::CallGrandTichu) ? Action::call_grand_tichu() : Action::no_grand_tichu();
      case Question::Bomb:
        return next_is(seat, ActionKind::Play) && next().out_of_turn ? next().action : Action::no_bomb();
      case Question::Tichu:
      case Question::Push:
      case Question::Turn:
      case Question::GiveDragon:
        break;
    }
    return next().action;
  }

  bool apply_substitute(Seat seat, Question question) {
    return act(seat, substitute_answer(question, observers_[index(seat)]->observation()).action);
  }

  /// A question to a seat: whether the round goes on after it.
  bool ask(Seat seat, Question question) {
    if (by_substitute_[seat]) return true;
    asked_remarks_ = next_remark_;
    asked_seat_ = seat;
    asked_question_ = question;
    asked_after_ = told_actions_;
    ++told_.decisions[seat];
    const std::size_t faults = next_fault_;
    if (!take_fault(seat, question)) return false;
    if (next_fault_ == faults) take_remark();
    return true;
  }

  /// Takes the next fault if it happened here. False if the round ends with it.
  bool take_fault(Seat seat, Question question) {
    if (next_fault_ == played_.faults.size()) return true;
    const SeatFault& fault = played_.faults[next_fault_];
    if (fault.seat != seat || fault.question != question || fault.actions != told_actions_) return true;
    if (fault.fault.kind == FaultKind::GivenUp) return refuse("a bot that sat down is given up");
    if (next_remark_ != asked_remarks_) return refuse("a remark on a decision that was a fault");
    if (fault.fault.kind != FaultKind::Timeout) --told_.decisions[seat];
    if (fault.fault.kind == FaultKind::IllegalAction) ++told_.doubtful[seat];
    ++next_fault_;
    if (!place_.substitute) return end_with(fault);
    add_fault(told_.outcome, fault);
    by_substitute_[seat] = true;
    return true;
  }

  bool end_with(const SeatFault& fault) {
    forfeit(told_.outcome, fault);
    return false;
  }

  /// The remark of the decision under way, if the next one is.
  void take_remark() {
    if (next_remark_ == played_.remarks.size()) return;
    const RecordedRemark& remark = played_.remarks[next_remark_];
    if (remark.seat == asked_seat_ && remark.question == asked_question_ && remark.after == asked_after_)
      ++next_remark_;
  }

  std::size_t place() const { return told_actions_ + unheard_; }
  bool has_next() const { return place() < played_.actions.size(); }
  const RecordedAction& next() const { return played_.actions[place()]; }
  bool next_is(Seat seat, ActionKind kind) const {
    return has_next() && next().seat == seat && next().action.kind == kind;
  }

  bool refuse_event(std::string_view what) { return refuse(fmt::format("event {}: {}", place(), what)); }

  bool apply(Seat seat, const Action& action) {
    const Legality verdict = round_->judge(seat, action);
    if (!verdict.ok()) return refuse_event(fmt::format("RULES {}: {}", verdict.clause, verdict.reason));
    return act(seat, action);
  }

  /// Does what is legal. Calls of Grand Tichu and pushes come to the log when all are in: until then they are unheard.
  bool act(Seat seat, const Action& action) {
    const std::size_t before = told_actions_;
    round_->apply(seat, action, log_);
    if (action.kind == ActionKind::Push && round_->pending().question != Question::Push) {
      for (const Seat each : AllSeats) told_.outcome.bomb_after_push[each] = holds_bomb(round_->hand(each), {});
    }
    if (!publish()) return false;
    const bool is_recorded = action.kind == ActionKind::CallGrandTichu || action.kind == ActionKind::Push;
    if (told_actions_ > before) {
      unheard_ = 0;
    } else if (is_recorded) {
      ++unheard_;
    }
    return true;
  }

  /// Compares what has happened since the last time with the record.
  bool publish() {
    for (; published_ < log_.size(); ++published_) {
      const Event& event = log_[published_];
      if (event.kind != EventKind::Dealt && event.kind != EventKind::TrickTaken) {
        if (told_actions_ == played_.actions.size() || !is_said(event, played_.actions[told_actions_])) {
          return refuse(fmt::format("event {} is not what happened there", told_actions_));
        }
        ++told_actions_;
      }
      if (observers_[0]) {
        for (const std::unique_ptr<Observer>& observer : observers_) observer->watch(event);
      }
    }
    return true;
  }

  /// Whether a record's action is what the event says.
  static bool is_said(const Event& event, const RecordedAction& said) {
    const Action& action = said.action;
    if (event.seat != said.seat || said.out_of_turn != (event.kind == EventKind::Play && event.out_of_turn))
      return false;
    switch (event.kind) {
      case EventKind::GrandTichu:
        return action.kind == ActionKind::CallGrandTichu;
      case EventKind::Tichu:
        return action.kind == ActionKind::CallTichu;
      case EventKind::Push:
        return action.kind == ActionKind::Push && action.push == event.push;
      case EventKind::Play:
        return action.kind == ActionKind::Play && action.play == event.combination && action.wish == event.wish;
      case EventKind::Pass:
        return action.kind == ActionKind::Pass;
      case EventKind::GiveDragon:
        return action.kind == ActionKind::GiveDragon && action.give_to == event.to.seen_from(event.seat);
      case EventKind::Dealt:
      case EventKind::TrickTaken:
        return false;
    }
    return false;
  }

  void finish() {
    const RoundResult result = round_->result();
    told_.outcome.record.result = recorded_result(result);
    told_.outcome.score = result.score;
  }

  /// That the record says what happened, all of it, and nothing else.
  void compare() {
    const Record& record = told_.outcome.record;
    if (told_actions_ != played_.actions.size()) {
      refuse(fmt::format("event {} comes after the end", told_actions_));
    } else if (next_fault_ != played_.faults.size()) {
      refuse(fmt::format("faults[{}] is where its seat was not asked that", next_fault_));
    } else if (played_.forfeited != record.failure.has_value()) {
      refuse(played_.forfeited ? "a fault ends the round, though a substitute plays on"
                               : "a fault does not end the round");
    } else if (next_remark_ != played_.remarks.size()) {
      refuse(fmt::format("remarks[{}] is on a decision that the seat did not make then", next_remark_));
    } else if (!played_.remarks.empty() && !place_.remarks) {
      refuse("remarks are not wanted");
    } else if (played_.result != record.result) {
      refuse("the stated result is not that of the round");
    }
  }

  const RetoldPlace& place_;
  PlayedRound played_;
  RetoldRound told_;
  std::string refused_;
  EventLog log_;
  std::optional<Round> round_;
  QuestionOrder order_;
  std::array<std::unique_ptr<Observer>, 4> observers_;  ///< all or none: needed by substitutes alone
  PerSeat<bool> by_substitute_;
  int published_ = 0;
  std::size_t told_actions_ = 0;  ///< of the record's, that are in the log
  std::size_t unheard_ = 0;       ///< further ones, that have happened
  std::size_t next_fault_ = 0;
  std::size_t next_remark_ = 0;
  std::size_t asked_remarks_ = 0;  ///< taken before the question under way
  Seat asked_seat_;
  Question asked_question_ = Question::Turn;
  std::size_t asked_after_ = 0;
};

}  // namespace

tl::expected<RetoldRound, std::string> retell_round(const RetoldPlace& place, PlayedRound played) {
  return RetoldTable(place, std::move(played)).tell();
}

}  // namespace tichu::arena
