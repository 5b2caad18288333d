#include "arena/presentation/page_data/replay_json.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/follow.h"
#include "engine/notation.h"
#include "engine/watched_replay.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

Json seats_json(SeatSet seats) {
  Json list = Json::array();
  for (const Seat seat : AllSeats) {
    if (seats.contains(seat)) list.push_back(seat.number());
  }
  return list;
}

/// True if `action` is what a decision asked for with `question` can do.
bool answers(const Action& action, Question question) {
  switch (question) {
    case Question::GrandTichu:
      return action.kind == ActionKind::CallGrandTichu;
    case Question::Tichu:
      return action.kind == ActionKind::CallTichu;
    case Question::Push:
      return action.kind == ActionKind::Push;
    case Question::Turn:
      return action.kind == ActionKind::Play || action.kind == ActionKind::Pass;
    case Question::Bomb:
      return action.kind == ActionKind::Play;
    case Question::GiveDragon:
      return action.kind == ActionKind::GiveDragon;
  }
  return false;
}

/// The question that a decision answers, as far as it left an action.
Question question_of(DecisionCategory category) {
  switch (category) {
    case DecisionCategory::GrandTichu:
      return Question::GrandTichu;
    case DecisionCategory::Tichu:
      return Question::Tichu;
    case DecisionCategory::Push:
      return Question::Push;
    case DecisionCategory::Dragon:
      return Question::GiveDragon;
    default:
      return Question::Turn;
  }
}

/// The index of the action that a remark is about; nullopt if the decision left no action. What seats do at the same
/// time is kept together, later; everything else is the next action, except that a call of Tichu may come before it.
std::optional<std::size_t> action_of(const RecordedRemark& recorded, const std::vector<RecordedAction>& actions) {
  const bool at_once = recorded.question == Question::GrandTichu || recorded.question == Question::Push;
  const std::size_t span = at_once ? 8 : recorded.question == Question::Turn ? 2 : 1;
  for (std::size_t i = recorded.after; i < std::min(actions.size(), recorded.after + span); ++i) {
    if (actions[i].seat == recorded.seat && answers(actions[i].action, recorded.question)) return i;
  }
  return std::nullopt;
}

Json remark_json(const RecordedRemark& recorded, bool declined) {
  const Remark& remark = recorded.remark;
  Json json{{"seat", recorded.seat.number()}};
  if (declined) json["declined"] = to_text(recorded.question);
  if (!remark.note.empty()) json["note"] = remark.note;
  if (remark.value) json["value"] = *remark.value;
  for (const MoveProbability& choice : remark.probabilities) {
    json["probabilities"].push_back({choice.move, choice.probability});
  }
  return json;
}

/// Makes the steps from the engine's events, and adds the state of the round after each action.
class StepList {
 public:
  void watch(const Round& round, const EventLog& log) {
    const int before = taken_;
    while (taken_ < log.size()) take(log[taken_++]);
    if (taken_ > before || steps_.empty()) add_state(round);
  }

  void end(const RoundResult& result) {
    Json out = Json::array();
    for (int i = 0; i < result.out_count; ++i) out.push_back(result.out[static_cast<std::size_t>(i)].number());
    steps_.push_back({{"do", "end"},
                      {"out", std::move(out)},
                      {"double", result.double_victory},
                      {"cards", {result.cards[Team::A].value(), result.cards[Team::B].value()}},
                      {"score", {result.score[Team::A].value(), result.score[Team::B].value()}}});
  }

  void fail(const RecordFailure& failure) {
    Json step{{"do", "fault"}, {"kind", failure.kind}, {"text", failure.text}};
    if (failure.seat) step["seat"] = failure.seat->number();
    steps_.push_back(std::move(step));
  }

  /// Attaches what bots said to the steps of their decisions.
  void add_remarks(const Record& record) {
    if (steps_.empty()) return;
    for (const RecordedRemark& recorded : record.remarks) {
      const std::optional<std::size_t> action = action_of(recorded, record.actions);
      // What all seats do at once gets its step when all have done it; a round that broke off may lack that step.
      const bool seen = action && *action < step_of_action_.size();
      Json& step = steps_[seen ? step_of_action_[*action] : step_before(recorded)];
      step["remarks"].push_back(remark_json(recorded, !action));
    }
  }

