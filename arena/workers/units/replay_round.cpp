#include "arena/workers/units/replay_round.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "arena/tournament/play/recorded_decisions.h"

namespace tichu::arena {
namespace {

/// A worker's round, and how far the players have come in it.
struct Script {
  const PlayedRound& played;
  const Deal& deal;
  std::size_t faults = 0;   ///< that have happened
  std::size_t remarks = 0;  ///< that were made
  std::string wrong = {};   ///< why the players cannot go on
  EventLog log = {};        ///< of the table
  int counted = 0;          ///< events of the log
  std::size_t acted = 0;    ///< actions among them

  /// How many recorded actions have happened.
  std::size_t done() {
    for (; counted < log.size(); ++counted) acted += RecordedDecisions::is_action(log[counted].kind) ? 1 : 0;
    return acted;
  }

  const SeatFault* fault_at(Seat seat, Question question, std::size_t actions) const {
    if (faults == played.faults.size()) return nullptr;
    const SeatFault& next = played.faults[faults];
    return next.seat == seat && next.question == question && next.actions == actions ? &next : nullptr;
  }
  bool has_remark_at(Seat seat, Question question, std::size_t actions) const {
    if (remarks == played.remarks.size()) return false;
    const RecordedRemark& next = played.remarks[remarks];
    return next.seat == seat && next.question == question && next.after == actions;
  }
};

/// A seat that answers as the script says.
class ScriptedPlayer : public Player {
 public:
  ScriptedPlayer(Script& script, Seat seat) : script_(script), seat_(seat), recorded_(script.played.actions, seat) {}

  tl::expected<void, Fault> sit_down(const SeatSetup& /*setup*/) override { return {}; }
  bool listens() const override { return false; }
  void begin_round(const Observation& /*seen*/) override {}
  void tell(const SeenEvent& /*event*/, const Observation& /*seen*/) override {}
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& /*seen*/,
                                       std::chrono::milliseconds /*limit*/) override {
    done_ = script_.done();
    if (const SeatFault* fault = script_.fault_at(seat_, question, done_)) {
      ++script_.faults;
      return tl::unexpected(fault->fault);
    }
    std::optional<Answer> answer = recorded_.answer(question, done_);
    if (question == Question::Tichu && answer->call && is_called_later()) answer->call = false;
    if (question == Question::Turn && script_.fault_at(seat_, question, done_ + 1) != nullptr) {
      ++script_.faults;
      answer = Answer{true, Action::no_bomb()};  // the play that came with the call was not legal
    }
    // What was pushed before a fault ended the round was told to nobody: one push is as good as another.
    if (!answer && question == Question::Push) answer = Answer{false, first_cards_pushed()};
    if (!answer) {
      script_.wrong = fmt::format("event {}: the record does not say what seat {} does", done_, seat_.number());
      return tl::unexpected(Fault{FaultKind::Crash, script_.wrong, {}});
    }
    if (script_.has_remark_at(seat_, question, done_))
      answer->remark = script_.played.remarks[script_.remarks++].remark;
    return TimedAnswer{std::move(*answer)};
  }

 private:
  Action first_cards_pushed() const {
    const auto& cards = script_.deal.cards[seat_];
    return Action::push_cards(cards[0], cards[1], cards[2]);
  }
  /// Whether a call that comes next came with the seat's first turn, not when it was asked for Tichu: the same events,
  /// but what was said between the two was said before the call.
  bool is_called_later() const {
    const auto is_before = [&](Seat who, std::optional<Question> question, std::size_t after) {
      return after == done_ &&
             ((question == Question::Tichu && seat_ < who) || (question == Question::Turn && seat_ == who));
    };
    const auto& [actions, remarks, result, faults, forfeited] = script_.played;
    return std::any_of(remarks.begin() + static_cast<std::ptrdiff_t>(script_.remarks), remarks.end(),
                       [&](const RecordedRemark& one) { return is_before(one.seat, one.question, one.after); }) ||
           std::any_of(faults.begin() + static_cast<std::ptrdiff_t>(script_.faults), faults.end(),
                       [&](const SeatFault& one) { return is_before(one.seat, one.question, one.actions); });
  }

