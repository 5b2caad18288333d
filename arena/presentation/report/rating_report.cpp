#include "arena/presentation/report/rating_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "arena/presentation/report/groups_note.h"
#include "arena/presentation/report/partnership_report.h"
#include "arena/text/json_or_null.h"
#include "arena/text/number_text.h"
#include "arena/text/text_table.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

bool is_in_elo(const ResultRatings& ratings) { return rated_kind(ratings.model) == ResultKind::Score; }

std::string bootstrap_text(std::optional<double> error) { return error ? fmt::format("±{:.1f}", *error) : OpenNumber; }

/// The likelihood that the bot of a rank is stronger than the next; empty if the two cannot be compared.
std::string superiority_text(const ResultRatings& ratings, std::size_t rank) {
  if (rank + 1 == ratings.ranked.size()) return "";
  const std::size_t bot = ratings.ranked[rank];
  const std::size_t next = ratings.ranked[rank + 1];
  if (!ratings.groups.has_together(bot, next) || !ratings.is_tellable(next)) return "";
  return fmt::format("{:.1f}%", 100 * ratings.strengths.superiority(bot, next));
}

std::string ranks_text(const ResultRatings& ratings) {
  const bool has_bootstrap = !ratings.bootstrap_errors.empty();
  TextTable text(has_bootstrap ? "rlrrrrr" : "rlrrrr");
  std::vector<std::string> heading{"#", "bot", is_in_elo(ratings) ? "Elo" : "pts/round", "±95%"};
  if (has_bootstrap) heading.emplace_back("±bootstrap");
  heading.insert(heading.end(), {"boards", "LOS over next"});
  text.add(std::move(heading));
  for (std::size_t rank = 0; rank < ratings.ranked.size(); ++rank) {
    const std::size_t bot = ratings.ranked[rank];
    const bool is_open = !ratings.is_tellable(bot);
    std::vector<std::string> row{std::to_string(rank + 1), ratings.names[bot],
                                 is_open ? OpenNumber : signed_number(ratings.strengths.value(bot), 1),
                                 is_open ? OpenNumber : fmt::format("±{:.1f}", ratings.strengths.error95(bot))};
    if (has_bootstrap) row.push_back(bootstrap_text(ratings.bootstrap_errors[bot]));
    row.push_back(std::to_string(ratings.boards[bot]));
    row.push_back(superiority_text(ratings, rank));
    text.add(std::move(row));
  }
  return text.text();
}

std::string reference_text(const ResultRatings& ratings) {
  const std::string reference =
      ratings.anchor ? fmt::format("{} is set to {}", ratings.names[ratings.anchor->entrant], ratings.anchor->value)
                     : std::string("The mean of all bots is 0");
  const bool is_of_field = ratings.model == RatingModel::Elo || ratings.model == RatingModel::Points;
  const std::string field =
      is_of_field ? "Numbers are against the field: all other bots here, each counted once, met or not. " : "";
  return field + reference +
         "; errors are relative to that. LOS: the likelihood that the bot is stronger than the next.\n";
}

Json pairs_json(const ResultRatings& ratings) {
  Json pairs = Json::array();
  for (std::size_t a = 0; a < ratings.ranked.size(); ++a) {
    for (std::size_t b = a + 1; b < ratings.ranked.size(); ++b) {
      const std::size_t first = ratings.ranked[a];
      const std::size_t second = ratings.ranked[b];
      // Neither is any of the later ones in the group, or tellable.
      if (!ratings.groups.has_together(first, second) || !ratings.is_tellable(second)) break;
      pairs.push_back({{"first", ratings.names[first]},
                       {"second", ratings.names[second]},
                       {"difference", ratings.strengths.value(first) - ratings.strengths.value(second)},
                       {"error95", ratings.strengths.difference_error95(first, second)},
                       {"likelihood_of_superiority", ratings.strengths.superiority(first, second)}});
    }
  }
  return pairs;
}

Json ranks_json(const ResultRatings& ratings) {
  Json ranks = Json::array();
  for (std::size_t rank = 0; rank < ratings.ranked.size(); ++rank) {
    const std::size_t bot = ratings.ranked[rank];
    Json row{{"rank", rank + 1},
             {"name", ratings.names[bot]},
             {"group", ratings.groups.of[bot] + 1},
             {"value", ratings.is_tellable(bot) ? Json(ratings.strengths.value(bot)) : Json()},
             {"error95", ratings.is_tellable(bot) ? Json(ratings.strengths.error95(bot)) : Json()},
             {"boards", ratings.boards[bot]}};
    if (!ratings.bootstrap_errors.empty()) row["bootstrap_error95"] = or_null(ratings.bootstrap_errors[bot]);
    ranks.push_back(std::move(row));
  }
  return ranks;
}

}  // namespace

std::string rating_text(const ResultRatings& ratings) {
  const auto name_of = [&](std::size_t bot) -> const std::string& { return ratings.names[bot]; };
  return ranks_text(ratings) + reference_text(ratings) + groups_note(ratings.groups, name_of) +
         (ratings.model == RatingModel::Members ? "\n" + synergies_table(ratings) + partnership_note(ratings) : "");
}

std::string rating_json(const ResultRatings& ratings) {
  // Nobody could use half a million pairs, as a thousand bots would have.
  constexpr std::size_t MostBotsWithPairs = 100;
  Json json{{"format", "tichu-rate/1"},
            {"unit", is_in_elo(ratings) ? "elo" : "points a round"},
            {"model", to_text(ratings.model)},
            {"boards", ratings.results},
            {"reference", ratings.anchor ? ratings.names[ratings.anchor->entrant] : "the mean of all bots"},
            {"reference_value", ratings.anchor ? ratings.anchor->value : 0.0},
            {"ratings", ranks_json(ratings)}};
  if (ratings.ranked.size() <= MostBotsWithPairs) json["pairs"] = pairs_json(ratings);
  if (ratings.model == RatingModel::Members) json["synergies"] = synergies_json(ratings);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tichu::arena