  /// Attaches faults to the first step of each substitute, where the seat's own bot should have answered.
  void add_faults(const Record& record) {
    if (steps_.empty()) return;
    for (const RecordedFault& fault : record.faults) {
      std::size_t action = std::min(fault.after, step_of_action_.size());
      while (action < step_of_action_.size() && record.actions[action].seat != fault.seat) ++action;
      Json& step = action < step_of_action_.size() ? steps_[step_of_action_[action]] : steps_.back();
      step["faults"].push_back({{"seat", fault.seat.number()}, {"kind", fault.kind}, {"text", fault.text}});
    }
  }

  /// The step at which a decision shows: that of the action that it led to or, if it left none, where it was refused.
  std::size_t step_of(const AnalysedDecision& decision, const Record& record) const {
    const auto action = action_of({decision.seat, question_of(decision.category), decision.after, {}}, record.actions);
    const bool calls =
        decision.category == DecisionCategory::GrandTichu || decision.category == DecisionCategory::Tichu;
    const bool refused = (calls && decision.move.starts_with("no ")) || decision.move == "no bomb";
    if (!refused && action && *action < step_of_action_.size()) return step_of_action_[*action];
    if (decision.category == DecisionCategory::GrandTichu || step_of_action_.empty()) return 0;
    if (decision.move == "no bomb" && decision.after > 0) {
      return step_of_action_[std::min(decision.after, step_of_action_.size()) - 1];
    }
    return step_of_action_[std::min(decision.after, step_of_action_.size() - 1)];
  }

  Json take_steps() { return std::move(steps_); }

 private:
  void take(const Event& event) {
    add_step(event);
    if (event.kind != EventKind::Dealt && event.kind != EventKind::TrickTaken) {
      step_of_action_.push_back(steps_.size() - 1);
    }
  }

  void add_step(const Event& event) {
    switch (event.kind) {
      case EventKind::Dealt:
        return take_dealt(event);
      case EventKind::Push:
        return take_push(event);
      case EventKind::Play:
        return take_play(event);
      case EventKind::GrandTichu:
        return add("grand_tichu", event);
      case EventKind::Tichu:
        return add("tichu", event);
      case EventKind::Pass:
        return add("pass", event);
      case EventKind::TrickTaken:
        add("take", event);
        steps_.back()["to"] = event.to.number();
        steps_.back()["points"] = event.points;
        return;
      case EventKind::GiveDragon:
        add("give_dragon", event);
        steps_.back()["to"] = event.to.number();
        return;
    }
  }

  /// The step at which a decision without an event was made: not to call, or not to bomb.
  std::size_t step_before(const RecordedRemark& recorded) const {
    const std::vector<std::size_t>& steps = step_of_action_;
    if (recorded.question == Question::GrandTichu || steps.empty()) return 0;
    if (recorded.after >= steps.size()) return steps.back();
    if (recorded.question == Question::Bomb && recorded.after > 0) return steps[recorded.after - 1];
    return steps[recorded.after] - 1;  // the first step deals
  }

  void add(const char* what, const Event& event) { steps_.push_back({{"do", what}, {"seat", event.seat.number()}}); }

  /// The step that collects what all four seats do at once; the first of them creates it.
  Json& gathered(const char* what, Seat seat) {
    if (seat == Seat(0)) steps_.push_back({{"do", what}, {"cards", Json::array({nullptr, nullptr, nullptr, nullptr})}});
    return steps_.back()["cards"][static_cast<std::size_t>(seat.number())];
  }

  void take_dealt(const Event& event) { gathered("deal", event.seat) = to_text(event.combination.cards); }

  void take_push(const Event& event) {
    Json cards = Json::array();
    for (const Card card : event.push.cards) cards.push_back(to_text(card));
    gathered("push", event.seat) = std::move(cards);
  }

