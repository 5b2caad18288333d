#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/presentation/report/estimate_text.h"
#include "arena/presentation/report/groups_note.h"
#include "arena/statistics/rating/elo.h"
#include "arena/statistics/rating/entrant_groups.h"
#include "arena/statistics/rating/online_rating.h"
#include "arena/statistics/rating/partnership_rating.h"
#include "arena/statistics/rating/points_rating.h"
#include "arena/statistics/rating/results_csv.h"
#include "arena/text/input_error.h"
#include "arena/text/json_or_null.h"
#include "arena/text/number_text.h"
#include "arena/text/text_table.h"
#include "arena/tournament/config/rating_anchor.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* RateHelp =
    R"(Rates bots from results of any origin, jointly, as the arena rates its own tournaments. FILE has a row a board (or game):
  bot_a,bot_b,result         1: bot_a won, 0.5: drawn, 0: lost; between them for pairs of rounds
  bot_a,bot_b,points         after a heading of these words: points a round that bot_a scored more
  bot_a,bot_b,result,board   rows with the same board number share their cards
"-" is the standard input. Results give Elo, points give points a round, with 95 % errors (arena/statistics/rating/RATINGS.md).
With --model online results are taken row by row, as a ladder does. With --model members bot_a and bot_b are teams, such as "x+y",
or "x" for x with itself as partner: what each bot brings to any team, and what each pair has beyond that.
Examples:
  tichu-arena rate results.csv
  tichu-arena rate teams.csv --model members
  tichu-arena rate results.csv --anchor steady=0 --bootstrap 200 --json)";

struct RateFlags {
  std::string file;
  std::string model;  ///< empty: by what the file holds
  std::string anchor;
  int bootstrap = 0;
  std::uint64_t seed = 1;
  bool json = false;
};

/// Ratings, ready to be shown.
struct RatedTable {
  std::vector<std::string> names;  ///< of bots; with the model members those of teams taken apart
  std::string model;               ///< as in --model
  std::size_t rows = 0;            ///< of the file
  StrengthTable strengths;
  std::optional<StrengthAnchor> anchor;
  std::map<BotPair, Synergy> synergies;                 ///< with the model members
  std::vector<std::optional<double>> bootstrap_errors;  ///< empty where not asked for; nothing where unknown
  EntrantGroups groups;                                 ///< which bots can be compared
  std::vector<std::size_t> ranked;                      ///< group by group, in it the strongest first
  std::vector<std::uint64_t> boards;                    ///< of each bot
};

using Meetings = std::vector<std::array<std::size_t, 2>>;

std::variant<ResultsTable, CsvError> read_file(const std::string& path) {
  if (path == "-") return read_results_csv(std::cin);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  auto result = read_results_csv(file);
  if (file.bad()) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  return result;
}

/// The anchor that NAME=VALUE asks for.
OrInputError<std::optional<StrengthAnchor>> read_anchor(const std::string& text, const ResultsTable& results) {
  if (text.empty()) return std::optional<StrengthAnchor>();
  const auto anchor = anchor_of_flag(text);
  if (!anchor) return tl::unexpected(anchor.error());
  const auto found = std::find(results.names.begin(), results.names.end(), anchor.value().name);
  if (found == results.names.end()) {
    return tl::unexpected(InputError{"--anchor", "\"" + text + "\"", "names a bot that is not in the file"});
  }
  return std::optional(StrengthAnchor{static_cast<std::size_t>(found - results.names.begin()), anchor.value().value});
}

/// A table without ranks.
RatedTable unranked_table(const RateFlags& flags, const ResultsTable& results, std::vector<std::string> names,
                          StrengthTable strengths) {
  const std::size_t bots = names.size();
  return {std::move(names),
          flags.model,
          results.boards.size(),
          std::move(strengths),
          std::nullopt,
          {},
          {},
          {},
          {},
          std::vector<std::uint64_t>(bots, 0)};
}

/// The filter's ratings; errors of different bots are independent to it.
StrengthTable online_strengths(const ResultsTable& results, std::optional<StrengthAnchor> anchor) {
  OnlineRatings online;
  for (const BoardValue& board : results.boards) online.add(board);
  std::vector<double> values;
  SymmetricMatrix covariance(results.names.size());
  for (std::size_t i = 0; i < results.names.size(); ++i) {
    const OnlineRating rating = online.rating(static_cast<EntrantId>(i));
    values.push_back(rating.elo);
    covariance.add(i, i, rating.deviation * rating.deviation);
  }
  return {std::move(values), std::move(covariance), anchor};
}

