#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "arena/statistics/rating/entrant_groups.h"
#include "arena/statistics/rating/partnership_rating.h"
#include "arena/statistics/rating/results_csv.h"
#include "arena/statistics/rating/strength_table.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// The ways to rate a file of results (RATINGS.md, "Ratings").
enum class RatingModel : std::uint8_t {
  Elo,      ///< rate_elo, of scores
  Online,   ///< rate_online, of scores
  Points,   ///< rate_points, of margins
  Members,  ///< rate_partnerships, of margins between teams
};

constexpr std::array<std::string_view, 4> words_of(RatingModel) { return {"elo", "online", "points", "members"}; }
/// The kind of results that the model rates. Scores give Elo, points give points per round.
ResultKind rated_kind(RatingModel model);

/// How to rate.
struct RatingPlan {
  RatingModel model = RatingModel::Elo;
  std::optional<StrengthAnchor> anchor = std::nullopt;  ///< in the ratings' unit; none with Members
  int bootstrap_samples = 0;  ///< of a block bootstrap, at least 2, only with Elo; 0: no bootstrap
  std::uint64_t seed = 1;     ///< of the bootstrap
};

/// Ratings of the bots in a file of results, ready to be shown. With Members the bots are those of teams taken apart.
struct ResultRatings {
  RatingModel model = RatingModel::Elo;
  std::vector<std::string> names{};  ///< of the bots
  std::size_t results = 0;           ///< how many were rated
  StrengthTable strengths;
  std::optional<StrengthAnchor> anchor = std::nullopt;
  std::vector<bool> tellable{};                           ///< with Members by bot: if not, its strength is open
  std::map<BotPair, Synergy> synergies{};                 ///< with Members
  double synergy_deviation = 0;                           ///< with Members (PartnershipRatings)
  std::vector<std::optional<double>> bootstrap_errors{};  ///< by bot, nullopt if unknown; empty without a bootstrap
  EntrantGroups groups{};                                 ///< which bots can be compared
  std::vector<std::size_t>
      ranked{};  ///< bots group by group, inside a group the strongest first, then those that are open
  std::vector<std::uint64_t> boards{};  ///< by bot

  /// Whether the boards tell the bot's strength, and not the prior alone.
  bool is_tellable(std::size_t bot) const { return tellable.empty() || tellable[bot]; }
};

/// Rates results that have the kind of the plan's model (rated_kind). With Members entrants are teams. Fails only if a
/// row has the same pair on both sides. Time grows with the cube of the bots, with Members of bots and teams together.
///
/// What it does not tell: see the model's own function; ranks of different groups do not compare.
tl::expected<ResultRatings, CsvError> rate_results(const ResultsTable& results, const RatingPlan& plan);

}  // namespace tichu::arena
