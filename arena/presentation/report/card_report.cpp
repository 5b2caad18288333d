#include "arena/presentation/report/card_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "arena/text/digest.h"
#include "arena/text/json_or_null.h"
#include "arena/text/number_text.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* CardsHeading = R"(# Cards of TichuBench {0}

*Reference.* What bots reached, in points per round without faults, ± half a 95 % interval
([the protocol](../README.md#the-protocol)). *Above the next* says if A tells a bot from the one below it.
`tichu-arena benchmark --cards results/benchmark/{0}/cards/*.json` makes this page.

| bot | boards of A | A strength | above the next | B beside partners | lost to the best known | worst partner, lost | spread | C lost to the family | to the search | rounds at fault |
|---|---|---|---|---|---|---|---|---|---|---|
)";

Json json_of(const CardValue& value) {
  Json json{{"points", rounded_number(value.points)}, {"error95", nullptr}};
  if (value.error95) json["error95"] = rounded_number(*value.error95);
  return json;
}

Json json_of(const CardValues& values) {
  return {{"with_faults", json_of(values.with_faults)}, {"without_faults", json_of(values.without_faults)}};
}

Json json_of(const MeasuredBoards& measured) {
  Json kinds = Json::object();
  for (const auto& [kind, count] : measured.faults) kinds[std::string(to_text(kind))] = count;
  return {{"rounds", measured.rounds},
          {"rounds_at_fault", measured.rounds_at_fault},
          {"faults", kinds},
          {"records_sha256", measured.sha256}};
}

Json json_of(const StrengthTrack& track) {
  Json json = json_of(track.points);
  json["boards"] = track.boards;
  json["place"] = nullptr;
  if (const auto& place = track.place) {
    json["place"] = {
        {"place", place->place}, {"highest", place->highest}, {"lowest", place->lowest}, {"of", place->of}};
  }
  for (const StrengthTrack::Opponent& opponent : track.against) {
    Json row{{"opponent", opponent.name}};
    row.update(json_of(opponent.points));
    json["against"].push_back(row);
  }
  json.update(json_of(track.measured));
  return json;
}

Json json_of(const PartnersTrack& track) {
  Json json = json_of(track.points);
  json["boards"] = track.boards;
  json["lost"] = track.lost ? json_of(*track.lost) : Json();
  json["worst"] = track.worst().name;
  json["spread"] = rounded_number(track.spread);
  for (const PartnersTrack::Partner& partner : track.with) {
    Json row{{"partner", partner.name}};
    row.update(json_of(partner.points));
    if (partner.best)
      row["best"] = {{"by", partner.best->by}, {"points", partner.best->points}, {"error95", partner.best->error95}};
    if (partner.lost) row["lost"] = json_of(*partner.lost);
    json["with"].push_back(row);
  }
  json.update(json_of(track.measured));
  return json;
}

Json json_of(const RobustnessTrack& track) {
  const auto exploiter = [](const RobustnessTrack::Exploiter& one) {
    Json json{{"name", one.bot.name}, {"options", Json::object()}, {"lost", json_of(one.lost)}};
    for (const auto& [name, value] : one.bot.options) json["options"][name] = value;
    return json;
  };
  Json json{{"boards", track.boards},
            {"searched_boards", track.searched},
            {"fixed", exploiter(track.fixed)},
            {"found", exploiter(track.found)}};
  json.update(json_of(track.measured));
  return json;
}

Json json_of(const TimeTrack& track) {
  Json json{{"option", track.option}, {"boards", track.boards}};
  for (const TimeTrack::Limit& limit : track.limits) {
    Json row{{"milliseconds", limit.milliseconds}};
    row.update(json_of(limit.points));
    row.update(json_of(limit.measured));
    json["limits"].push_back(row);
  }
  return json;
}

std::string value_text(const CardValue& value) {
  const std::string error = value.error95 ? fmt::format(" ±{:.1f}", *value.error95) : "";
  return signed_number(value.points, 1) + error;
}

std::vector<std::string> cells(const std::string& name, const CardValues& values) {
  return {name, value_text(values.without_faults), value_text(values.with_faults)};
}

std::string faults_text(const MeasuredBoards& measured) {
  std::string text = fmt::format("{} of {} rounds", measured.rounds_at_fault, measured.rounds);
  for (const auto& [kind, count] : measured.faults) text += fmt::format(", {} {}", to_text(kind), count);
  return text;
}

std::string strength_text(const StrengthTrack& track, std::size_t width) {
  TextTable table("lrr");
  table.add({fmt::format("A strength, {} boards each", track.boards), "points/round", "with faults"});
  table.add(cells("over the pool", track.points));
  for (const StrengthTrack::Opponent& opponent : track.against) table.add(cells("  " + opponent.name, opponent.points));
  std::string text = table.text(width);
  if (const auto& place = track.place) {
    text += fmt::format("place {} of {} among the pool", place->place, place->of);
    if (place->highest < place->lowest) text += fmt::format(" ({} to {})", place->highest, place->lowest);
    text += "\n";
  }
  return text + "at fault: " + faults_text(track.measured) + "\n";
}

std::string partners_text(const PartnersTrack& track, std::size_t width) {
  TextTable table("lrrrl");
  table.add({fmt::format("B partners, {} boards each", track.boards), "points/round", "with faults", "lost", "to"});
  const auto add = [&](const std::string& name, const CardValues& points, const std::optional<CardValues>& lost,
                       const std::string& best) {
    std::vector<std::string> row = cells(name, points);
    row.push_back(lost ? value_text(lost->without_faults) : "-");
    row.push_back(best);
    table.add(std::move(row));
  };
  add("over all partners", track.points, track.lost, "");
  for (const PartnersTrack::Partner& partner : track.with) {
    add("  " + partner.name, partner.points, partner.lost,
        partner.best ? fmt::format("{} {}", partner.best->by, signed_number(partner.best->points, 1)) : "-");
  }
  return table.text(width) +
         fmt::format("worst with {}; spread over the partners {:.1f}\n", track.worst().name, track.spread) +
         "at fault: " + faults_text(track.measured) + "\n";
}

std::string robustness_text(const RobustnessTrack& track, std::size_t width) {
  TextTable table("lrr");
  table.add({fmt::format("C robustness, {} boards each", track.boards), "lost/round", "with faults"});
  table.add(cells("  best of the family: " + track.fixed.bot.name, track.fixed.lost));
  table.add(cells("  best found: " + track.found.bot.name, track.found.lost));
  return table.text(width) + fmt::format("each a lower bound, by a search of {} boards\n", track.searched) +
         "at fault: " + faults_text(track.measured) + "\n";
}

std::string time_text(const TimeTrack& track, std::size_t width) {
  TextTable table("lrr");
  table.add({fmt::format("D time, {} boards each", track.boards), "points/round", "with faults"});
  for (const TimeTrack::Limit& limit : track.limits) {
    table.add(cells(fmt::format("  {} = {}", track.option, limit.milliseconds), limit.points));
  }
  return table.text(width);
}

/// What cards are sorted and compared by.
double points_of(const nlohmann::json& card, const char* track) {
  return card.at(track).at("without_faults").at("points").get<double>();
}

double error_of(const nlohmann::json& card, const char* track) {
  const nlohmann::json& error = card.at(track).at("without_faults").at("error95");
  return error.is_null() ? HUGE_VAL : error.get<double>();
}

std::string cell(const nlohmann::json& value) {
  if (value.is_null()) return "-";
  const CardValue read{value.at("points"),
                       value.at("error95").is_null() ? std::nullopt : std::optional<double>(value.at("error95"))};
  return value_text(read);
}

/// The worst partner and what was lost with it.
std::string worst_cell(const nlohmann::json& partners) {
  for (const nlohmann::json& row : partners.at("with")) {
    if (row.at("partner") != partners.at("worst")) continue;
    const bool is_lost = row.contains("lost");
    return fmt::format("{} {}", partners.at("worst").get<std::string>(),
                       cell((is_lost ? row.at("lost") : row).at("without_faults")));
  }
  return "-";
}

std::string row_of(const nlohmann::json& card, const nlohmann::json* next) {
  std::string apart = "";
  if (next != nullptr) {
    const double ahead = points_of(card, "strength") - points_of(*next, "strength");
    apart = ahead > std::hypot(error_of(card, "strength"), error_of(*next, "strength")) ? "yes" : "no";
  }
  const nlohmann::json& strength = card.at("strength");
  const nlohmann::json& partners = card.at("partners");
  const nlohmann::json robustness = card.value("robustness", nlohmann::json());
  auto at_fault =
      strength.at("rounds_at_fault").get<std::uint64_t>() + partners.at("rounds_at_fault").get<std::uint64_t>();
  if (!robustness.is_null()) at_fault += robustness.at("rounds_at_fault").get<std::uint64_t>();
  const auto lost_to = [&robustness](const char* exploiter) {
    return robustness.is_null() ? "-" : cell(robustness.at(exploiter).at("lost").at("without_faults"));
  };
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {:.1f} | {} | {} | {} |\n",
                     card.at("bot").get<std::string>(), strength.at("boards").get<std::uint64_t>(),
                     cell(strength.at("without_faults")), apart, cell(partners.at("without_faults")),
                     partners.at("lost").is_null() ? "-" : cell(partners.at("lost").at("without_faults")),
                     worst_cell(partners), partners.at("spread").get<double>(), lost_to("fixed"), lost_to("found"),
                     at_fault);
}

}  // namespace

