#include "arena/presentation/report/sequential_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "arena/presentation/report/estimate_text.h"
#include "arena/statistics/sequential/pool_difference.h"
#include "arena/text/counted.h"
#include "arena/text/json_or_null.h"
#include "arena/text/number_text.h"
#include "arena/text/xml_text.h"

namespace tichu::arena {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string unit_of(const SequentialReport& report) {
  switch (report.plan.measure) {
    case TestMeasure::Points:
      return "points per round";
    case TestMeasure::LogisticElo:
      return "Elo";
    case TestMeasure::NormalizedElo:
      return "normalized Elo";
  }
  return "";
}

/// The hypothesis that a test accepts or rejects.
std::string hypothesis(const SequentialReport& report) {
  const bool asks_for_no_loss = report.plan.second <= 0;
  return fmt::format("{} is {} than {}", report.stronger, asks_for_no_loss ? "not weaker" : "stronger", report.other);
}

/// The outcome, and that the bot under test is even weaker if its whole interval says so.
std::string outcome_text(const SequentialReport& report) {
  const bool is_weaker = outcome_word(report) == "rejected" && report.estimate.high && *report.estimate.high < 0;
  return outcome_word(report) + (is_weaker ? ", weaker" : "");
}

std::string headline(const SequentialReport& report) {
  const std::string hypotheses =
      fmt::format("{} {} against {}", report.plan.second, unit_of(report), report.plan.first);
  const std::string pool = report.pool.empty() ? "" : fmt::format(" over a pool of {}", report.pool.size());
  return fmt::format("{} against {}{}: {} ({})", report.stronger, report.other, pool, outcome_text(report), hypotheses);
}

std::string counts_text(const ScoreCounts& counts) {
  std::string text;
  for (const std::uint64_t count : counts.cells) text += (text.empty() ? "" : ",") + std::to_string(count);
  return text;
}

/// How many boards, or plays of boards, were played and do not count; empty if all do.
std::string uncounted(const SequentialReport& report) {
  const std::uint64_t counting = report.state.boards * jobs_per_tested_board(report.pool.size());
  if (report.played <= counting) return "";
  return fmt::format("; {} were {}, {} of which do not count: they were begun before the decision was known",
                     report.pool.empty() ? std::to_string(report.played) : counted(report.played, "play"),
                     report.pool.empty() ? "played" : "made", report.played - counting);
}

std::string boards_text(const SequentialReport& report) {
  const std::uint64_t times = jobs_per_tested_board(report.pool.size());
  const std::string pool = report.pool.empty() ? ""
                                               : fmt::format(", played {} times each, by both bots against {}: {}",
                                                             times, counted(report.pool.size(), "opponent"),
                                                             counted(report.state.boards * times, "play"));
  return fmt::format("{} of at most {}, {} each{}{}", report.state.boards, report.plan.max_boards,
                     counted(report.plan.tables, "table"), pool, uncounted(report));
}

/// How many faults of which kind.
std::string faults_text(const FaultsByKind& faults) {
  std::string text;
  for (const auto& [kind, count] : faults) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_text(kind));
  }
  return text;
}

/// All faults, and whose of the two they are; those of opponents stand in their rows.
std::string faults_text(const SequentialReport& report) {
  std::string text = std::to_string(report.faults);
  for (const auto& [name, faults] :
       {std::pair{report.stronger, report.faults_of_stronger}, {report.other, report.faults_of_other}}) {
    if (!faults.empty()) text += fmt::format("; {}: {}", name, faults_text(faults));
  }
  return text;
}

/// The difference against one opponent, and what it is made of.
std::string opponent_text(const SequentialReport& report, const OpponentFigures& figures) {
  const std::optional<double> error = figures.difference.error95();
  return fmt::format("{}{} ({} {}, {} {}), not corrected for stopping{}", signed_number(figures.difference.mean, 2),
                     error ? fmt::format(" ±{:.2f}", *error) : "", report.stronger, signed_number(figures.of_new, 2),
                     report.other, signed_number(figures.of_old, 2),
                     figures.faults.empty() ? "" : "; its faults: " + faults_text(figures.faults));
}