RatedTable rate_bots(const ResultsTable& results, std::optional<StrengthAnchor> anchor, const RateFlags& flags) {
  const std::size_t bots = results.names.size();
  RatedTable table = unranked_table(flags, results, results.names,
                                    flags.model == "online"   ? online_strengths(results, anchor)
                                    : flags.model == "points" ? rate_points(bots, results.boards, anchor)
                                                              : rate_elo(bots, results.boards, anchor));
  table.anchor = anchor;
  if (flags.bootstrap > 0) {
    table.bootstrap_errors = bootstrap_elo_errors(bots, results.boards, anchor, flags.bootstrap, flags.seed);
  }
  Meetings meetings;
  for (const BoardValue& board : results.boards) {
    meetings.push_back(board.sides());
    for (const std::size_t bot : board.sides()) table.boards[bot] += 1;
  }
  table.groups = group_entrants(bots, meetings);
  return table;
}

/// The bots of a team's name: "x+y", or "x" for x with itself. A name with more than one '+' is one bot's.
std::pair<std::string, std::string> members_of(const std::string& team) {
  const std::size_t plus = team.find('+');
  const bool is_pair = plus != std::string::npos && plus > 0 && plus + 1 < team.size() && plus == team.rfind('+');
  if (!is_pair) return {team, team};
  return {team.substr(0, plus), team.substr(plus + 1)};
}

/// The bots of two teams, each once.
std::vector<std::size_t> bots_of(const BotPair& first, const BotPair& second) {
  std::vector<std::size_t> bots{first.bots[0], first.bots[1], second.bots[0], second.bots[1]};
  std::sort(bots.begin(), bots.end());
  bots.erase(std::unique(bots.begin(), bots.end()), bots.end());
  return bots;
}

RatedTable rate_members(const ResultsTable& results, const RateFlags& flags) {
  std::vector<std::string> names;
  const auto number_of = [&](const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) names.push_back(name);
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  std::vector<BotPair> teams;
  for (const std::string& team : results.names) {
    const auto [first, second] = members_of(team);
    const std::size_t number = number_of(first);
    teams.push_back(BotPair::of(number, number_of(second)));
  }
  std::vector<PartnershipBoard> boards;
  std::vector<std::uint64_t> boards_of_bot(names.size(), 0);
  Meetings meetings;  // partners are tied together too
  for (const BoardValue& board : results.boards) {
    const auto [first, second] = board.sides();
    boards.push_back({board.board, {teams[first], teams[second]}, board.value});
    meetings.push_back({teams[first].bots[0], teams[second].bots[0]});
    for (const std::size_t team : board.sides()) meetings.push_back(teams[team].bots);
    for (const std::size_t bot : bots_of(teams[first], teams[second])) boards_of_bot[bot] += 1;
  }
  const PartnershipRatings ratings = rate_partnerships(names.size(), boards);
  RatedTable table = unranked_table(flags, results, names, ratings.members);
  table.synergies = ratings.synergies;
  table.groups = group_entrants(names.size(), meetings);
  table.boards = std::move(boards_of_bot);
  return table;
}

RatedTable rate_table(const ResultsTable& results, std::optional<StrengthAnchor> anchor, const RateFlags& flags) {
  RatedTable table = flags.model == "members" ? rate_members(results, flags) : rate_bots(results, anchor, flags);
  table.ranked.resize(table.names.size());
  std::iota(table.ranked.begin(), table.ranked.end(), std::size_t{0});
  std::stable_sort(table.ranked.begin(), table.ranked.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(table.groups.of[a], -table.strengths.value(a)) <
           std::tuple(table.groups.of[b], -table.strengths.value(b));
  });
  return table;
}

bool is_in_elo(const RatedTable& table) { return table.model == "elo" || table.model == "online"; }

std::string pair_name(const RatedTable& table, const BotPair& pair) {
  return table.names[pair.bots[0]] + "+" + table.names[pair.bots[1]];
}

