#include "arena/presentation/report/tournament_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/presentation/report/builds_report.h"
#include "arena/presentation/report/partnership_report.h"
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

/// What bots that are not trusted ran in; empty if there are none.
std::string sandbox_note(const TournamentReport& report, std::size_t width) {
  const auto& bots = report.config.bots;
  if (report.config.origin.imported) return "";
  if (std::all_of(bots.begin(), bots.end(), [](const BotSpec& bot) { return bot.trusted; })) return "";
  std::string text;
  for (const Played<UsedSandbox>& used : report.runs.sandboxes) {
    text += fmt::format("{}{}{}", text.empty() ? "Sandbox of bots that are not trusted: " : "; then ", used.what.kind,
                        report.runs.sandboxes.size() > 1 ? " (" + counted(used.boards, "board") + ")" : "");
  }
  return text.empty() ? "" : wrapped(text + ".\n", width);
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
  if (report.partnerships) {
    add(members_table(*report.partnerships, width));
    add(synergies_table(*report.partnerships, width));
  }
  add(controls_table(report, width));
  if (const std::string faults = fault_table(report, width); !faults.empty()) {
    text += faults + (folder.empty() ? "\n" : "To explain each: tichu-arena explain " + folder + "\n\n");
  }
  add(usage_table(report, width));
  const std::string on_teams = report.partnerships ? partnership_note(*report.partnerships) : "";
  return text + wrapped(tie_note(report) + duplication_note(report) + on_teams + reading_notes(report), width);
}

std::string shown_text(const TournamentReport& report, std::string_view state, const std::string& folder,
                       std::size_t width) {
  std::string text = fmt::format("{}: {}, {}, {}, rules {}", report.config.name, state, boards_text(report),
                                 counted(round_count(report), "round"), preset_name(report.config.rules));
  if (const auto seed = known_seed(report.config); seed && report.complete) text += fmt::format(", seed {}", *seed);
  text = wrapped(text, width) + "\n\n";
  text += builds_table(report, width) + sandbox_note(report, width) + "\n";
  if (report.config.test) return text + sequential_text(report_test(report, folder, !report.complete));
  return text + tournament_text(report, folder, width);
}

std::string shown_json(const TournamentReport& report, std::string_view state, const std::string& folder) {
  using Json = nlohmann::ordered_json;
  Json results = Json::parse(results_json(report));
  if (!report.complete) results["seed"] = nullptr;
  Json damaged = Json::array();
  for (const DamagedJob& job : report.damaged) damaged.push_back(to_text(job));
  Json json{{"format", "tichu-show/1"},      {"folder", folder},   {"state", state},
            {"rounds", round_count(report)}, {"damaged", damaged}, {"results", std::move(results)}};
  if (report.config.test) json["test"] = Json::parse(sequential_json(report_test(report, folder, !report.complete)));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tichu::arena
