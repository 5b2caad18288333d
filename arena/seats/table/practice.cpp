#include "arena/seats/table/practice.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "arena/analysis/decision_walk.h"
#include "arena/hosting/player/answer_legality.h"
#include "arena/presentation/live/json_response.h"
#include "arena/seats/table/coach.h"
#include "arena/seats/table/table_state.h"
#include "engine/plays.h"
#include "protocol/json_reading.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;

constexpr std::uint32_t QuestionNumber = 1;
constexpr const char* NobodyElse = R"({"seat":0,"clock_s":null,"presence":{},"absences":[]})";
constexpr const char* SilentCoach = R"({"take_back":null,"waiting":0,"trouble":"","remarks":[],"hint":null})";

/// False if the record has no such decision.
bool visit(const Record& record, const DecisionPlace& place, const DecisionVisitor& visitor) {
  bool found = false;
  const auto walked = walk_decisions(record, [&](const Decision& decision, const Observation& seen) {
    const bool is_there =
        decision.seat == Seat(0) && decision.after == place.after && decision.category == place.category;
    if (!is_there || std::exchange(found, true)) return;
    visitor(decision, seen);
  });
  return walked && found;
}

std::string snapshot_of(const Record& record, const Decision& decision, const Observation& seen) {
  TableCaption caption;
  for (const Side side : AllSides) {
    if (record.bots) caption.names[side] = record.bots->at(static_cast<std::size_t>(Seat(0).at(side).number()));
  }
  caption.rounds = 1;
  caption.target = record.rules.target;
  TableState state(std::move(caption));
  state.stage = TableStage::Round;
  state.people = NobodyElse;
  state.coach = SilentCoach;
  for (const SeenEvent& event : seen.history()) state.see(event, seen);
  const auto plays = std::make_unique<PlayList>();
  OpenQuestion asked{QuestionNumber, decision.question, &seen, nullptr, true};
  if (decision.question == Question::Turn || decision.question == Question::Bomb) {
    exact_plays(decision.question == Question::Turn ? PlayQuery::turn(seen) : PlayQuery::bomb(seen), *plays);
    asked.plays = plays.get();
  }
  state.open(asked);
  return state.text("practice", 0, 0);
}

/// What the answer decides in the matter that is practised, or else first; nullopt: nothing.
std::optional<SeenDecision> decided(const Decision& asked, const Answer& answer, const Observation& seen) {
  std::vector<SeenDecision> decisions = decisions_of(asked.question, answer, seen);
  const auto found = std::ranges::find(decisions, asked.category, &SeenDecision::category);
  if (found != decisions.end()) return std::move(*found);
  return decisions.empty() ? std::nullopt : std::optional(std::move(decisions.front()));
}

HttpResponse told(const SeenDecision& decision, const Observation& seen, const RoundNumbers& round,
                  const AnalystLibrary& library, const AnalysisSettings& settings) {
  PluginAnalyst analyst(library, seen.rules);
  JudgementBudget budget;
  budget.simulations = settings.simulations;
  const std::uint64_t seed = judgement_seed(settings.seed, round, Seat(0), decision, seen);
  const Judgement judgement = judge_decision(decision, seen, budget, settings.alternatives, seed, analyst);
  const DecisionVerdict verdict = verdict_of(decision, judgement);
  std::vector<MistakeCause> causes;
  if (verdict.mark != Mark::None) {
    causes = causes_of(decision, judgement.alternatives[judgement.best].answer, seen);
  }
  protocol::JsonWriter out;
  out.open('{').key("taken").truth(true).key("told").open('{');
  put_told(out, decision, verdict, causes);
  return written_json_response(std::string(out.close('}').close('}').view()));
}

}  // namespace

std::optional<std::string> practice_snapshot(const Record& record, const DecisionPlace& place) {
  std::string text;
  const bool found = visit(record, place, [&](const Decision& decision, const Observation& seen) {
    text = snapshot_of(record, decision, seen);
  });
  return found ? std::optional(std::move(text)) : std::nullopt;
}

HttpResponse practise(const Record& record, const DecisionPlace& place, std::string_view command,
                      const AnalystLibrary& analyst, const AnalysisSettings& settings) {
  const auto said = protocol::parse_json_object(command);
  if (!said) return problem_response(400, said.error());
  const bool judges = said->value("do", Json()) == "judge";
  if (!judges && said->value("do", Json()) != "answer") {
    return problem_response(400, R"("do" is answer or judge)");
  }
  const auto named = said->find("answer");
  if (named == said->end() || !named->is_object()) return problem_response(400, R"("answer" is an object)");
  HttpResponse made = problem_response(404, "there is no such decision");
  visit(record, place, [&](const Decision& asked, const Observation& seen) {
    const protocol::Decoded<Answer> read = protocol::read_json_answer(*named, asked.question);
    if (!read) {
      made = problem_response(400, read.error());
      return;
    }
    const tl::expected<Answer, AnswerRefusal> answer = judge_answer(asked.question, *read, seen);
    if (!answer) {
      Json why{{"clause", answer.error().clause}, {"problem", answer.error().reason}};
      if (judges) why["legal"] = false;
      made = json_response(judges ? 200 : 422, why);
      return;
    }
    const std::optional<SeenDecision> decision = decided(asked, *answer, seen);
    if (judges || !decision) {
      made = json_response(200, {{"taken", !judges}, {"legal", true}, {"told", nullptr}});
      return;
    }
    const RoundNumbers round{record.job.value_or(JobNumber()), record.seating.value_or(SeatingNumber()),
                             record.round.value_or(RoundNumber())};
    made = told(*decision, seen, round, analyst, settings);
  });
  return made;
}

}  // namespace tichu::arena
