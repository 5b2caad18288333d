#include "arena/analysis/play_values.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "arena/analysis/round_analysis.h"
#include "arena/text/number_text.h"
#include "engine/plays.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

struct Estimate {
  double mean = 0;
  double error = 0;
};

/// Of the margins of one play, less those of another.
Estimate estimate(std::span<const float> margins, std::size_t plays, std::size_t play, const std::size_t* other) {
  const double worlds = static_cast<double>(margins.size() / plays);
  double sum = 0;
  double squares = 0;
  for (std::size_t row = 0; row < margins.size(); row += plays) {
    const double value = margins[row + play] - (other == nullptr ? 0.0F : margins[row + *other]);
    sum += value;
    squares += value * value;
  }
  const double variance = std::max(0.0, (squares - sum * sum / worlds) / (worlds - 1));
  return {sum / worlds, std::sqrt(variance / worlds)};
}

bool has_plays(const Decision& decision) {
  return decision.category == DecisionCategory::Lead || decision.category == DecisionCategory::Follow ||
         decision.category == DecisionCategory::Pass || decision.category == DecisionCategory::Bomb;
}

/// What was played, then all else that was legal.
std::vector<Answer> legal_answers(const Decision& decision, const Observation& seen) {
  const auto plays = std::make_unique<PlayList>();
  const bool bomb = decision.question == Question::Bomb;
  canonical_plays(bomb ? PlayQuery::bomb(seen) : PlayQuery::turn(seen), *plays);
  std::vector<Answer> all{decision.played};
  const auto add = [&](Answer answer) {
    if (!are_alike(decision.question, answer, decision.played)) all.push_back(std::move(answer));
  };
  if (plays->may_pass()) add({false, bomb ? Action::no_bomb() : Action::pass()});
  for (const Combination& play : *plays) {
    Answer answer{false, Action::play_cards(play)};
    if (play.cards.contains(Card::mahjong())) answer.action.wish = usual_wish(seen.hand, seen.unseen());
    add(std::move(answer));
  }
  return all;
}

}  // namespace

tl::expected<std::string, std::string> play_values(const Record& record, const PlayValuesSettings& settings,
                                                   PluginAnalyst& analyst) {
  std::string lines;
  std::uint64_t number = 0;
  const std::uint64_t key = Random(settings.seed, record.job.value_or(JobNumber()).value()).next();
  const auto value = [&](const Decision& decision, const Observation& seen) {
    const std::uint64_t seed = Random(key, number++).next();
    if (!has_plays(decision)) return;
    const std::vector<Answer> answers = legal_answers(decision, seen);
    std::vector<float> margins(settings.worlds * answers.size());
    const std::size_t worlds = analyst.judge(decision, seen, answers, seed, margins);
    if (worlds < 2) return;
    margins.resize(worlds * answers.size());
    Json plays = Json::array();
    for (std::size_t i = 0; i < answers.size(); ++i) {
      constexpr std::size_t Played = 0;
      const Estimate alone = estimate(margins, answers.size(), i, nullptr);
      const Estimate ahead = estimate(margins, answers.size(), i, &Played);
      plays.push_back({{"move", move_text(decision.question, decision.category, answers[i])},
                       {"value", rounded_number(alone.mean)},
                       {"error", rounded_number(alone.error)},
                       {"ahead", rounded_number(ahead.mean)},
                       {"ahead_error", rounded_number(ahead.error)}});
    }
    lines += Json{{"job", record.job.value_or(JobNumber()).value()},
                  {"seat", decision.seat.number()},
                  {"after", decision.after},
                  {"worlds", worlds},
                  {"plays", std::move(plays)}}
                 .dump() +
             "\n";
  };
  return walk_decisions(record, value).map([&](const RoundResult&) { return std::move(lines); });
}

}  // namespace tichu::arena
