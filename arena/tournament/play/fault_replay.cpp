#include "arena/tournament/play/fault_replay.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/table.h"
#include "arena/hosting/player/forwarding_player.h"
#include "arena/hosting/player/process_usage.h"
#include "arena/hosting/player/program_player.h"
#include "arena/hosting/player/question_text.h"
#include "arena/hosting/player/substitute.h"
#include "arena/tournament/play/recorded_decisions.h"
#include "engine/notation.h"
#include "engine/record.h"

namespace tichu::arena {
namespace {

const Fault BrokenOff{FaultKind::Crash, "broken off", {}};

/// How many recorded actions are behind the observation.
std::size_t done(const Observation& seen) {
  const auto history = seen.history();
  return static_cast<std::size_t>(std::count_if(
      history.begin(), history.end(), [](const SeenEvent& event) { return RecordedDecisions::is_action(event.kind); }));
}

/// A seat that does what a record says, and breaks the round off behind it.
class RecordedPlayer : public Player {
 public:
  RecordedPlayer(const std::vector<RecordedAction>& actions, Seat seat) : recorded_(actions, seat) {}

  tl::expected<void, Fault> sit_down(const SeatSetup& /*setup*/) override { return {}; }
  void begin_round(const Observation& /*seen*/) override {}
  void tell(const SeenEvent& /*event*/, const Observation& /*seen*/) override {}
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds /*limit*/) override {
    const std::optional<Answer> answer = recorded_.answer(question, done(seen));
    if (answer) return TimedAnswer{*answer};
    // A push that nobody saw before the fault may be any.
    if (question == Question::Push) return TimedAnswer{substitute_answer(question, seen)};
    return tl::unexpected(BrokenOff);
  }

 private:
  RecordedDecisions recorded_;
};

std::string answer_as_text(Question question, const Answer& answer) {
  if (question == Question::GrandTichu || question == Question::Tichu) return answer.call ? "calls" : "does not call";
  return (answer.call ? "calls Tichu, " : "") + to_text(answer.action);
}

/// Asks the bot whatever it was asked then, and plays on by the record.
class BotAskedAgain : public ForwardingPlayer {
 public:
  BotAskedAgain(Player& bot, const FaultReplayPlan& plan, FaultReplay& replay)
      : ForwardingPlayer(bot), plan_(plan), replay_(replay) {}

  void use(const std::vector<RecordedAction>& actions, RoundNumber round) {
    recorded_.emplace(actions, plan_.fault.seat);
    round_ = round;
  }

  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override {
    if (replay_.reached) return tl::unexpected(BrokenOff);
    const bool is_place = is_place_of_fault(question, seen);
    const std::optional<Answer> then = is_place ? std::nullopt : recorded_->answer(question, done(seen));
    if (!is_place && !then) return tl::unexpected(BrokenOff);
    AskedAgain asked{round_, question, knowledge_text(question, seen), "", "", is_place};
    tl::expected<TimedAnswer, Fault> now = player().ask(question, seen, limit);
    replay_.reached = is_place;
    if (now) asked.answered = answer_as_text(question, *now);
    if (now && then && answer_as_text(question, *then) != asked.answered) asked.then = answer_as_text(question, *then);
    if (plan_.on_decision) plan_.on_decision(asked);
    if (now && then) static_cast<Answer&>(*now) = *then;
    return now;
  }
  bool retry(const Fault& fault) override {
    if (!player().retry(fault)) return false;
    replay_.reached = false;
    return true;
  }

 private:
  /// A call that was declined leaves no trace, so of several such questions in a row the first counts.
  bool is_place_of_fault(Question question, const Observation& seen) const {
    if (round_ != plan_.fault.round || question != plan_.fault.question) return false;
    if (question == Question::GrandTichu || question == Question::Push) return true;
    const std::size_t called = question == Question::Turn && is_call_before_fault(seen) ? 1 : 0;
    return done(seen) + called >= plan_.fault.actions;
  }
  /// A Tichu that was called with a turn that went wrong is recorded already.
  bool is_call_before_fault(const Observation& seen) const {
    const std::optional<Answer> called = recorded_->answer(Question::Tichu, done(seen));
    return called && called->call;
  }

