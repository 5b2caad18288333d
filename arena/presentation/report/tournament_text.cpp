#include "arena/presentation/report/tournament_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arena/presentation/report/results_files.h"
#include "arena/presentation/report/sequential_report.h"
#include "arena/presentation/report/tables.h"
#include "arena/presentation/report/usage_report.h"
#include "arena/text/counted.h"
#include "arena/tournament/play/test_report.h"

namespace tichu::arena {
namespace {

std::string boards_text(const TournamentReport& report) {
  const std::uint64_t played = report.results.boards.size();
  if (!report.boards_planned || *report.boards_planned == played) return counted(played, "board");
  return fmt::format("{} of {}", played, counted(*report.boards_planned, "board"));
}

}  // namespace

std::string tournament_text(const TournamentReport& report, const std::string& folder, std::size_t width) {
  std::string text;
  const auto add = [&text](const std::string& table) {
    if (!table.empty()) text += table + "\n";
  };
  add(places_table(report, width));
  add(standings_table(report, width));
  add(crosstable(report, width));
  add(controls_table(report, width));
  if (const std::string faults = fault_table(report, width); !faults.empty()) {
    text += faults + "To explain each: tichu-arena explain " + folder + "\n\n";
  }
  add(usage_table(report, width));
  return text + wrapped(tie_note(report) + duplication_note(report) + reading_notes(report), width);
}

std::string shown_text(const TournamentReport& report, std::string_view state, const std::string& folder,
                       std::size_t width) {
  std::string text = fmt::format("{}: {}, {}, {}, rules {}", report.config.name, state, boards_text(report),
                                 counted(round_count(report), "round"), preset_name(report.config.rules));
  if (const auto seed = known_seed(report.config); seed && report.complete) text += fmt::format(", seed {}", *seed);
  text = wrapped(text, width) + "\n\n";
  if (report.config.test) return text + sequential_text(report_test(report, folder, !report.complete));
  return text + tournament_text(report, folder, width);
}

std::string shown_json(const TournamentReport& report, std::string_view state, const std::string& folder) {
  using Json = nlohmann::ordered_json;
  Json results = Json::parse(results_json(report));
  if (!report.complete) results["seed"] = nullptr;
  results.erase("sandbox");  // which only a run knows
  Json damaged = Json::array();
  for (const DamagedJob& job : report.damaged) damaged.push_back(to_text(job));
  Json json{{"format", "tichu-show/1"},      {"folder", folder},   {"state", state},
            {"rounds", round_count(report)}, {"damaged", damaged}, {"results", std::move(results)}};
  if (report.config.test) json["test"] = Json::parse(sequential_json(report_test(report, folder, !report.complete)));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tichu::arena
