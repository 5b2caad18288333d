#include "arena/presentation/report/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "arena/presentation/report/groups_note.h"
#include "arena/presentation/report/shared_ranks.h"
#include "arena/text/counted.h"
#include "arena/text/number_text.h"

namespace tichu::arena {
namespace {

constexpr const char* NoNumber = "-";

std::string error_of(const PointsEstimate& points) {
  const auto error = points.error95();
  return error ? fmt::format("±{:.1f}", *error) : NoNumber;
}

std::string points_of(const PointsEstimate& points) {
  return points.boards == 0 ? NoNumber : signed_number(points.mean, 1);
}

/// A percentage, or "-" if `whole` is 0.
std::string percent(std::uint64_t part, std::uint64_t whole, int decimals) {
  if (whole == 0) return NoNumber;
  return fmt::format("{:.{}f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole), decimals);
}

/// What Elo is relative to.
std::string reference_of(const TournamentConfig& config) {
  if (!config.anchor) return "the mean of all bots here is 0";
  return fmt::format("{} is set to {}, and errors are relative to it", config.anchor->name, config.anchor->value);
}

bool has_people(const TournamentConfig& config) {
  return std::ranges::any_of(config.bots, [](const BotSpec& bot) { return bot.kind == BotKind::Person; });
}

bool has_unknown_error(const TournamentReport& report) {
  const auto& ranked = report.standings.ranked;
  return std::any_of(ranked.begin(), ranked.end(),
                     [](const Standing& s) { return s.points.boards > 0 && !s.points.standard_error; });
}

bool has_few_boards(const TournamentReport& report) {
  constexpr std::uint64_t Few = 30;
  const auto& ranked = report.standings.ranked;
  return std::any_of(ranked.begin(), ranked.end(),
                     [](const Standing& s) { return s.points.boards > 0 && s.points.boards < Few; });
}

std::string chance_of(std::optional<double> chance) {
  return chance ? fmt::format("{:.0f}%", 100 * *chance) : NoNumber;
}

std::string wins_of(const WinCount& count) {
  if (count.boards() == 0) return NoNumber;
  return fmt::format("{}-{}-{}", count.wins, count.draws, count.losses);
}

std::string tables_text(Seatings seatings) {
  switch (seatings) {
    case Seatings::Single:
      return "played once";
    case Seatings::Swap:
      return "played twice, with the teams swapped";
    case Seatings::Rotate:
      return "played four times, with each bot at each seat";
  }
  return "";
}

}  // namespace

bool is_listed(const TournamentReport& report, const Standing& standing) {
  return standing.is_told() || !has_people(report.config);
}

std::string standings_table(const TournamentReport& report, std::size_t width) {
  TextTable table("rlrrrrrrrrrrrrrrr");
  table.add({"#", "bot", "Elo", "±95%", "pts/round", "±95%", "boards", "won", "drawn", "lost", "Tichu", "made", "Grand",
             "made", "double", "bombs", "faults"});
  const std::vector<std::size_t> ranks = shared_ranks(report.standings);
  std::size_t row = 0;
  for (const Standing& s : report.standings.ranked) {
    const PlayFigures& f = s.figures;
    const std::size_t rank = ranks[row++];
    if (!is_listed(report, s)) continue;
    table.add({s.is_told() ? std::to_string(rank) : NoNumber, report.name_of(s.entrant),
               s.is_told() ? signed_number(s.rating.elo, 0) : NoNumber,
               s.is_told() ? fmt::format("±{:.0f}", s.rating.error95) : NoNumber, points_of(s.points),
               error_of(s.points), std::to_string(s.count.boards()), std::to_string(s.count.wins),
               std::to_string(s.count.draws), std::to_string(s.count.losses), percent(f.tichu_called, f.hands(), 1),
               percent(f.tichu_made, f.tichu_called, 0), percent(f.grand_called, f.hands(), 1),
               percent(f.grand_made, f.grand_called, 0), percent(f.double_victories, f.rounds, 1),
               percent(f.bomb_hands, f.hands(), 1), std::to_string(f.faults)});
  }
  return table.text(width, 2);
}

std::string crosstable(const TournamentReport& report, std::size_t width) {
  std::vector<Standing> ranked = report.standings.ranked;
  std::erase_if(ranked, [&](const Standing& s) { return !is_listed(report, s); });
  if (ranked.size() > MaxCrosstable) return "";
  const auto grid = [&](const std::string& title, const auto& cell) {
    TextTable table("l" + std::string(ranked.size(), 'r'));
    std::vector<std::string> heading{title};
    for (const Standing& s : ranked) heading.push_back(report.name_of(s.entrant));
    table.add(std::move(heading));
    for (const Standing& row : ranked) {
      std::vector<std::string> cells{report.name_of(row.entrant)};
      for (const Standing& column : ranked) {
        cells.push_back(row.entrant == column.entrant ? ""
                                                      : cell(report.standings.against(row.entrant, column.entrant)));
      }
      table.add(std::move(cells));
    }
    return table.text(width);
  };
  return grid("points per round", [](const PairStanding& p) { return points_of(p.points); }) + "\n" +
         grid("boards won-drawn-lost", [](const PairStanding& p) { return wins_of(p.count); }) + "\n" +
         grid("likely the stronger", [](const PairStanding& p) { return chance_of(p.superiority); }) + "\n" +
         grid("head to head", [](const PairStanding& p) { return chance_of(p.head_to_head); });
}

std::string places_table(const TournamentReport& report, std::size_t width) {
  if (report.places.empty()) return "";
  TextTable table("rlrr");
  table.add({"place", std::string(to_text(report.config.schedule.kind)), "rounds won", "points"});
  for (const Place& place : report.places) {
    table.add({std::to_string(place.rank), report.name_of(place.entrant), fmt::format("{:.1f}", place.points),
               signed_number(place.margin, 1)});
  }
  return table.text(width, 2);
}

std::string tie_note(const TournamentReport& report) {
  if (report.results.boards.empty()) return "";
  const std::vector<std::size_t> ranks = shared_ranks(report.standings);
  const auto by_elo = std::count(ranks.begin(), ranks.end(), std::size_t{1});
  const auto by_places =
      std::count_if(report.places.begin(), report.places.end(), [](const Place& place) { return place.rank == 1; });
  std::string text;
  if (by_places > 1) text += counted(by_places, "entrant") + " are tied for first place by rounds won.\n";
  if (by_elo > 1) text += counted(by_elo, "entrant") + " are tied for first place by Elo and points.\n";
  for (const std::vector<std::size_t>& alike : report.standings.alike) {
    std::vector<std::string> names;
    for (const std::size_t entrant : alike) names.push_back(report.entrants[entrant].name);
    text +=
        fmt::format("{} seem to play the same: every board between them ended at 0 points.\n", fmt::join(names, ", "));
  }
  return text;
}

std::string duplication_note(const TournamentReport& report) {
  if (!report.duplication.factor) return "";
  return fmt::format(
      "Playing the same cards at {} tables told as much as {:.2f} times as many tables with fresh cards\n"
      "(standard deviation of a table {:.0f}, of a board {:.0f} points per round).\n",
      table_count(report.config.seatings), *report.duplication.factor, std::sqrt(report.duplication.table_variance),
      std::sqrt(report.duplication.board_variance));
}

std::string controls_table(const TournamentReport& report, std::size_t width) {
  if (report.controls.empty()) return "";
  TextTable table("lrrrrr");
  table.add({"control variates", "pts/round", "±95%", "without luck", "±95%", "worth boards"});
  for (const ControlGain& gain : report.controls) {
    table.add({report.name_of(gain.entrants[0]) + " - " + report.name_of(gain.entrants[1]), points_of(gain.plain),
               error_of(gain.plain), points_of(gain.adjusted), error_of(gain.adjusted),
               gain.factor ? fmt::format("x {:.2f}", *gain.factor) : NoNumber});
  }
  return table.text(width);
}

std::string reading_notes(const TournamentReport& report) {
  const auto name_of = [&](std::size_t entrant) -> const std::string& { return report.entrants[entrant].name; };
  const bool games = report.config.format == BoardFormat::Games;
  EntrantGroups groups = report.standings.groups;
  if (has_people(report.config)) {
    std::erase_if(groups.members, [](const std::vector<std::size_t>& members) { return members.size() == 1; });
  }
  return groups_note(groups, name_of) +
         fmt::format(
             "A board is {} {}; it is won by {}. Elo: {}.\n"
             "pts/round: points scored more a round against the field: the other bots here, each counted once, met or "
             "not; so is Elo.\nTichu, Grand, bombs: share of hands; made: share of the calls; double: double "
             "victories, share of the team's rounds.\n±: 95 % errors, which allow for opponents that suit a bot. "
             "Pairs are seen from the row; likely the stronger: against the field, by Elo;\nhead to head: likely to "
             "score more against the other, by boards of all.\n"
             "People, for comparison: Tichu 13.9 %, made 73 %; Grand Tichu 7.8 %, made 62 %; double victories 11.9 % a "
             "team\n(23.7 % of rounds); bombs 11.7 %.\n"
             "{}{}Not told: strength against bots, or beside partners, other than these.\n",
             games ? "a game" : "a deal", tables_text(report.config.seatings),
             games ? "the team that wins more of the games" : "the larger sum of points", reference_of(report.config),
             has_unknown_error(report)
                 ? "±: - if no error can be estimated: from one board, or from boards that all ended alike.\n"
                 : "",
             has_few_boards(report)
                 ? "±: too narrow for bots with fewer than 30 boards; with 10 they hold in 92 cases of 100.\n"
                 : "");
}

std::string fault_table(const TournamentReport& report, std::size_t width) {
  const auto was_asked_again = [](const BotUsage& usage) { return usage.time.retries > 0; };
  if (report.faults.empty() && std::ranges::none_of(report.usage, was_asked_again)) return "";
  std::map<std::pair<BotId, FaultKind>, std::pair<std::uint64_t, std::string>> counts;
  for (const FinishedFault& fault : report.faults) {
    auto& [count, first] = counts[{fault.bot, fault.kind}];
    if (count++ == 0) first = fmt::format("job {}: {}", fault.job.value(), fault.text);
  }
  TextTable table("lrll");
  table.add({"faults of", "number", "kind", "the first"});
  for (const auto& [key, value] : counts) {
    table.add({report.config.bots[static_cast<std::size_t>(key.first)].name, std::to_string(value.first),
               std::string(to_text(key.second)), value.second});
  }
  table.add({"all", std::to_string(report.faults.size()), "", ""});
  for (const BotUsage& usage : report.usage) {
    if (!was_asked_again(usage)) continue;
    table.add({report.config.bots[static_cast<std::size_t>(usage.bot)].name, std::to_string(usage.time.retries),
               "retries", "no faults: asked again after an illegal or unreadable answer"});
  }
  return table.text(width);
}

}  // namespace tichu::arena
