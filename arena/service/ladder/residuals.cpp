#include "arena/service/ladder/residuals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/version_table.h"
#include "arena/statistics/rating/extreme_boards.h"
#include "arena/statistics/rating/field_rating.h"

namespace tichu::arena {
namespace {

/// Names by entrant.
struct EntrantNames {
  std::vector<std::string> versions;
  std::vector<std::string> authors;  ///< empty: of the bots that came with the arena
};

EntrantNames names_of(VersionTable& table, std::size_t entrants) {
  EntrantNames names{std::vector<std::string>(entrants), std::vector<std::string>(entrants)};
  for (std::size_t i = 0; i < entrants; ++i) {
    const auto version = table.find_entrant(static_cast<EntrantId>(i));
    if (!version) continue;
    names.versions[i] = version->shown.name();
    names.authors[i] = version->shown.author_name;
  }
  return names;
}

/// Pairs of entrants, the lower number first.
using EntrantPairs = std::set<std::array<std::size_t, 2>>;

EntrantPairs pairs_of(const std::vector<std::array<EntrantId, 2>>& entrants) {
  EntrantPairs pairs;
  for (const auto& [one, other] : entrants) {
    const auto [first, second] = std::minmax({static_cast<std::size_t>(one), static_cast<std::size_t>(other)});
    pairs.insert({first, second});
  }
  return pairs;
}

/// `authors` are the same ones' in `names`.
std::vector<LadderResidual> first_of(const std::vector<PairResidual>& pairs, std::size_t most,
                                     const std::vector<std::string>& names, const std::vector<std::string>& authors) {
  std::vector<LadderResidual> rows;
  for (const PairResidual& pair : pairs) {
    if (rows.size() == most) break;
    const auto [first, second] = pair.groups;
    rows.push_back({names[first], names[second], pair.boards, pair.margin, pair.expected, pair.surprise, 0,
                    authors[first].empty() && authors[second].empty()});
  }
  return rows;
}

/// An alarm as it is told.
struct Alarm {
  std::string target;  ///< names the pair
  std::string detail;
};

std::vector<Alarm> alarms_of(const LadderResiduals& residuals) {
  std::vector<Alarm> alarms;
  const auto add = [&](const std::vector<LadderResidual>& rows, const char* kind) {
    for (const LadderResidual& row : rows) {
      if (!row.is_alarming()) continue;
      const std::string who = kind + row.first + " and " + row.second;
      const std::string what =
          row.extremes > std::abs(row.surprise)
              ? "were extreme more often than the two's other boards"
              : fmt::format("came to {:+.1f} points per round instead of {:+.1f}", row.margin, row.expected);
      alarms.push_back({who, fmt::format("{} boards between {} {}: {:.1f} standard deviations", row.boards, who, what,
                                         row.largest())});
    }
  };
  add(residuals.versions, "");
  add(residuals.authors, "the authors ");
  return alarms;
}

}  // namespace

OrRefusal<LadderResiduals> Residuals::list(const Caller& caller, std::size_t most) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  play_.recall_if_idle();
  const Strikes struck = ratings_.strikes();
  std::shared_ptr<const FieldRating> points = ratings_.points();
  if (!points) points = play_.rate(struck.entrants, ratings_.field()).points;
  return residuals_at(*points, most, struck.entrants);
}

LadderResiduals Residuals::residuals_at(const FieldRating& points, std::size_t most,
                                        const std::vector<std::array<EntrantId, 2>>& struck) {
  EntrantNames names;
  {
    LadderDatabase::Work work = database_.begin_looking();
    VersionTable table(work);
    names = names_of(table, points.size());
  }
  const EntrantPairs struck_pairs = pairs_of(struck);
  const auto pair_of = [](const BoardValue& board) {
    const auto [first, second] = std::minmax({board.sides()[0], board.sides()[1]});
    return std::array{first, second};
  };
  WeighedValues margins;  // of those that the rating knows
  WeighedValues of_struck;
  const WeighedValues all = play_.margins();
  for (std::size_t i = 0; i < all.values.size(); ++i) {
    const auto pair = pair_of(all.values[i]);
    if (pair[1] >= points.size()) continue;
    margins.add(all.values[i], all.boards[i]);
    if (struck_pairs.contains(pair)) of_struck.add(all.values[i], all.boards[i]);
  }
  std::map<std::array<std::size_t, 2>, double> extremes;
  for (const PairExtremes& pair : extreme_boards(points.size(), margins.values, LeastBoardsOfPair, margins.boards)) {
    extremes[{pair.first, pair.second}] = pair.surprise;
  }
  const auto itself = [](std::size_t entrant) { return std::optional(entrant); };
  LadderResiduals residuals;
  const std::vector<PairResidual> pairs = points.residuals(
      itself, LeastBoardsOfPair, head_to_heads_of(ResultKind::Points, of_struck.values, of_struck.boards));
  residuals.versions = first_of(pairs, pairs.size(), names.versions, names.authors);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    residuals.versions[i].struck = struck_pairs.contains(pairs[i].groups);
    residuals.versions[i].extremes = extremes[pairs[i].groups];
  }
  std::stable_sort(residuals.versions.begin(), residuals.versions.end(),
                   [](const LadderResidual& a, const LadderResidual& b) { return a.largest() > b.largest(); });
  residuals.versions.resize(std::min(residuals.versions.size(), most));
  std::vector<std::string> authors = names.authors;
  std::sort(authors.begin(), authors.end());
  authors.erase(std::unique(authors.begin(), authors.end()), authors.end());
  const auto author = [&](std::size_t entrant) -> std::optional<std::size_t> {
    const std::string& name = names.authors[entrant];
    if (name.empty()) return std::nullopt;
    return static_cast<std::size_t>(std::lower_bound(authors.begin(), authors.end(), name) - authors.begin());
  };
  // What moderators have settled says nothing more of the authors.
  residuals.authors = first_of(points.residuals(author, LeastBoardsOfPair), most, authors, authors);
  return residuals;
}

/// The audit log remembers what moderators were told, also over a restart.
void Residuals::raise_alarms() {
  constexpr std::size_t MostAtOnce = 100;
  // All pairs: those that were told of before, and those of bundled bots, must not hide a new one.
  std::vector<Alarm> alarms =
      alarms_of(residuals_at(*ratings_.points(), std::numeric_limits<std::size_t>::max(), ratings_.strikes().entrants));
  if (alarms.empty()) return;
  {
    LadderDatabase::Work looking = database_.begin_looking();
    AccountTable table(looking);
    std::erase_if(alarms, [&](const Alarm& alarm) { return table.has_noted("alarm", alarm.target); });
  }
  if (alarms.empty()) return;
  alarms.resize(std::min(alarms.size(), MostAtOnce));
  LadderDatabase::Work work = database_.begin();
  AccountTable table(work);
  for (const Alarm& alarm : alarms) {
    table.note("ladder", "alarm", alarm.target, alarm.detail);
    work.tell({.kind = "pair.suspicious", .code = "residual", .detail = alarm.detail, .open = false});
    log_("moderators should look at this: " + alarm.detail);
  }
  work.commit();
}

}  // namespace tichu::arena
