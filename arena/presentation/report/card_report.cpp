#include "arena/presentation/report/card_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "arena/text/digest.h"
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

/// The value without faults of a part of a card, or with them.
CardValue value_in(const Json& part, const char* faults = "without_faults") {
  const Json& value = part.at(faults);
  const Json& error = value.at("error95");
  return {value.at("points").get<double>(), error.is_null() ? std::nullopt : std::optional(error.get<double>())};
}

std::string text_in(const Json& part, const char* key) { return part.at(key).get<std::string>(); }

std::vector<std::string> cells(const std::string& name, const Json& values) {
  return {name, value_text(value_in(values)), value_text(value_in(values, "with_faults"))};
}

std::string faults_text(const Json& track) {
  std::string text = fmt::format("at fault: {} of {} rounds", track.at("rounds_at_fault").get<std::uint64_t>(),
                                 track.at("rounds").get<std::uint64_t>());
  for (const auto& [kind, count] : track.at("faults").items()) {
    text += fmt::format(", {} {}", kind, count.get<std::uint64_t>());
  }
  return text + "\n";
}

std::string heading(const char* track, const Json& json) {
  return fmt::format("{}, {} boards each", track, json.at("boards").get<std::uint64_t>());
}

std::string strength_text(const Json& track, std::size_t width) {
  TextTable table("lrr");
  table.add({heading("A strength", track), "points/round", "with faults"});
  table.add(cells("over the pool", track));
  for (const Json& row : track.at("against")) table.add(cells("  " + text_in(row, "opponent"), row));
  std::string text = table.text(width);
  if (const Json& place = track.at("place"); !place.is_null()) {
    const auto number = [&place](const char* key) { return place.at(key).get<std::size_t>(); };
    text += fmt::format("place {} of {} among the pool", number("place"), number("of"));
    if (number("highest") < number("lowest")) text += fmt::format(" ({} to {})", number("highest"), number("lowest"));
    text += "\n";
  }
  return text + faults_text(track);
}

std::string partners_text(const Json& track, std::size_t width) {
  TextTable table("lrrrl");
  table.add({heading("B partners", track), "points/round", "with faults", "lost", "to"});
  const auto add = [&](const std::string& name, const Json& values, const std::string& best) {
    std::vector<std::string> row = cells(name, values);
    const bool is_lost = values.contains("lost") && !values.at("lost").is_null();
    row.push_back(is_lost ? value_text(value_in(values.at("lost"))) : "-");
    row.push_back(best);
    table.add(std::move(row));
  };
  add("over all partners", track, "");
  for (const Json& partner : track.at("with")) {
    const Json best = partner.value("best", Json());
    add("  " + text_in(partner, "partner"), partner,
        best.is_null() ? "-" : text_in(best, "by") + " " + signed_number(best.at("points").get<double>(), 1));
  }
  return table.text(width) +
         fmt::format("worst with {}; spread over the partners {:.1f}\n", text_in(track, "worst"),
                     track.at("spread").get<double>()) +
         faults_text(track);
}

std::string robustness_text(const Json& track, std::size_t width) {
  TextTable table("lrr");
  table.add({heading("C robustness", track), "lost/round", "with faults"});
  const auto add = [&](const char* which, const Json& exploiter) {
    table.add(cells(which + text_in(exploiter, "name"), exploiter.at("lost")));
  };
  add("  best of the family: ", track.at("fixed"));
  add("  best found: ", track.at("found"));
  return table.text(width) +
         fmt::format("each a lower bound, by a search of {} boards\n",
                     track.at("searched_boards").get<std::uint64_t>()) +
         faults_text(track);
}

std::string time_text(const Json& track, std::size_t width) {
  TextTable table("lrr");
  table.add({heading("D time", track), "points/round", "with faults"});
  for (const Json& limit : track.at("limits")) {
    table.add(cells(fmt::format("  {} = {}", text_in(track, "option"), limit.at("milliseconds").get<int>()), limit));
  }
  return table.text(width);
}