  void take_play(const Event& event) {
    add("play", event);
    Json& step = steps_.back();
    const Combination& play = event.combination;
    step["cards"] = to_text(play.cards);
    step["kind"] = to_text(play.kind);
    step["rank"] = number(play.rank);
    if (play.phoenix_as != Rank::None) step["phoenix_as"] = number(play.phoenix_as);
    if (play.is_bomb()) step["bomb"] = true;
    if (event.wish != Rank::None) step["wish_made"] = number(event.wish);
    if (event.out_of_turn) step["out_of_turn"] = true;
  }

  /// Whose move it is next if nobody bombs, who may bomb, and the wish that binds.
  void add_state(const Round& round) {
    Json& step = steps_.back();
    SeatSet bombs;
    for (const Seat seat : AllSeats) {
      const bool on_turn = round.pending().question == Question::Turn && round.pending().seats.contains(seat);
      const bool could = on_turn && !round.table().empty() && holds_bomb(round.hand(seat), round.table());
      if (could || round.is_legal(seat, Action::no_bomb())) bombs.insert(seat);
    }
    Round closed = round;
    EventLog ignored;
    while (!closed.is_over() && closed.pending().question == Question::Bomb) {
      closed.step(closed.pending().seats.first(), Action::no_bomb(), ignored);
    }
    step["next"] = seats_json(closed.pending().seats);
    if (!bombs.empty()) step["bombs"] = seats_json(bombs);
    if (round.wish() != Rank::None) step["wish"] = number(round.wish());
    if (round.trick_points() != 0) step["trick"] = round.trick_points();
  }

  Json steps_ = Json::array();
  std::vector<std::size_t> step_of_action_;  ///< for the actions that records keep
  int taken_ = 0;
};

Json verdict_json(const DecisionVerdict& verdict) {
  Json json{{"value", verdict.value}, {"loss", verdict.loss}, {"error", verdict.error}, {"better", verdict.better}};
  if (!verdict.best.empty()) json["best"] = verdict.best;
  if (verdict.mark != Mark::None) json["mark"] = to_text(verdict.mark);
  Json others = Json::array();
  for (const OtherMove& other : verdict.others) others.push_back({other.move, other.ahead, other.error});
  json["others"] = std::move(others);
  return json;
}

Json analysis_json(const RoundAnalysis& analysis, const StepList& steps, const Record& record) {
  Json decisions = Json::array();
  for (const AnalysedDecision& decision : analysis.decisions) {
    Json json{{"step", steps.step_of(decision, record)},
              {"after", decision.after},
              {"seat", decision.seat.number()},
              {"matter", to_text(decision.category)},
              {"move", decision.move},
              {"expected", decision.expected},
              {"skill", decision.skill},
              {"guess", decision.guess}};
    if (decision.verdict) json["verdict"] = verdict_json(*decision.verdict);
    decisions.push_back(std::move(json));
  }
  return {{"margin", analysis.margin},
          {"cards", analysis.cards},
          {"skill", analysis.skill},
          {"guess", analysis.guess},
          {"decisions", std::move(decisions)}};
}

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error("a stored record cannot be replayed: " + why);
}

}  // namespace

std::string replay_json(const Record& record, const RoundAnalysis* analysis) {
  StepList steps;
  const Replay replayed = watched_replay(record.deal, record.rules, record.actions,
                                         [&](const Round& round, const EventLog& log) { steps.watch(round, log); });
  if (replayed.fault) refuse("RULES " + replayed.fault->clause + ": " + replayed.fault->message);
  steps.add_faults(record);
  if (replayed.result) steps.end(*replayed.result);
  steps.add_remarks(record);
  if (record.failure) steps.fail(*record.failure);
  Json json;
  json["round"] = record.round.value_or(RoundNumber());
  if (record.deal_index) json["deal_index"] = *record.deal_index;
  if (record.bots) json["bots"] = *record.bots;
  if (record.result && record.result->score) {
    json["score"] = {(*record.result->score)[Team::A].value(), (*record.result->score)[Team::B].value()};
  }
  if (analysis != nullptr) json["analysis"] = analysis_json(*analysis, steps, record);
  json["steps"] = steps.take_steps();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tichu::arena
