#include "arena/presentation/report/results_files.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "arena/presentation/report/builds_report.h"
#include "arena/presentation/report/partnership_report.h"
#include "arena/presentation/report/shared_ranks.h"
#include "arena/presentation/report/tables.h"
#include "arena/presentation/report/usage_report.h"
#include "arena/text/csv.h"
#include "arena/text/json_or_null.h"
#include "arena/text/number_text.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

Json rounded_or_null(std::optional<double> value) { return value ? Json(rounded_number(*value)) : Json(nullptr); }

Json points_json(const PointsEstimate& points) {
  return {{"mean", rounded_number(points.mean)},
          {"standard_error", rounded_or_null(points.standard_error)},
          {"error95", rounded_or_null(points.error95())}};
}

Json elo_json(const EloRating& rating) {
  return {{"value", rounded_number(rating.elo)}, {"error95", rounded_number(rating.error95)}};
}

Json count_json(const WinCount& count) {
  return {{"boards", count.boards()}, {"won", count.wins}, {"drawn", count.draws}, {"lost", count.losses}};
}

Json figures_json(const PlayFigures& f) {
  return {{"rounds", f.rounds},
          {"hands", f.hands()},
          {"tichu_called", f.tichu_called},
          {"tichu_made", f.tichu_made},
          {"grand_tichu_called", f.grand_called},
          {"grand_tichu_made", f.grand_made},
          {"double_victories", f.double_victories},
          {"bomb_hands", f.bomb_hands}};
}

Json standing_json(const TournamentReport& report, const Standing& s, std::size_t rank) {
  Json json;
  json["rank"] = s.is_told() ? Json(rank) : Json();
  json["group"] = report.standings.groups.of[static_cast<std::size_t>(s.entrant)] + 1;
  json["name"] = report.name_of(s.entrant);
  json["elo"] = s.is_told() ? elo_json(s.rating) : Json();
  json["points_a_round"] = points_json(s.points);
  json["count"] = count_json(s.count);
  json["figures"] = figures_json(s.figures);
  json["faults"] = s.figures.faults;
  return json;
}

std::string elo_anchor_text(const TournamentConfig& config) {
  if (!config.anchor) return "the mean of all entrants is 0";
  return fmt::format("{} is set to {}", config.anchor->name, config.anchor->value);
}

Json anchor_json(const TournamentConfig& config) {
  if (!config.anchor) return nullptr;
  return {{"name", config.anchor->name}, {"elo", config.anchor->value}};
}

Json entrants_json(const TournamentReport& report) {
  Json list = Json::array();
  for (const Entrant& entrant : report.entrants) {
    Json bots = Json::array();
    for (const BotId bot : entrant.bots.bots) bots.push_back(report.config.bots[static_cast<std::size_t>(bot)].name);
    list.push_back({{"name", entrant.name}, {"bots", bots}});
  }
  return list;
}

Json bots_json(const TournamentReport& report) {
  Json list = Json::array();
  for (std::size_t i = 0; i < report.config.bots.size(); ++i) {
    const bool is_known = i < report.runs.bots.size();
    list.push_back({{"name", report.config.bots[i].name},
                    {"builds", is_known ? builds_json(report.runs.bots[i]) : Json::array()}});
  }
  return list;
}

Json sandbox_json(const TournamentReport& report) {
  Json untrusted = Json::array();
  for (const BotSpec& bot : report.config.bots) {
    if (!bot.trusted) untrusted.push_back(bot.name);
  }
  const std::string& kind = report.sandbox.kind;
  Json json{
      {"kind", kind.empty() ? Json() : Json(kind)}, {"protections", report.sandbox.protections}, {"bots", untrusted}};
  const std::vector<Played<UsedSandbox>>& used = report.runs.sandboxes;
  if (used.size() < 2) return json;
  json["runs"] = Json::array();
  for (const Played<UsedSandbox>& sandbox : used) {
    json["runs"].push_back({{"kind", sandbox.what.kind},
                            {"protections", sandbox.what.protections},
                            {"boards", sandbox.boards},
                            {"first_job", or_null(sandbox.first_job)}});
  }
  return json;
}

/// Who seem to play the same.
Json alike_json(const TournamentReport& report) {
  Json list = Json::array();
  for (const std::vector<std::size_t>& alike : report.standings.alike) {
    Json names = Json::array();
    for (const std::size_t entrant : alike) names.push_back(report.entrants[entrant].name);
    list.push_back(std::move(names));
  }
  return list;
}

Json pairs_json(const TournamentReport& report) {
  Json list = Json::array();
  for (std::size_t a = 0; a < report.entrants.size(); ++a) {
    for (std::size_t b = a + 1; b < report.entrants.size(); ++b) {
      const PairStanding& pair = report.standings.against(static_cast<EntrantId>(a), static_cast<EntrantId>(b));
      if (pair.count.boards() == 0) continue;
      Json json;
      json["first"] = report.entrants[a].name;
      json["second"] = report.entrants[b].name;
      json["points_a_round"] = points_json(pair.points);
      json["count"] = count_json(pair.count);
      json["elo_difference"] = elo_json(pair.difference.value());
      json["likelihood_of_superiority"] = rounded_number(pair.superiority.value());
      json["likelihood_head_to_head"] = rounded_number(pair.head_to_head.value());
      list.push_back(std::move(json));
    }
  }
  return list;
}

