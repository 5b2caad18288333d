#include "arena/presentation/report/partnership_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/text/csv.h"
#include "arena/text/number_text.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

std::string team_name(const ResultRatings& ratings, const BotPair& pair) {
  return ratings.names[pair.bots[0]] + "+" + ratings.names[pair.bots[1]];
}

bool has_open_number(const ResultRatings& ratings) {
  return std::any_of(ratings.ranked.begin(), ratings.ranked.end(),
                     [&](std::size_t bot) { return !ratings.is_tellable(bot); }) ||
         std::any_of(ratings.synergies.begin(), ratings.synergies.end(),
                     [](const auto& of_pair) { return !of_pair.second.tellable; });
}

/// A number that may be open, and half its interval.
Json estimate_json(bool is_tellable, double value, double error95) {
  return {{"value", is_tellable ? Json(rounded_number(value)) : Json()},
          {"error95", is_tellable ? Json(rounded_number(error95)) : Json()}};
}

/// "value,error95" of a row; both are empty if they are open.
std::string estimate_fields(bool is_tellable, double value, double error95) {
  return is_tellable ? fmt::format("{:.4f},{:.4f}", rounded_number(value), rounded_number(error95)) : ",";
}

}  // namespace

std::string members_table(const ResultRatings& ratings, std::size_t width) {
  TextTable table("rlrrr");
  table.add({"#", "own strength of", "pts/round", "±95%", "boards"});
  std::size_t rank = 0;
  for (const std::size_t bot : ratings.ranked) {
    const bool is_open = !ratings.is_tellable(bot);
    table.add({std::to_string(++rank), ratings.names[bot],
               is_open ? OpenNumber : signed_number(ratings.strengths.value(bot), 1),
               is_open ? OpenNumber : fmt::format("±{:.1f}", ratings.strengths.error95(bot)),
               std::to_string(ratings.boards[bot])});
  }
  return table.text(width, 2);
}

std::string synergies_table(const ResultRatings& ratings, std::size_t width) {
  TextTable table("lrrr");
  table.add({"team", "synergy", "±95%", "boards"});
  for (const auto& [pair, synergy] : ratings.synergies) {
    table.add({team_name(ratings, pair), synergy.tellable ? signed_number(synergy.value, 1) : OpenNumber,
               synergy.tellable ? fmt::format("±{:.1f}", synergy.error95) : OpenNumber,
               std::to_string(synergy.boards)});
  }
  return table.text(width);
}

std::string partnership_note(const ResultRatings& ratings) {
  std::string text =
      "A team's strength is the sum of its two members' strengths and its synergy, in points per round.\n";
  if (has_open_number(ratings)) {
    text +=
        "open: who played with whom does not tell it, however many boards are played: a strength that cannot be told\n"
        "from a partner's, or a synergy that cannot be told from the members' strengths.\n";
  }
  return text;
}

Json synergies_json(const ResultRatings& ratings) {
  Json list = Json::array();
  for (const auto& [pair, synergy] : ratings.synergies) {
    list.push_back({{"first", ratings.names[pair.bots[0]]},
                    {"second", ratings.names[pair.bots[1]]},
                    {"value", synergy.tellable ? Json(synergy.value) : Json()},
                    {"error95", synergy.tellable ? Json(synergy.error95) : Json()},
                    {"boards", synergy.boards}});
  }
  return list;
}

Json partnerships_json(const ResultRatings& ratings) {
  Json bots = Json::array();
  for (const std::size_t bot : ratings.ranked) {
    bots.push_back({{"rank", bots.size() + 1},
                    {"group", ratings.groups.of[bot] + 1},
                    {"name", ratings.names[bot]},
                    {"strength", estimate_json(ratings.is_tellable(bot), ratings.strengths.value(bot),
                                               ratings.strengths.error95(bot))},
                    {"boards", ratings.boards[bot]}});
  }
  Json pairs = Json::array();
  for (const auto& [pair, synergy] : ratings.synergies) {
    pairs.push_back({{"first", ratings.names[pair.bots[0]]},
                     {"second", ratings.names[pair.bots[1]]},
                     {"synergy", estimate_json(synergy.tellable, synergy.value, synergy.error95)},
                     {"boards", synergy.boards}});
  }
  return {{"bots", std::move(bots)},
          {"pairs", std::move(pairs)},
          {"synergy_deviation", rounded_number(ratings.synergy_deviation)}};
}

std::string partnerships_csv(const ResultRatings& ratings) {
  std::string text = "what,first,second,points_a_round,error95,boards\n";
  for (const std::size_t bot : ratings.ranked) {
    text += fmt::format(
        "strength,{},,{},{}\n", csv_field(ratings.names[bot]),
        estimate_fields(ratings.is_tellable(bot), ratings.strengths.value(bot), ratings.strengths.error95(bot)),
        ratings.boards[bot]);
  }
  for (const auto& [pair, synergy] : ratings.synergies) {
    text += fmt::format("synergy,{},{},{},{}\n", csv_field(ratings.names[pair.bots[0]]),
                        csv_field(ratings.names[pair.bots[1]]),
                        estimate_fields(synergy.tellable, synergy.value, synergy.error95), synergy.boards);
  }
  return text;
}

}  // namespace tichu::arena
