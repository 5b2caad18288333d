#include "arena/service/ladder/kept_standings.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

namespace tichu::arena {
namespace {

using KeptJson = nlohmann::json;

/// All members, in order.
auto members_of(auto& figures) {
  return std::tie(figures.points, figures.points_error, figures.elo, figures.elo_error, figures.boards,
                  figures.all_struck, figures.opponents, figures.faults, figures.faults_in_row);
}

KeptJson json_of(const EntrantFigures& figures) {
  return std::apply([](const auto&... member) { return KeptJson::array({member...}); }, members_of(figures));
}

EntrantFigures figures_of(const KeptJson& json) {
  EntrantFigures figures;
  std::size_t next = 0;
  std::apply([&](auto&... member) { (json.at(next++).get_to(member), ...); }, members_of(figures));
  return figures;
}

LadderStandings read(const std::string& text, std::vector<LadderStanding> present) {
  const KeptJson json = KeptJson::parse(text);
  LadderStandings standings;
  for (const KeptJson& figures : json.at("figures")) standings.figures.push_back(figures_of(figures));
  std::map<VersionId, LadderStanding> rows;
  for (LadderStanding& row : present) rows.emplace(row.version, std::move(row));
  std::set<std::string> names;
  for (const KeptJson& kept : json.at("ranked")) {
    const auto found = rows.find(VersionId(kept.at(0).get<std::int64_t>()));
    if (found == rows.end()) continue;
    LadderStanding& row = standings.ranked.emplace_back(std::move(found->second));
    row.figures = standings.figures.at(static_cast<std::size_t>(row.entrant));
    kept.at(1).get_to(row.place);
    kept.at(2).get_to(row.place_low);
    kept.at(3).get_to(row.place_high);
    if (!kept.at(4).is_null()) row.above = kept.at(4).get<double>();
    names.insert(row.bot + "@" + std::to_string(row.number));
  }
  for (auto& group : json.at("alike").get<std::vector<std::vector<std::string>>>()) {
    std::erase_if(group, [&](const std::string& name) { return !names.contains(name); });
    if (group.size() > 1) standings.alike.push_back(std::move(group));
  }
  json.at("boards").get_to(standings.boards);
  json.at("serial").get_to(standings.serial);
  json.at("made").get_to(standings.made);
  return standings;
}

}  // namespace

std::string kept_text(const LadderStandings& standings) {
  KeptJson json{{"boards", standings.boards}, {"serial", standings.serial},   {"made", standings.made},
                {"alike", standings.alike},   {"figures", KeptJson::array()}, {"ranked", KeptJson::array()}};
  for (const EntrantFigures& figures : standings.figures) json["figures"].push_back(json_of(figures));
  for (const LadderStanding& row : standings.ranked) {
    const KeptJson above = row.above ? KeptJson(*row.above) : KeptJson();
    json["ranked"].push_back({row.version.value(), row.place, row.place_low, row.place_high, above});
  }
  return json.dump();
}

LadderStandings recalled_standings(const std::string& text, std::vector<LadderStanding> present) {
  try {
    return read(text, std::move(present));
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace tichu::arena