/// What pairs have beyond their members' sum.
std::string synergies_text(const RatedTable& table) {
  TextTable text("lrrr");
  text.add({"team", "synergy", "±95%", "boards"});
  for (const auto& [pair, synergy] : table.synergies) {
    text.add({pair_name(table, pair), signed_number(synergy.value, 1), fmt::format("±{:.1f}", synergy.error95),
              std::to_string(synergy.boards)});
  }
  return "\n" + text.text() + "A team's strength is the sum of its two members' and its synergy, in points a round.\n";
}

std::string error_text(std::optional<double> error) { return error ? fmt::format("±{:.1f}", *error) : "open"; }

/// How likely the bot of a place is stronger than the next, where the two can be compared.
std::string superiority_text(const RatedTable& table, std::size_t place) {
  if (place + 1 == table.ranked.size()) return "";
  const std::size_t bot = table.ranked[place];
  const std::size_t next = table.ranked[place + 1];
  if (!table.groups.has_together(bot, next)) return "";
  return fmt::format("{:.1f}%", 100 * table.strengths.superiority(bot, next));
}

std::string rating_text(const RatedTable& table) {
  const bool has_bootstrap = !table.bootstrap_errors.empty();
  TextTable text(has_bootstrap ? "rlrrrrr" : "rlrrrr");
  std::vector<std::string> heading{"#", "bot", is_in_elo(table) ? "Elo" : "pts/round", "±95%"};
  if (has_bootstrap) heading.emplace_back("±bootstrap");
  heading.insert(heading.end(), {"boards", "LOS over next"});
  text.add(std::move(heading));
  for (std::size_t place = 0; place < table.ranked.size(); ++place) {
    const std::size_t bot = table.ranked[place];
    std::vector<std::string> row{std::to_string(place + 1), table.names[bot],
                                 signed_number(table.strengths.value(bot), 1),
                                 fmt::format("±{:.1f}", table.strengths.error95(bot))};
    if (has_bootstrap) row.push_back(error_text(table.bootstrap_errors[bot]));
    row.push_back(std::to_string(table.boards[bot]));
    row.push_back(superiority_text(table, place));
    text.add(std::move(row));
  }
  const auto name_of = [&](std::size_t bot) -> const std::string& { return table.names[bot]; };
  return text.text() +
         (table.anchor ? fmt::format("{} is set to {}", table.names[table.anchor->entrant], table.anchor->value)
                       : std::string("The mean of all bots is 0")) +
         "; errors are against that. LOS: the likelihood that the bot is stronger than the next.\n" +
         groups_note(table.groups, name_of) + (table.model == "members" ? synergies_text(table) : std::string());
}

Json synergies_json(const RatedTable& table) {
  Json list = Json::array();
  for (const auto& [pair, synergy] : table.synergies) {
    list.push_back({{"first", table.names[pair.bots[0]]},
                    {"second", table.names[pair.bots[1]]},
                    {"value", synergy.value},
                    {"error95", synergy.error95},
                    {"boards", synergy.boards}});
  }
  return list;
}

Json pairs_json(const RatedTable& table) {
  Json pairs = Json::array();
  for (std::size_t a = 0; a < table.ranked.size(); ++a) {
    for (std::size_t b = a + 1; b < table.ranked.size(); ++b) {
      const std::size_t first = table.ranked[a];
      const std::size_t second = table.ranked[b];
      if (!table.groups.has_together(first, second)) break;  // nor with any behind
      pairs.push_back({{"first", table.names[first]},
                       {"second", table.names[second]},
                       {"difference", table.strengths.value(first) - table.strengths.value(second)},
                       {"error95", table.strengths.difference_error95(first, second)},
                       {"likelihood_of_superiority", table.strengths.superiority(first, second)}});
    }
  }
  return pairs;
}