std::string card_json(const BenchmarkCard& card) {
  Json options = Json::object();
  for (const auto& [name, value] : card.options) options[name] = value;
  Json json{{"format", "tichu-card/1"},
            {"bot", card.bot},
            {"options", options},
            {"suite",
             {{"version", card.suite},
              {"sha256", card.suite_sha256},
              {"pool_sha256", card.pool_sha256},
              {"baselines_sha256", card.baselines_sha256},
              {"part", card.part}}},
            {"boards", {{"kind", card.evaluation ? "evaluation" : "development"}, {"sha256", card.boards_sha256}}},
            {"strength", json_of(card.strength)},
            {"partners", json_of(card.partners)}};
  if (card.robustness) {
    json["suite"]["robustness_sha256"] = card.robustness_sha256;
    json["robustness"] = json_of(*card.robustness);
  }
  if (card.time) json["time"] = json_of(*card.time);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string card_run_json(const std::string& card, const std::string& program, std::chrono::nanoseconds wall,
                          const std::vector<TournamentReport>& tracks) {
  using Seconds = std::chrono::duration<double>;
  Json json{{"format", "tichu-card-run/1"},
            {"card_sha256", sha256_of(card)},
            {"program", program},
            {"wall_s", rounded_number(Seconds(wall).count())},
            {"bots", Json::array()}};
  BotUsage used;
  for (const TournamentReport& track : tracks) {
    for (const BotSpec& bot : track.config.bots) {
      const Json build{{"name", bot.name}, {"fingerprint", bot.fingerprint}};
      if (std::find(json["bots"].begin(), json["bots"].end(), build) == json["bots"].end())
        json["bots"].push_back(build);
    }
    for (const BotUsage& usage : track.usage) {
      if (static_cast<std::size_t>(usage.bot) + 1 != track.config.bots.size()) continue;
      used.time += usage.time;
      used.resources += usage.resources;
    }
  }
  json["decisions"] = used.time.decisions;
  json["deciding_s"] = rounded_number(Seconds(used.time.total).count());
  json["longest_decision_s"] = rounded_number(Seconds(used.time.longest).count());
  json["processes_processor_s"] = rounded_number(Seconds(used.resources.processor).count());
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string card_text(const BenchmarkCard& card, std::size_t width) {
  constexpr std::size_t Digits = 12;
  return fmt::format("TichuBench {}{}: {}\n{} boards {}…, suite {}…\n\n", card.suite,
                     card.part > 1 ? fmt::format(", one board in {}", card.part) : "", card.bot,
                     card.evaluation ? "evaluation" : "public development", card.boards_sha256.substr(0, Digits),
                     card.suite_sha256.substr(0, Digits)) +
         strength_text(card.strength, width) + "\n" + partners_text(card.partners, width) +
         (card.robustness ? "\n" + robustness_text(*card.robustness, width) : "") +
         (card.time ? "\n" + time_text(*card.time, width) : "");
}

bool is_card(const nlohmann::json& value) {
  try {
    row_of(value, nullptr);
    return value.at("format") == "tichu-card/1" && value.at("suite").at("version").is_string() &&
           value.at("suite").contains("sha256") && value.at("boards").contains("kind") &&
           value.at("strength").at("without_faults").at("points").is_number();
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

std::string cards_markdown(std::vector<nlohmann::json> cards) {
  std::sort(cards.begin(), cards.end(), [](const nlohmann::json& a, const nlohmann::json& b) {
    return points_of(a, "strength") > points_of(b, "strength");
  });
  std::string text = fmt::format(CardsHeading, cards.at(0).at("suite").at("version").get<std::string>());
  for (std::size_t i = 0; i < cards.size(); ++i) {
    text += row_of(cards[i], i + 1 < cards.size() ? &cards[i + 1] : nullptr);
  }
  return text;
}

}  // namespace tichu::arena
