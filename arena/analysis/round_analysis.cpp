#include "arena/analysis/round_analysis.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arena/analysis/decision_walk.h"
#include "engine/notation.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

constexpr std::size_t OthersKept = 3;

double rounded(double value) { return std::round(value * 1000) / 1000 + 0.0; }

std::uint64_t add(std::uint64_t key, std::uint64_t number) { return Random(key, number).next(); }

RoundNumbers numbers_of(const Record& record) {
  return {record.job.value_or(JobNumber()), record.seating.value_or(SeatingNumber()),
          record.round.value_or(RoundNumber())};
}

std::uint64_t numbers_key(std::uint64_t seed, const RoundNumbers& round) {
  return add(add(add(seed, round.job.value()), round.seating.value()), round.round.value());
}

/// A number that is another for every round of a set of records.
std::uint64_t round_key(const Record& record, std::uint64_t seed) {
  std::uint64_t key = numbers_key(seed, numbers_of(record));
  for (const Seat seat : AllSeats) key = Random::mix(key + record.deal.hand(seat).bits());
  return key;
}

/// Puts together what is found of one round.
class RoundAnalyser {
 public:
  RoundAnalyser(const Record& record, const AnalysisSettings& settings, const SeatChoice& is_judged,
                PluginAnalyst& analyst)
      : settings_(settings), is_judged_(is_judged), analyst_(analyst), round_(numbers_of(record)) {}

  JudgementBudget budget(std::size_t judged) const {
    JudgementBudget budget;
    budget.simulations = settings_.simulations;
    if (settings_.simulations == 0) {
      const std::chrono::duration<double> share(settings_.seconds /
                                                static_cast<double>(std::max<std::size_t>(1, judged)));
      budget.time = std::max(std::chrono::nanoseconds(1), std::chrono::duration_cast<std::chrono::nanoseconds>(share));
    }
    return budget;
  }

  AnalysedDecision analyse(const Decision& decision, const Observation& seen, const JudgementBudget& budget) {
    AnalysedDecision analysed;
    analysed.seat = decision.seat;
    analysed.category = decision.category;
    analysed.phase = decision.phase;
    analysed.situations = decision.situations;
    analysed.after = decision.after;
    analysed.move = move_text(decision.question, decision.category, decision.played);
    if (!is_judged_(decision.seat)) return analysed;
    const std::uint64_t seed = judgement_seed(settings_.seed, round_, decision.seat, decision, seen);
    analysed.verdict =
        verdict_of(decision, judge_decision(decision, seen, budget, settings_.alternatives, seed, analyst_));
    return analysed;
  }

 private:
  const AnalysisSettings& settings_;
  const SeatChoice& is_judged_;
  PluginAnalyst& analyst_;
  RoundNumbers round_;
};

/// How many decisions a round has of the seats that are judged.
std::size_t count_judged(const Record& record, const SeatChoice& is_judged) {
  std::size_t count = 0;
  (void)walk_decisions(
      record, [&](const Decision& decision, const Observation&) { count += is_judged(decision.seat) ? 1 : 0; });
  return count;
}

}  // namespace

std::uint64_t judgement_seed(std::uint64_t seed, const RoundNumbers& round, Seat seat, const SeenDecision& decision,
                             const Observation& seen) {
  const auto kind = static_cast<std::uint64_t>(decision.question) << 8U | static_cast<std::uint64_t>(decision.category);
  const std::uint64_t key = add(numbers_key(seed, round), static_cast<std::uint64_t>(seat.number()));
  return add(add(Random::mix(key + seen.hand.bits()), seen.event_count), kind);
}

Judgement judge_decision(const SeenDecision& decision, const Observation& seen, const JudgementBudget& budget,
                         std::size_t alternatives, std::uint64_t seed, PluginAnalyst& analyst,
                         const std::function<void()>& pause) {
  const std::vector<Answer> answers = analyst.alternatives(decision, seen, alternatives + 1);
  return judge(answers, budget, seed,
               [&](std::span<const Answer> compared, std::uint64_t world_seed, std::span<float> margins) {
                 if (pause) pause();
                 return analyst.judge(decision, seen, compared, world_seed, margins);
               });
}