std::string rating_json(const RatedTable& table) {
  // Half a million pairs of a thousand bots would be of use to nobody.
  constexpr std::size_t MostBotsWithPairs = 100;
  Json ratings = Json::array();
  for (std::size_t place = 0; place < table.ranked.size(); ++place) {
    const std::size_t bot = table.ranked[place];
    Json row{{"rank", place + 1},
             {"name", table.names[bot]},
             {"group", table.groups.of[bot] + 1},
             {"value", table.strengths.value(bot)},
             {"error95", table.strengths.error95(bot)},
             {"boards", table.boards[bot]}};
    if (!table.bootstrap_errors.empty()) row["bootstrap_error95"] = or_null(table.bootstrap_errors[bot]);
    ratings.push_back(std::move(row));
  }
  Json json{{"format", "tichu-rate/1"},
            {"unit", is_in_elo(table) ? "elo" : "points a round"},
            {"model", table.model},
            {"boards", table.rows},
            {"reference", table.anchor ? table.names[table.anchor->entrant] : "the mean of all bots"},
            {"reference_value", table.anchor ? table.anchor->value : 0.0},
            {"ratings", ratings}};
  if (table.ranked.size() <= MostBotsWithPairs) json["pairs"] = pairs_json(table);
  if (table.model == "members") json["synergies"] = synergies_json(table);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Whether the model can be had from this file, with these flags.
OrInputError<void> check_model(const RateFlags& flags, ResultKind kind) {
  const bool is_of_points = flags.model == "points" || flags.model == "members";
  if (is_of_points && kind == ResultKind::Score) {
    return tl::unexpected(InputError{"--model", flags.model, "needs points, after a heading bot_a,bot_b,points"});
  }
  if (!is_of_points && kind == ResultKind::Points) {
    return tl::unexpected(
        InputError{"--model", flags.model, "needs results from 0 to 1; for points there are points and members"});
  }
  if (flags.bootstrap > 0 && flags.model != "elo") {
    return tl::unexpected(InputError{
        "--bootstrap", "", "is for results and the model elo; the errors of points are by board numbers already"});
  }
  if (flags.model == "members" && !flags.anchor.empty()) {
    return tl::unexpected(
        InputError{"--anchor", "", "does not go with --model members, whose reference is the mean of all bots"});
  }
  return {};
}

/// The first result of a pair against itself.
OrInputError<void> check_teams(const RateFlags& flags, const ResultsTable& results) {
  for (std::size_t i = 0; i < results.boards.size(); ++i) {
    const auto [first, second] = results.boards[i].sides();
    auto one = members_of(results.names[first]);
    const auto other = members_of(results.names[second]);
    if (one != other) std::swap(one.first, one.second);
    if (one != other) continue;
    return tl::unexpected(InputError{
        flags.file, "",
        fmt::format("result {} has the same pair on both sides, \"{}\" and \"{}\"; two different teams are wanted",
                    i + 1, results.names[first], results.names[second])});
  }
  return {};
}

ExitCode run_rate(RateFlags flags) {
  const auto read = read_file(flags.file);
  if (const auto* error = std::get_if<CsvError>(&read)) {
    return refuse({flags.file + ":" + std::to_string(error->line), "", error->message});
  }
  const auto& results = std::get<ResultsTable>(read);
  if (results.boards.empty()) {
    return refuse({flags.file, "", "holds no results; a row a board is wanted, such as new,old,1"});
  }
  if (flags.model.empty()) flags.model = results.kind == ResultKind::Score ? "elo" : "points";
  if (const auto checked = check_model(flags, results.kind); !checked) return refuse(checked.error());
  if (flags.model == "members") {
    if (const auto checked = check_teams(flags, results); !checked) return refuse(checked.error());
  }
  const auto anchor = read_anchor(flags.anchor, results);
  if (!anchor) return refuse(anchor.error());
  const RatedTable table = rate_table(results, anchor.value(), flags);
  std::cout << (flags.json ? rating_json(table) : rating_text(table)) << std::flush;
  return ExitCode::Ok;
}

}  // namespace

void add_rate_command(CLI::App& app, ExitCode& exit_code) {
  constexpr int MostSamples = 100'000;
  CLI::App* command = app.add_subcommand("rate", "rates bots from a file of results");
  command->footer(RateHelp);
  const auto flags = std::make_shared<RateFlags>();
  command->add_option("FILE", flags->file, "results, CSV; - is the standard input")->required();
  command->add_option("--model", flags->model, "elo, points, members or online; else by what the file holds")
      ->check(CLI::IsMember({"elo", "points", "members", "online"}));
  command->add_option("--anchor", flags->anchor, "NAME=VALUE: this bot's rating is set; else the mean of all is 0");
  command
      ->add_option("--bootstrap", flags->bootstrap, "samples of a block bootstrap by board number, for its errors too")
      ->transform(whole_number(2, MostSamples));
  command->add_option("--seed", flags->seed, "of the bootstrap [1]")->transform(whole_number());
  command->add_flag("--json", flags->json, "one JSON object instead of text");
  command->callback([flags, &exit_code] { exit_code = run_rate(*flags); });
}

}  // namespace tichu::arena