  Script& script_;
  const Seat seat_;
  const RecordedDecisions recorded_;
  std::size_t done_ = 0;  ///< actions that had happened when it was asked last
};

/// The faults of bots that did not sit down: first those that are given up, then those that could not, each from seat
/// 0. The error is why no table has them.
tl::expected<std::vector<SeatFault>, std::string> absences_of(const PlayedRound& played, const RoundSetup& setup,
                                                              const std::optional<PerSeat<bool>>& given_up) {
  std::vector<SeatFault> absent;
  for (const SeatFault& fault : played.faults) {
    if (fault.question) break;
    absent.push_back(fault);
  }
  if (!absent.empty() && !given_up) return tl::unexpected<std::string>("a seat that sat down already did not sit down");
  std::vector<Seat> missing;
  for (const Seat seat : AllSeats) {
    if (given_up && (*given_up)[seat]) missing.push_back(seat);
  }
  for (std::size_t i = 0; i < std::max(absent.size(), missing.size()); ++i) {
    const bool is_given_up = i < missing.size();
    const bool is_ended = !setup.substitute && i > 0;  // the first fault ends the round
    if (is_ended && i == absent.size()) break;
    if (is_ended || i == absent.size()) return tl::unexpected<std::string>("a bot played that is given up");
    const SeatFault& fault = absent[i];
    const bool is_in_order = is_given_up ? fault.seat == missing[i]
                                         : std::find(missing.begin(), missing.end(), fault.seat) == missing.end() &&
                                               (i == missing.size() || absent[i - 1].seat < fault.seat);
    if (!is_in_order || (fault.fault.kind == FaultKind::GivenUp) != is_given_up || fault.actions != 0) {
      return tl::unexpected<std::string>("faults before the first question are not those of such a table");
    }
  }
  return absent;
}

/// What of a round is not as the table has it; empty if nothing is.
std::string difference(const Script& script, const RoundOutcome& outcome) {
  const PlayedRound& played = script.played;
  for (std::size_t i = 0; i < outcome.faults.size(); ++i) {
    const SeatFault& fault = outcome.faults[i];
    const auto is_said = [&](const SeatFault& said) {
      return said.seat == fault.seat && said.fault.kind == fault.fault.kind && said.question == fault.question &&
             said.actions == fault.actions && (said.fault.kind != FaultKind::GivenUp || !said.question);
    };
    if (i == played.faults.size() || !is_said(played.faults[i])) {
      return fmt::format("event {}: {}", fault.actions, fault.fault.text);
    }
  }
  const Record& record = outcome.record;
  if (outcome.faults.size() != played.faults.size()) {
    return fmt::format("faults[{}] is where its seat was not asked that", outcome.faults.size());
  }
  if (played.forfeited != record.failure.has_value()) {
    return played.forfeited ? "a fault ends the round, though a substitute plays on" : "a fault does not end the round";
  }
  if (record.actions != played.actions) {
    const auto [mine, its] =
        std::mismatch(record.actions.begin(), record.actions.end(), played.actions.begin(), played.actions.end());
    return fmt::format("event {} is not what happened there", mine - record.actions.begin());
  }
  if (record.remarks != played.remarks) return "its remarks are not those that a table keeps";
  if (record.result != played.result) return "the stated result is not that of the round";
  return {};
}

/// Puts what a worker says of its faults in the place of what the table says.
void take_faults(RoundOutcome& outcome, std::vector<SeatFault> faults) {
  const bool is_forfeited = outcome.record.failure.has_value();
  outcome.faults.clear();
  outcome.record.faults.clear();
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (is_forfeited && i + 1 == faults.size()) {
      forfeit(outcome, std::move(faults[i]));
    } else {
      add_fault(outcome, std::move(faults[i]));
    }
  }
}

}  // namespace

tl::expected<ReplayedRound, std::string> replay_round(RoundSetup setup, const std::optional<PerSeat<bool>>& given_up,
                                                      PlayedRound played) {
  auto absent = absences_of(played, setup, given_up);
  if (!absent) return tl::unexpected(std::move(absent.error()));
  Script script{played, setup.deal, absent->size()};
  setup.log = &script.log;
  std::array<ScriptedPlayer, 4> players{{{script, Seat(0)}, {script, Seat(1)}, {script, Seat(2)}, {script, Seat(3)}}};
  for (const Seat seat : AllSeats) setup.players[seat] = &players[static_cast<std::size_t>(seat.number())];
  for (const SeatFault& fault : *absent) setup.substituted[fault.seat] = true;
  ReplayedRound replayed;
  RoundOutcome& outcome = replayed.outcome;
  if (absent->empty() || setup.substitute) {
    setup.absences = std::move(*absent);
    outcome = play_round(setup);
  } else {
    outcome.record.deal = setup.deal;
    outcome.record.deal_index = setup.deal_index;
    outcome.record.rules = setup.rules;
    forfeit(outcome, std::move(absent->front()));
  }
  if (!script.wrong.empty()) return tl::unexpected(std::move(script.wrong));
  if (std::string wrong = difference(script, outcome); !wrong.empty()) return tl::unexpected(std::move(wrong));
  for (const SeatFault& fault : played.faults) {
    if (fault.fault.kind == FaultKind::IllegalAction) ++replayed.doubtful[fault.seat];
  }
  take_faults(outcome, std::move(played.faults));
  return replayed;
}

}  // namespace tichu::arena