std::string larger_text(const SequentialReport& report) {
  const LargerHypothesis& larger = *report.larger;
  return fmt::format("with --{} {} these boards would have decided: {} after {}; use it for a new test",
                     report.plan.measure == TestMeasure::Points ? "points1" : "elo1", larger.second,
                     to_text(larger.verdict), larger.boards);
}

/// What all forms show: pairs of a name and a text.
Rows rows_of(const SequentialReport& report) {
  const SequentialState& state = report.state;
  Rows rows;
  rows.emplace_back("estimate", fmt::format("{} {}, 95 %, corrected for stopping", interval_text(report.estimate, 2),
                                            unit_of(report)));
  const std::string bounds = state.lower ? fmt::format("[{:.2f}, {:.2f}]", *state.lower, *state.upper)
                                         : fmt::format("(no bounds before {} boards)", MinTestBoards);
  rows.emplace_back("LLR", fmt::format("{} {}, alpha {}, beta {}", signed_number(state.ratio, 2), bounds,
                                       report.plan.errors.alpha, report.plan.errors.beta));
  rows.emplace_back("boards", boards_text(report));
  rows.emplace_back("expected",
                    fmt::format("{:.0f} at {}, {:.0f} at {}, {:.0f} at worst", state.boards_at_first, report.plan.first,
                                state.boards_at_second, report.plan.second, state.boards_at_worst));
  if (report.pool.empty()) {
    rows.emplace_back("scores",
                      fmt::format("{} from lost to won; Elo {} if the number of boards had been fixed",
                                  counts_text(report.counts), interval_text(estimate_elo(report.counts).elo, 1)));
  }
  for (const OpponentFigures& figures : report.pool) {
    rows.emplace_back("vs " + figures.name, opponent_text(report, figures));
  }
  if (report.larger) rows.emplace_back("hint", larger_text(report));
  if (report.faults > 0) rows.emplace_back("faults", faults_text(report));
  rows.emplace_back("played",
                    fmt::format("{}rules {}, in {}{}", report.seed ? fmt::format("seed {}, ", *report.seed) : "",
                                report.rules, report.folder, report.stopped ? "; stopped before its end" : ""));
  return rows;
}

/// A name in a Markdown table, in which '|' would end the cell.
std::string markdown_safe(std::string text) {
  for (char& c : text) {
    if (c == '|' || c == '`' || c == '<' || c == '\n') c = ' ';
  }
  return text;
}

nlohmann::ordered_json faults_json(const FaultsByKind& faults) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [kind, count] : faults) json[std::string(to_text(kind))] = count;
  return json;
}

nlohmann::ordered_json pool_json(const SequentialReport& report) {
  nlohmann::ordered_json pool = nlohmann::ordered_json::array();
  for (const OpponentFigures& figures : report.pool) {
    pool.push_back({{"bot", figures.name},
                    {"difference", figures.difference.mean},
                    {"error95", or_null(figures.difference.error95())},
                    {"bot_under_test", figures.of_new},
                    {"other", figures.of_old},
                    {"faults", faults_json(figures.faults)}});
  }
  return pool;
}

nlohmann::ordered_json larger_json(const std::optional<LargerHypothesis>& larger) {
  if (!larger) return nullptr;
  return {{"second", larger->second}, {"verdict", to_text(larger->verdict)}, {"boards", larger->boards}};
}

}  // namespace

std::string outcome_word(const SequentialReport& report) {
  if (report.faults > 0) return "faults";
  return std::string(to_text(report.state.verdict));
}

std::string sequential_text(const SequentialReport& report) {
  std::string text = headline(report) + "\n";
  const Rows rows = rows_of(report);
  std::size_t width = 9;
  for (const auto& [name, value] : rows) width = std::max(width, name.size());
  for (const auto& [name, value] : rows) text += fmt::format("  {:<{}} {}\n", name, width, value);
  return text;
}

