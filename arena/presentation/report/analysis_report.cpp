#include "arena/presentation/report/analysis_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "arena/analysis/analysis_json.h"
#include "arena/statistics/rating/normal_distribution.h"
#include "arena/text/counted.h"
#include "arena/text/text_table.h"

namespace tichu::arena {
namespace {

std::string spaced(std::string_view word) {
  std::string text(word);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string error_text(const BoardMean& mean, int digits) {
  return mean.error ? fmt::format("±{:.{}f}", Normal95 * *mean.error, digits) : "±?";
}

std::vector<std::string> row_of(std::string name, const LossFigures& figures) {
  std::vector<std::string> row{std::move(name),
                               std::to_string(figures.decisions),
                               fmt::format("{:.2f}", figures.per_round.mean),
                               error_text(figures.per_round, 2),
                               fmt::format("{:.3f}", figures.per_decision.mean),
                               error_text(figures.per_decision, 3)};
  for (const Mark mark : {Mark::Inaccuracy, Mark::Mistake, Mark::Blunder}) {
    row.push_back(std::to_string(figures.marks[static_cast<std::size_t>(mark)]));
  }
  return row;
}

template <HasWords E, typename Groups>
std::string table_of(std::string_view heading, const Groups& groups, const LossFigures* all) {
  TextTable table("lrrrrrrrr");
  table.add({std::string(heading), "decisions", "lost/round", "±95%", "lost/decision", "±95%", "?!", "?", "??"});
  for (const E each : every<E>()) {
    const LossFigures& figures = groups[static_cast<std::size_t>(each)];
    if (figures.decisions > 0) table.add(row_of(spaced(to_text(each)), figures));
  }
  if (all != nullptr) table.add(row_of("all", *all));
  return table.text() + "\n";
}

std::string parts_text(const MarginParts& parts) {
  TextTable table("lrr");
  table.add({"points per round", "mean", "±95%"});
  const auto add = [&](const char* name, const BoardMean& mean) {
    table.add({name, fmt::format("{:+.1f}", mean.mean), error_text(mean, 1)});
  };
  add("score", parts.score);
  add("luck of the cards", parts.cards);
  add("luck of the guess", parts.guess);
  add("skill", parts.skill);
  add("score, luck taken out", parts.without_luck);
  std::string text = table.text();
  if (parts.factor)
    text +=
        fmt::format("Without luck the score tells as much as {:.1f} times as many boards with it.\n", *parts.factor);
  return text + "\n";
}

std::string worst_text(const std::vector<WorstDecision>& worst) {
  if (worst.empty()) return "";
  TextTable table("rrrrrlllrr");
  table.add({"job", "seating", "round", "event", "seat", "kind", "was", "better", "lost", "±95%"});
  for (const WorstDecision& each : worst) {
    const DecisionVerdict& verdict = *each.decision.verdict;
    table.add({to_string(each.job), to_string(each.seating), to_string(each.round), std::to_string(each.decision.after),
               std::to_string(each.decision.seat.number()), spaced(to_text(each.decision.category)), each.decision.move,
               verdict.best, fmt::format("{:.1f}", verdict.loss), fmt::format("±{:.1f}", Normal95 * verdict.error)});
  }
  return table.text() + "\n";
}

/// The differences that are worth most, beyond two errors, either way.
std::vector<std::pair<const ComparedRound*, const BotDifference*>> largest_differences(
    const std::vector<ComparedRound>& rounds) {
  std::vector<std::pair<const ComparedRound*, const BotDifference*>> all;
  for (const ComparedRound& round : rounds) {
    for (const BotDifference& difference : round.differences) {
      if (std::abs(difference.ahead) > 2 * difference.error) all.emplace_back(&round, &difference);
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.second->ahead) > std::abs(b.second->ahead); });
  all.resize(std::min(all.size(), WorstShown));
  return all;
}

}  // namespace

std::string comparison_text(const std::array<std::string, 2>& bots, const std::vector<ComparedRound>& rounds) {
  const ComparisonSummary summary = summarise(rounds);
  TextTable table("lrrrrrr");
  table.add({"kind", "asked", "different", bots[0] + " better by", "±95%", "a round", "±95%"});
  const auto add = [&](std::string name, const DifferenceFigures& figures) {
    table.add({std::move(name), std::to_string(figures.asked), std::to_string(figures.different),
               fmt::format("{:+.1f}", figures.per_difference.mean), error_text(figures.per_difference, 1),
               fmt::format("{:+.2f}", figures.per_round.mean), error_text(figures.per_round, 2)});
  };
  for (const DecisionCategory category : every<DecisionCategory>()) {
    const DifferenceFigures& figures = summary.categories[static_cast<std::size_t>(category)];
    if (figures.asked > 0) add(spaced(to_text(category)), figures);
  }
  add("all", summary.all);
  std::string text = fmt::format("{} against {} in the positions of {}\n\n{}\n", bots[0], bots[1],
                                 counted(summary.rounds, "round"), table.text());
  TextTable list("rrrrlllrr");
  list.add({"job", "seating", "event", "seat", "kind", bots[0], bots[1], "better by", "±95%"});
  for (const auto& [round, difference] : largest_differences(rounds)) {
    list.add({to_string(round->job), to_string(round->seating), std::to_string(difference->after),
              std::to_string(difference->seat.number()), spaced(to_text(difference->category)), difference->first,
              difference->second, fmt::format("{:+.1f}", difference->ahead),
              fmt::format("±{:.1f}", Normal95 * difference->error)});
  }
  return text + list.text();
}

std::string comparison_json(const std::array<std::string, 2>& bots, const std::vector<ComparedRound>& rounds) {
  nlohmann::ordered_json json{{"format", "tichu-comparison/1"}, {"bots", bots}};
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ComparedRound& round : rounds) {
    nlohmann::ordered_json differences = nlohmann::ordered_json::array();
    for (const BotDifference& each : round.differences) {
      differences.push_back({{"seat", each.seat.number()},
                             {"after", each.after},
                             {"matter", to_text(each.category)},
                             {"moves", {each.first, each.second}},
                             {"ahead", each.ahead},
                             {"error", each.error}});
    }
    nlohmann::ordered_json asked;
    for (const DecisionCategory category : every<DecisionCategory>()) {
      const std::uint64_t count = round.asked[static_cast<std::size_t>(category)];
      if (count > 0) asked[std::string(to_text(category))] = count;
    }
    list.push_back({{"job", round.job},
                    {"board", round.board},
                    {"seating", round.seating},
                    {"round", round.round},
                    {"asked", std::move(asked)},
                    {"differences", std::move(differences)}});
  }
  json["rounds"] = std::move(list);
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string analysis_text(const std::vector<BotSummary>& summaries) {
  std::string text;
  for (const BotSummary& summary : summaries) {
    text += fmt::format("{}: {} of its teams, {} that were not forced\n\n", summary.bot,
                        counted(summary.team_rounds, "round"), counted(summary.all.decisions, "decision"));
    text += parts_text(summary.parts);
    text += table_of<DecisionCategory>("kind", summary.categories, &summary.all);
    text += table_of<Phase>("phase", summary.phases, nullptr);
    text += table_of<Situation>("situation", summary.situations, nullptr);
    text += worst_text(summary.worst);
  }
  return text;
}

std::string analysis_json(const std::string& header, const std::vector<BotSummary>& summaries,
                          const std::vector<RoundAnalysis>& rounds) {
  std::string text = header.substr(0, header.rfind('}'));
  text += R"(,"summaries":)" + write_summaries_json(summaries) + R"(,"rounds":[)";
  for (std::size_t i = 0; i < rounds.size(); ++i) text += (i > 0 ? "," : "") + write_round_json(rounds[i]);
  return text + "]}\n";
}

}  // namespace tichu::arena
