#include "arena/presentation/page_data/tournament_json.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "arena/presentation/page_data/kept_analysis.h"
#include "arena/presentation/page_data/reproduce_command.h"
#include "arena/presentation/page_data/tournament_figures.h"
#include "arena/presentation/report/fault_explanation.h"
#include "arena/presentation/report/results_files.h"
#include "arena/tournament/config/config_json.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t HistoryPoints = 40;
/// Rating hundreds of entrants forty times takes too long, and nobody could tell the lines apart.
constexpr std::size_t MostRatedOverTime = 64;

double tenths(double value) { return std::round(value * 10) / 10 + 0.0; }

Json bots_json(const TournamentConfig& config) {
  Json list = Json::array();
  for (const BotSpec& bot : config.bots) {
    list.push_back({{"name", bot.name},
                    {"kind", to_text(bot.kind)},
                    {"path", bot.path.string()},
                    {"arguments", bot.arguments},
                    {"options", options_json(bot)}});
  }
  return list;
}

Json history_json(const TournamentReport& report) {
  const std::size_t entrants = report.entrants.size();
  if (entrants > MostRatedOverTime) return nullptr;
  const RatingHistory history =
      rating_history(entrants, report.results.boards, HistoryPoints, anchor_of(report.config, report.entrants));
  Json elo = Json::array();
  for (const std::vector<double>& point : history.elo) {
    Json row = Json::array();
    for (const double value : point) row.push_back(tenths(value));
    elo.push_back(std::move(row));
  }
  return {{"boards", history.boards}, {"elo", std::move(elo)}};
}

double microseconds(std::chrono::nanoseconds time) { return tenths(static_cast<double>(time.count()) / 1e3); }

/// Decision times, and what the programs used, for each bot that was asked anything.
Json usage_json(const TournamentReport& report) {
  Json list = Json::array();
  for (const BotUsage& usage : report.usage) {
    const ThinkTime& time = usage.time;
    const BotSpec& bot = report.config.bots[static_cast<std::size_t>(usage.bot)];
    if (time.decisions == 0 || bot.kind == BotKind::Person) continue;
    const std::uint64_t memory = usage.resources.peak_memory;
    list.push_back({{"bot", bot.name},
                    {"decisions", time.decisions},
                    {"median_us", microseconds(time.quantile(0.5))},
                    {"p99_us", microseconds(time.quantile(0.99))},
                    {"longest_us", microseconds(time.longest)},
                    {"processor_us", microseconds(usage.resources.processor)},
                    {"peak_memory", memory == 0 ? Json() : Json(memory)}});
  }
  return list;
}

std::string explanation_of(const Tournament& tournament, const FinishedFault& fault, Seed seed) {
  try {
    std::optional<Record> record = tournament.record(fault.job, fault.seating, fault.round);
    if (!record) return "";
    if (seed == Seed::Hidden) record->seed.reset();
    return explain(tournament.fault(fault), *record);
  } catch (const std::runtime_error& error) {
    return std::string("What was stored of this round is damaged: ") + error.what();
  }
}

Json faults_json(const Tournament& tournament, const TournamentReport& report, Seed seed) {
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts;
  Json list = Json::array();
  for (const FinishedFault& fault : report.faults) {
    const std::string& bot = report.config.bots[static_cast<std::size_t>(fault.bot)].name;
    const std::string kind(to_text(fault.kind));
    if (++counts[{bot, kind}] > MostFaultsOfAKind || list.size() >= MostTalliedFaults) continue;
    list.push_back({{"job", fault.job},
                    {"seating", fault.seating},
                    {"round", fault.round},
                    {"seat", fault.seat.number()},
                    {"bot", bot},
                    {"kind", kind},
                    {"text", fault.text},
                    {"explanation", explanation_of(tournament, fault, seed)}});
  }
  Json tally = Json::array();
  for (const auto& [key, count] : counts) tally.push_back({{"bot", key.first}, {"kind", key.second}, {"count", count}});
  return {{"counts", std::move(tally)}, {"told", std::move(list)}};
}

Json boards_json(const StoredResults& results, const PageBoards& shown) {
  std::vector<BoardChoice> ordered = shown.listed;
  std::sort(ordered.begin(), ordered.end(),
            [](const BoardChoice& a, const BoardChoice& b) { return a.index < b.index; });
  Json list = Json::array();
  for (const BoardChoice& choice : ordered) {
    const RatedBoard& board = results.boards[choice.index];
    list.push_back({results.jobs[choice.index].number, board.board, static_cast<int>(board.entrants[0]),
                    static_cast<int>(board.entrants[1]), tenths(board.result.margin),
                    static_cast<int>(board.result.verdict), to_text(choice.reason)});
  }
  return list;
}

/// One sentence for each thing that cannot be read.
Json damaged_json(const TournamentReport& report, const PageBoards& shown) {
  Json list = Json::array();
  for (const DamagedJob& damaged : report.damaged) list.push_back(to_text(damaged));
  for (const std::string& damaged : shown.damaged) list.push_back(damaged);
  return list;
}

}  // namespace

std::string tournament_json(const Tournament& tournament, const TournamentReport& report, const PageBoards& shown,
                            const std::filesystem::path& bundled, Seed seed, std::optional<std::uint64_t> figures) {
  const std::size_t entrants = report.entrants.size();
  const TournamentConfig& config = report.config;
  const MarginBins bins = margin_bins(entrants, report.results.boards);
  Json results = Json::parse(results_json(report));
  results.erase("faults");
  if (seed == Seed::Hidden) results["seed"] = nullptr;
  if (config.origin.imported) results.erase("sandbox");
  Json json;
  json["format"] = "tichu-page/1";
  json["program"] = tournament.program();
  json["command"] = seed == Seed::Hidden || config.origin.imported ? Json() : Json(reproduce_command(config, bundled));
  json["results"] = std::move(results);
  json["rounds"] = round_count(report);
  json["bots"] = bots_json(config);
  json["limits"] = limits_json(config.limits);
  json["history"] = history_json(report);
  json["margins"] = {{"low", bins.low}, {"width", bins.width}, {"counts", bins.counts}};
  json["usage"] = usage_json(report);
  json["faults"] = faults_json(tournament, report, seed);
  json["boards"] = boards_json(report.results, shown);
  json["left_out"] = shown.left_out;
  json["damaged"] = damaged_json(report, shown);
  if (auto analysis = kept_summary(tournament.folder())) json["analysis"] = *std::move(analysis);
  if (figures) json["figures"] = *figures;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tichu::arena