/// The worst partner's name, and what was lost with it, or made if nobody knows what could be.
CardRow::Worst worst_in(const Json& partners) {
  for (const Json& row : partners.at("with")) {
    if (row.at("partner") != partners.at("worst")) continue;
    return {text_in(row, "partner"), value_in(row.contains("lost") ? row.at("lost") : row)};
  }
  return {};
}

CardRow row_of(const Json& card) {
  const Json& strength = card.at("strength");
  const Json& partners = card.at("partners");
  CardRow row;
  row.bot = text_in(card, "bot");
  row.suite = text_in(card.at("suite"), "version");
  row.part = card.at("suite").value("part", row.part);
  row.boards = strength.at("boards").get<std::uint64_t>();
  row.strength = value_in(strength);
  row.partners = value_in(partners);
  if (const Json& lost = partners.at("lost"); !lost.is_null()) row.lost = value_in(lost);
  row.worst = worst_in(partners);
  row.spread = partners.at("spread").get<double>();
  const auto add_faults = [&row](const Json& track) {
    row.rounds_at_fault += track.at("rounds_at_fault").get<std::uint64_t>();
  };
  add_faults(strength);
  add_faults(partners);
  if (!card.contains("robustness")) return row;
  const Json& robustness = card.at("robustness");
  row.lost_to_family = value_in(robustness.at("fixed").at("lost"));
  row.lost_to_search = value_in(robustness.at("found").at("lost"));
  add_faults(robustness);
  return row;
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

std::string card_text(const std::string& card, std::size_t width) {
  constexpr std::size_t Digits = 12;
  const Json json = Json::parse(card);
  const Json& suite = json.at("suite");
  const Json& boards = json.at("boards");
  const auto part = suite.at("part").get<std::uint64_t>();
  return fmt::format("TichuBench {}{}: {}\n{} boards {}…, suite {}…\n\n", text_in(suite, "version"),
                     part > 1 ? fmt::format(", one board in {}", part) : "", text_in(json, "bot"),
                     boards.at("kind") == "evaluation" ? "evaluation" : "public development",
                     text_in(boards, "sha256").substr(0, Digits), text_in(suite, "sha256").substr(0, Digits)) +
         strength_text(json.at("strength"), width) + "\n" + partners_text(json.at("partners"), width) +
         (json.contains("robustness") ? "\n" + robustness_text(json.at("robustness"), width) : "") +
         (json.contains("time") ? "\n" + time_text(json.at("time"), width) : "");
}

bool is_card(const std::string& text) {
  try {
    const Json card = Json::parse(text);
    row_of(card);
    return card.at("format") == "tichu-card/1" && card.at("suite").contains("sha256") &&
           card.at("boards").contains("kind");
  } catch (const Json::exception&) {
    return false;
  }
}

std::vector<CardRow> card_rows(const std::vector<std::string>& cards) {
  std::vector<CardRow> rows;
  Json suite;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const Json card = Json::parse(cards[i]);
    const Json& own = card.at("suite").at("sha256");
    if (i == 0) suite = own;
    if (own != suite) continue;
    rows.push_back(row_of(card));
    rows.back().index = i;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const CardRow& a, const CardRow& b) { return a.strength.points > b.strength.points; });
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    const CardValue& next = rows[i + 1].strength;
    rows[i].above_next = rows[i].strength.points - next.points >
                         std::hypot(rows[i].strength.error95.value_or(HUGE_VAL), next.error95.value_or(HUGE_VAL));
  }
  return rows;
}

std::string cards_markdown(const std::vector<std::string>& cards) {
  const auto cell = [](const std::optional<CardValue>& value) { return value ? value_text(*value) : "-"; };
  std::string text = fmt::format(CardsHeading, text_in(Json::parse(cards.at(0)).at("suite"), "version"));
  for (const CardRow& row : card_rows(cards)) {
    const char* apart = !row.above_next ? "" : *row.above_next ? "yes" : "no";
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} {} | {:.1f} | {} | {} | {} |\n", row.bot, row.boards,
                        value_text(row.strength), apart, value_text(row.partners), cell(row.lost), row.worst.partner,
                        value_text(row.worst.lost), row.spread, cell(row.lost_to_family), cell(row.lost_to_search),
                        row.rounds_at_fault);
  }
  return text;
}

}  // namespace tichu::arena