std::string sequential_json(const SequentialReport& report) {
  const SequentialState& state = report.state;
  const bool has_pool = !report.pool.empty();
  const nlohmann::ordered_json json{
      {"format", "tichu-test/1"},
      {"bot", report.stronger},
      {"against", report.other},
      {"outcome", outcome_word(report)},
      {"verdict", to_text(state.verdict)},
      {"stopped", report.stopped},
      {"measure", to_text(report.plan.measure)},
      {"unit", report.plan.measure == TestMeasure::Points ? "points a round" : unit_of(report)},
      {"first", report.plan.first},
      {"second", report.plan.second},
      {"alpha", report.plan.errors.alpha},
      {"beta", report.plan.errors.beta},
      {"llr", state.ratio},
      {"lower", or_null(state.lower)},
      {"upper", or_null(state.upper)},
      {"estimate", interval_json(report.estimate)},
      {"boards", state.boards},
      {"boards_played", report.played},
      {"plays_a_board", jobs_per_tested_board(report.pool.size())},
      {"max_boards", report.plan.max_boards},
      {"tables", report.plan.tables},
      {"mean", state.mean},
      {"variance", state.variance},
      {"expected_boards",
       {{"first", state.boards_at_first}, {"second", state.boards_at_second}, {"worst", state.boards_at_worst}}},
      {"scores", has_pool ? nlohmann::ordered_json() : nlohmann::ordered_json(report.counts.cells)},
      {"elo_of_fixed_boards", has_pool ? nlohmann::ordered_json() : interval_json(estimate_elo(report.counts).elo)},
      {"pool", pool_json(report)},
      {"larger_hypothesis", larger_json(report.larger)},
      {"faults", report.faults},
      {"faults_of",
       {{"bot", faults_json(report.faults_of_stronger)}, {"against", faults_json(report.faults_of_other)}}},
      {"seed", or_null(report.seed)},
      {"rules", report.rules},
      {"folder", report.folder}};
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string sequential_junit(const SequentialReport& report) {
  using Tree = boost::property_tree::ptree;
  const bool has_faults = report.faults > 0;
  const bool is_rejected = !has_faults && report.state.verdict == SprtVerdict::Rejected;
  const bool is_undecided = !has_faults && report.state.verdict == SprtVerdict::Undecided;
  const std::string text = xml_safe(sequential_text(report));
  Tree test;
  test.put("<xmlattr>.classname", "tichu-test");
  test.put("<xmlattr>.name", xml_safe(hypothesis(report)));
  const char* kind = has_faults ? "error" : is_rejected ? "failure" : is_undecided ? "skipped" : nullptr;
  if (kind == nullptr) {
    test.put("system-out", text);
  } else {
    test.put(kind, text);
    test.put(std::string(kind) + ".<xmlattr>.message", xml_safe(headline(report)));
  }
  Tree suite;
  suite.put("<xmlattr>.name", "tichu-test");
  suite.put("<xmlattr>.tests", 1);
  suite.put("<xmlattr>.failures", is_rejected ? 1 : 0);
  suite.put("<xmlattr>.errors", has_faults ? 1 : 0);
  suite.put("<xmlattr>.skipped", is_undecided ? 1 : 0);
  suite.add_child("testcase", test);
  Tree document;
  document.add_child("testsuites.testsuite", suite);
  std::ostringstream out;
  boost::property_tree::write_xml(out, document, boost::property_tree::xml_writer_settings<std::string>(' ', 1));
  return out.str();
}

std::string sequential_markdown(const SequentialReport& report) {
  std::string text = "### " + markdown_safe(headline(report)) + "\n\n| | |\n|---|---|\n";
  for (const auto& [name, value] : rows_of(report))
    text += fmt::format("| {} | {} |\n", markdown_safe(name), markdown_safe(value));
  return text;
}

}  // namespace tichu::arena