Json controls_json(const TournamentReport& report) {
  Json list = Json::array();
  for (const ControlGain& gain : report.controls) {
    list.push_back({{"first", report.name_of(gain.entrants[0])},
                    {"second", report.name_of(gain.entrants[1])},
                    {"plain", points_json(gain.plain)},
                    {"controlled", points_json(gain.adjusted)},
                    {"factor", rounded_or_null(gain.factor)}});
  }
  return list;
}

Json duplication_json(const DuplicationGain& gain) {
  return {{"boards", gain.boards},
          {"table_variance", rounded_number(gain.table_variance)},
          {"board_variance", rounded_number(gain.board_variance)},
          {"factor", rounded_or_null(gain.factor)}};
}

/// How often each bot was asked again after a wrong answer, if it was.
Json retries_json(const TournamentReport& report) {
  Json list = Json::array();
  for (const BotUsage& usage : report.usage) {
    if (usage.time.retries == 0) continue;
    list.push_back(
        {{"bot", report.config.bots[static_cast<std::size_t>(usage.bot)].name}, {"count", usage.time.retries}});
  }
  return list;
}

Json faults_json(const TournamentReport& report) {
  Json list = Json::array();
  for (const FinishedFault& fault : report.faults) {
    list.push_back({{"job", fault.job},
                    {"seating", fault.seating},
                    {"round", fault.round},
                    {"seat", fault.seat.number()},
                    {"bot", report.config.bots[static_cast<std::size_t>(fault.bot)].name},
                    {"kind", to_text(fault.kind)},
                    {"text", fault.text}});
  }
  return list;
}

}  // namespace

Json standings_json(const TournamentReport& report) {
  Json list = Json::array();
  const std::vector<std::size_t> ranks = shared_ranks(report.standings);
  auto rank = ranks.begin();
  for (const Standing& s : report.standings.ranked) {
    const std::size_t own = *rank++;
    if (is_listed(report, s)) list.push_back(standing_json(report, s, own));
  }
  return list;
}

Json places_json(const TournamentReport& report) {
  Json list = Json::array();
  for (const Place& place : report.places) {
    list.push_back({{"rank", place.rank},
                    {"name", report.name_of(place.entrant)},
                    {"points", place.points},
                    {"margin", rounded_number(place.margin)}});
  }
  return list;
}

std::string results_json(const TournamentReport& report) {
  const TournamentConfig& config = report.config;
  std::uint64_t boards = 0;
  for (const Standing& s : report.standings.ranked) boards += s.count.boards();
  Json json;
  json["format"] = "tichu-results/1";
  json["tournament"] = config.name;
  json["seed"] = or_null(known_seed(config));
  json["board_format"] = to_text(config.format);
  json["seatings"] = to_text(config.seatings);
  json["boards_a_pairing"] = config.origin.imported ? Json(nullptr) : Json(config.boards);
  json["schedule"] = config.origin.imported ? "imported" : to_text(config.schedule.kind);
  json["boards_planned"] = or_null(report.boards_planned);
  json["boards_played"] = boards / 2;
  json["rules"] = rules_json(config.rules);
  json["sandbox"] = sandbox_json(report);
  json["duplication"] = duplication_json(report.duplication);
  json["control_variates"] = controls_json(report);
  json["alike"] = alike_json(report);
  json["elo_anchor"] = elo_anchor_text(config);
  json["anchor"] = anchor_json(config);
  json["entrants"] = entrants_json(report);
  json["bots"] = bots_json(report);
  json["standings"] = standings_json(report);
  json["places"] = places_json(report);
  json["pairs"] = pairs_json(report);
  if (report.partnerships) json["partnerships"] = partnerships_json(*report.partnerships);
  json["fault_policy"] = to_text(config.faults);
  json["fault_count"] = report.faults.size();
  json["retries"] = retries_json(report);
  json["faults"] = faults_json(report);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string results_csv(const TournamentReport& report) {
  std::string text =
      "rank,name,elo,elo_error95,points_a_round,points_error95,boards,won,drawn,lost,rounds,tichu_called,tichu_made,"
      "grand_tichu_called,grand_tichu_made,double_victories,bomb_hands,faults\n";
  const std::vector<std::size_t> ranks = shared_ranks(report.standings);
  std::size_t row = 0;
  for (const Standing& s : report.standings.ranked) {
    const PlayFigures& f = s.figures;
    const auto error = s.points.error95();
    const auto told = [&](double number) { return s.is_told() ? fmt::format("{:.4f}", rounded_number(number)) : ""; };
    const std::size_t rank = ranks[row++];
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", s.is_told() ? std::to_string(rank) : "",
                    csv_field(report.name_of(s.entrant)), told(s.rating.elo), told(s.rating.error95),
                    told(s.points.mean), error ? fmt::format("{:.4f}", rounded_number(*error)) : "", s.count.boards(),
                    s.count.wins, s.count.draws, s.count.losses, f.rounds, f.tichu_called, f.tichu_made, f.grand_called,
                    f.grand_made, f.double_victories, f.bomb_hands, f.faults);
  }
  return text;
}

void write_results(const std::filesystem::path& folder, const TournamentReport& report) {
  write_whole_file(folder / ResultsJsonName, results_json(report));
  write_whole_file(folder / ResultsCsvName, results_csv(report));
  write_whole_file(folder / UsageCsvName, usage_csv(report));
  write_whole_file(folder / BotsCsvName, builds_csv(report));
  if (report.partnerships) {
    write_whole_file(folder / PartnershipsCsvName, partnerships_csv(*report.partnerships));
  }
}

}  // namespace tichu::arena
