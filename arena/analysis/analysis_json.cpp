#include "arena/analysis/analysis_json.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include "arena/text/strict_json.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

template <HasWords E>
E word_of(const nlohmann::json& json) {
  const auto value = from_text<E>(json.get<std::string>());
  if (!value) throw std::out_of_range("no such word");
  return *value;
}

Json situations_json(Situations situations) {
  Json list = Json::array();
  for (const Situation situation : every<Situation>()) {
    if (situations.contains(situation)) list.push_back(to_text(situation));
  }
  return list;
}

Json verdict_json(const DecisionVerdict& verdict) {
  Json json{{"value", verdict.value},       {"loss", verdict.loss},
            {"error", verdict.error},       {"better", verdict.better},
            {"worlds", verdict.worlds},     {"best", verdict.best.empty() ? Json() : Json(verdict.best)},
            {"mark", to_text(verdict.mark)}};
  Json others = Json::array();
  for (const OtherMove& other : verdict.others) {
    others.push_back({{"move", other.move}, {"ahead", other.ahead}, {"error", other.error}});
  }
  json["others"] = std::move(others);
  return json;
}

DecisionVerdict read_verdict(const nlohmann::json& json) {
  DecisionVerdict verdict;
  verdict.value = json.at("value").get<double>();
  verdict.loss = json.at("loss").get<double>();
  verdict.error = json.at("error").get<double>();
  verdict.better = json.at("better").get<double>();
  verdict.worlds = json.at("worlds").get<std::size_t>();
  if (!json.at("best").is_null()) verdict.best = json.at("best").get<std::string>();
  verdict.mark = word_of<Mark>(json.at("mark"));
  for (const nlohmann::json& other : json.at("others")) {
    verdict.others.push_back(
        {other.at("move").get<std::string>(), other.at("ahead").get<double>(), other.at("error").get<double>()});
  }
  return verdict;
}

Json decision_json(const AnalysedDecision& decision) {
  Json json{{"seat", decision.seat.number()},
            {"after", decision.after},
            {"matter", to_text(decision.category)},
            {"phase", to_text(decision.phase)},
            {"situations", situations_json(decision.situations)},
            {"move", decision.move},
            {"expected", decision.expected},
            {"skill", decision.skill},
            {"guess", decision.guess}};
  if (decision.verdict) json["verdict"] = verdict_json(*decision.verdict);
  return json;
}

AnalysedDecision read_decision(const nlohmann::json& json) {
  AnalysedDecision decision;
  const int seat = json.at("seat").get<int>();
  if (seat < 0 || seat > 3) throw std::out_of_range("no such seat");
  decision.seat = Seat(seat);
  decision.after = json.at("after").get<std::size_t>();
  decision.category = word_of<DecisionCategory>(json.at("matter"));
  decision.phase = word_of<Phase>(json.at("phase"));
  for (const nlohmann::json& word : json.at("situations")) decision.situations.insert(word_of<Situation>(word));
  decision.move = json.at("move").get<std::string>();
  decision.expected = json.at("expected").get<double>();
  decision.skill = json.at("skill").get<double>();
  decision.guess = json.at("guess").get<double>();
  if (json.contains("verdict")) decision.verdict = read_verdict(json.at("verdict"));
  return decision;
}

Json mean_json(const BoardMean& mean) {
  const auto rounded = [](double value) { return std::round(value * 1000) / 1000 + 0.0; };
  return {{"mean", rounded(mean.mean)}, {"standard_error", mean.error ? Json(rounded(*mean.error)) : Json()}};
}

const char* plural_of(Mark mark) {
  return mark == Mark::Inaccuracy ? "inaccuracies" : mark == Mark::Mistake ? "mistakes" : "blunders";
}

Json figures_json(const LossFigures& figures) {
  Json json{{"decisions", figures.decisions},
            {"loss_a_decision", mean_json(figures.per_decision)},
            {"loss_a_round", mean_json(figures.per_round)}};
  for (const Mark mark : every<Mark>()) {
    if (mark != Mark::None) json[plural_of(mark)] = figures.marks[static_cast<std::size_t>(mark)];
  }
  return json;
}

template <HasWords E, typename Groups>
Json groups_json(const Groups& groups) {
  Json json = Json::object();
  for (const E each : every<E>()) {
    const LossFigures& figures = groups[static_cast<std::size_t>(each)];
    if (figures.decisions > 0) json[std::string(to_text(each))] = figures_json(figures);
  }
  return json;
}

Json parts_json(const MarginParts& parts) {
  return {{"score", mean_json(parts.score)},
          {"cards", mean_json(parts.cards)},
          {"skill", mean_json(parts.skill)},
          {"guess", mean_json(parts.guess)},
          {"without_luck", mean_json(parts.without_luck)},
          {"factor", parts.factor ? Json(std::round(*parts.factor * 100) / 100) : Json()}};
}

Json worst_json(const std::vector<WorstDecision>& worst) {
  Json list = Json::array();
  for (const WorstDecision& each : worst) {
    Json json{{"job", each.job}, {"seating", each.seating}, {"round", each.round}};
    json.update(decision_json(each.decision));
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

std::string write_verdict_json(const DecisionVerdict& verdict) { return verdict_json(verdict).dump(); }

std::string write_round_json(const RoundAnalysis& analysis) {
  Json json{{"job", analysis.job},     {"board", analysis.board}, {"seating", analysis.seating},
            {"round", analysis.round}, {"bots", analysis.bots},   {"margin", analysis.margin},
            {"cards", analysis.cards}, {"skill", analysis.skill}, {"guess", analysis.guess}};
  Json decisions = Json::array();
  for (const AnalysedDecision& decision : analysis.decisions) decisions.push_back(decision_json(decision));
  json["decisions"] = std::move(decisions);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<RoundAnalysis> read_round_json(std::string_view line) {
  const auto json = parse_strict_json(line);
  if (!json) return std::nullopt;
  try {
    RoundAnalysis analysis;
    analysis.job = JobNumber(json->at("job").get<std::uint64_t>());
    analysis.board = BoardNumber(json->at("board").get<std::uint64_t>());
    analysis.seating = SeatingNumber(json->at("seating").get<std::uint64_t>());
    analysis.round = RoundNumber(json->at("round").get<std::uint64_t>());
    analysis.bots = json->at("bots").get<std::array<std::string, 4>>();
    analysis.margin = json->at("margin").get<double>();
    analysis.cards = json->at("cards").get<double>();
    analysis.skill = json->at("skill").get<double>();
    analysis.guess = json->at("guess").get<double>();
    for (const nlohmann::json& decision : json->at("decisions")) analysis.decisions.push_back(read_decision(decision));
    return analysis;
  } catch (const nlohmann::json::exception&) {
  } catch (const std::out_of_range&) {
  }
  return std::nullopt;
}

std::string write_summaries_json(const std::vector<BotSummary>& summaries) {
  Json list = Json::array();
  for (const BotSummary& summary : summaries) {
    list.push_back({{"bot", summary.bot},
                    {"team_rounds", summary.team_rounds},
                    {"parts", parts_json(summary.parts)},
                    {"all", figures_json(summary.all)},
                    {"matters", groups_json<DecisionCategory>(summary.categories)},
                    {"phases", groups_json<Phase>(summary.phases)},
                    {"situations", groups_json<Situation>(summary.situations)},
                    {"worst", worst_json(summary.worst)}});
  }
  return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tichu::arena