  const FaultReplayPlan& plan_;
  FaultReplay& replay_;
  std::optional<RecordedDecisions> recorded_;
  RoundNumber round_;
};

/// The rounds of the fault's table up to that of the fault; empty if one is missing.
std::vector<const StoredRound*> rounds_up_to(const FinishedFault& fault, const StoredBoard& board) {
  std::vector<const StoredRound*> rounds;
  for (const StoredRound& round : board.rounds) {
    if (round.seating == fault.seating && round.number <= fault.round) rounds.push_back(&round);
  }
  if (rounds.size() != static_cast<std::size_t>(fault.round.value()) + 1) return {};
  return rounds;
}

/// Plays the table's rounds.
class TableAgain {
 public:
  explicit TableAgain(const FaultReplayPlan& plan)
      : plan_(plan), bot_(plan.bot, plan.limits, plan.sandbox), asked_(bot_, plan, replay_) {}

  FaultReplay play(const std::vector<const StoredRound*>& rounds) {
    const SeatSetup setup{own_seed(), plan_.config.rules, plan_.bot.options, plan_.config.remarks,
                          plan_.config.retries};
    if (auto seated = asked_.sit_down(setup); !seated) {
      replay_.fault = std::move(seated.error());
      replay_.reached = !plan_.fault.question;
      return std::move(replay_);
    }
    if (plan_.on_start) {
      if (const auto process = bot_.process_id()) plan_.on_start({with_descendants(*process).back()});
    }
    replay_.reached = !plan_.fault.question;
    PerTeam<Points> totals;
    for (const StoredRound* round : rounds) {
      if (replay_.reached || replay_.fault || !play_round_again(*round, totals)) break;
    }
    replay_.exchange = bot_.last_exchange();
    return std::move(replay_);
  }

 private:
  std::uint64_t own_seed() const {
    if (plan_.seed) return *plan_.seed;
    BoardSpec spec;
    spec.tournament_seed = seed_of(plan_.config, plan_.board.job.number);
    spec.board = plan_.board.job.board;
    return bot_seed(spec, plan_.fault.seating, plan_.fault.seat);
  }

  /// False if the table ends with it.
  bool play_round_again(const StoredRound& round, PerTeam<Points>& totals) {
    std::vector<RecordedAction> actions = round.record.actions;
    if (round.number == plan_.fault.round) actions.resize(std::min(actions.size(), plan_.fault.actions));
    asked_.use(actions, round.number);
    PerSeat<std::unique_ptr<Player>> others;
    PerSeat<Player*> players;
    for (const Seat seat : AllSeats) {
      others[seat] = std::make_unique<RecordedPlayer>(actions, seat);
      players[seat] = seat == plan_.fault.seat ? &asked_ : others[seat].get();
    }
    RoundOutcome outcome = play_round({.deal = round.record.deal,
                                       .deal_index = round.record.deal_index.value_or(0),
                                       .rules = plan_.config.rules,
                                       .totals = totals,
                                       .players = players,
                                       .limits = plan_.limits,
                                       .remarks = plan_.config.remarks});
    for (const Team team : {Team::A, Team::B}) totals[team] += outcome.score[team];
    if (!outcome.record.failure) return true;
    SeatFault& last = outcome.faults.back();
    if (last.seat == plan_.fault.seat && last.fault.text != BrokenOff.text) replay_.fault = std::move(last.fault);
    return false;
  }

  const FaultReplayPlan& plan_;
  FaultReplay replay_;
  ProgramPlayer bot_;
  BotAskedAgain asked_;
};

}  // namespace

tl::expected<FaultReplay, std::string> replay_fault(const FaultReplayPlan& plan) {
  const std::vector<const StoredRound*> rounds = rounds_up_to(plan.fault, plan.board);
  if (rounds.empty()) return tl::unexpected(std::string("a round of its table is not stored"));
  return TableAgain(plan).play(rounds);
}

}  // namespace tichu::arena