DecisionVerdict verdict_of(const SeenDecision& decision, const Judgement& judgement) {
  DecisionVerdict verdict;
  verdict.value = rounded(judgement.alternatives.front().value);
  verdict.loss = rounded(judgement.loss);
  verdict.error = rounded(judgement.error);
  verdict.better = rounded(judgement.better);
  verdict.worlds = judgement.worlds;
  verdict.mark = judgement.best == 0 ? Mark::None : mark_of(judgement.loss, judgement.error, judgement.better);
  if (judgement.best != 0) {
    verdict.best = move_text(decision.question, decision.category, judgement.alternatives[judgement.best].answer);
  }
  std::vector<const JudgedAlternative*> others;
  for (std::size_t i = 1; i < judgement.alternatives.size(); ++i) others.push_back(&judgement.alternatives[i]);
  std::stable_sort(others.begin(), others.end(),
                   [](const JudgedAlternative* a, const JudgedAlternative* b) { return a->ahead > b->ahead; });
  for (std::size_t i = 0; i < std::min(OthersKept, others.size()); ++i) {
    verdict.others.push_back({move_text(decision.question, decision.category, others[i]->answer),
                              rounded(others[i]->ahead), rounded(others[i]->error)});
  }
  return verdict;
}

std::string move_text(Question question, DecisionCategory category, const Answer& answer) {
  const Action& action = answer.action;
  switch (question) {
    case Question::GrandTichu:
      return answer.call ? "Grand Tichu" : "no Grand Tichu";
    case Question::Tichu:
      return answer.call ? "Tichu" : "no Tichu";
    case Question::Push:
      return to_text(action.push.to(Side::Right)) + " " + to_text(action.push.to(Side::Partner)) + " " +
             to_text(action.push.to(Side::Left));
    case Question::GiveDragon:
      return action.give_to == Side::Right ? "to the right" : "to the left";
    case Question::Turn:
    case Question::Bomb:
      break;
  }
  if (category == DecisionCategory::Wish) return action.wish == Rank::None ? "no wish" : "wish " + to_text(action.wish);
  if (action.kind == ActionKind::Pass) return "pass";
  return action.kind == ActionKind::NoBomb ? "no bomb" : to_text(action.play);
}

tl::expected<RoundAnalysis, std::string> analyse_round(const Record& record, const AnalysisSettings& settings,
                                                       const SeatChoice& is_judged, PluginAnalyst& analyst,
                                                       const std::function<void()>& decided) {
  RoundAnalysis analysis;
  analysis.job = record.job.value_or(JobNumber());
  analysis.board = record.board.value_or(BoardNumber(analysis.job.value()));
  analysis.seating = record.seating.value_or(SeatingNumber());
  analysis.round = record.round.value_or(RoundNumber());
  if (record.bots) analysis.bots = *record.bots;
  RoundAnalyser analyser(record, settings, is_judged, analyst);
  const JudgementBudget budget = analyser.budget(settings.simulations == 0 ? count_judged(record, is_judged) : 0);
  LuckReader luck(settings.luck, round_key(record, settings.seed));
  if (record.deal.is_complete()) luck.begin(Round(record.deal, record.rules));
  const auto ended = walk_decisions(record, [&](const Decision& decision, const Observation& seen) {
    if (decided) decided();
    luck.add(decision, seen);
    analysis.decisions.push_back(analyser.analyse(decision, seen, budget));
  });
  if (!ended) return tl::unexpected(ended.error());
  const RoundLuck parts = luck.finish(*ended);
  analysis.margin = parts.margin;
  analysis.cards = parts.cards;
  analysis.skill = parts.skill;
  analysis.guess = parts.guess;
  for (std::size_t i = 0; i < analysis.decisions.size(); ++i) {
    analysis.decisions[i].expected = parts.decisions[i].expected;
    analysis.decisions[i].skill = parts.decisions[i].skill;
    analysis.decisions[i].guess = parts.decisions[i].guess;
  }
  return analysis;
}

}  // namespace tichu::arena
