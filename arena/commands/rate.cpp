#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/play_event.h"
#include "arena/config/config_error.h"
#include "arena/rating/elo.h"
#include "arena/rating/points_rating.h"
#include "arena/rating/results_csv.h"
#include "arena/report/number_text.h"
#include "arena/report/text_table.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* Help =
    R"(Rates bots from results of any origin, jointly, as the arena rates its own events. FILE has a row a board (or game):
  bot_a,bot_b,result         1: bot_a won, 0.5: drawn, 0: lost; between them for pairs of rounds
  bot_a,bot_b,points         after a heading of these words: points a round that bot_a scored more
  bot_a,bot_b,result,board   rows with the same board number share their cards
"-" is the standard input. Results give Elo, points give points a round, with 95 % errors (arena/rating/RATINGS.md).
Examples:
  tichu-arena rate results.csv
  tichu-arena rate results.csv --anchor steady=0 --bootstrap 200 --json)";

struct RateFlags {
  std::string file;
  std::string anchor;
  int bootstrap = 0;
  std::uint64_t seed = 1;
  bool json = false;
};

/// A rated table, ready to be shown.
struct RatedTable {
  const ResultsTable& results;
  StrengthTable strengths;
  std::optional<StrengthAnchor> anchor;
  std::vector<double> bootstrap_errors;  ///< empty where not asked for
  std::vector<std::size_t> ranked;       ///< the strongest first
  std::vector<std::uint64_t> boards;     ///< of each bot
};

std::variant<ResultsTable, CsvError> read_file(const std::string& path) {
  if (path == "-") return read_results_csv(std::cin);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  auto result = read_results_csv(file);
  if (file.bad()) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  return result;
}

/// The anchor that NAME=VALUE asks for.
OrConfigError<std::optional<StrengthAnchor>> read_anchor(const std::string& text, const ResultsTable& results) {
  if (text.empty()) return std::optional<StrengthAnchor>();
  const std::size_t equals = text.rfind('=');
  double value = 0;
  constexpr double Most = 100'000;
  if (equals == std::string::npos || !CLI::detail::lexical_cast(text.substr(equals + 1), value) ||
      !(std::abs(value) <= Most)) {
    return ConfigError{"--anchor", "\"" + text + "\"", "must have the form NAME=NUMBER, such as steady=0"};
  }
  const auto found = std::find(results.names.begin(), results.names.end(), text.substr(0, equals));
  if (found == results.names.end()) {
    return ConfigError{"--anchor", "\"" + text + "\"", "names a bot that is not in the file"};
  }
  return std::optional(StrengthAnchor{static_cast<std::size_t>(found - results.names.begin()), value});
}

RatedTable rate_table(const ResultsTable& results, std::optional<StrengthAnchor> anchor, const RateFlags& flags) {
  const std::size_t bots = results.names.size();
  const bool is_score = results.kind == ResultKind::Score;
  RatedTable table{results,
                   is_score ? rate_elo(bots, results.boards, anchor) : rate_points(bots, results.boards, anchor),
                   anchor,
                   {},
                   std::vector<std::size_t>(bots),
                   std::vector<std::uint64_t>(bots, 0)};
  if (flags.bootstrap > 0) {
    table.bootstrap_errors = bootstrap_elo_errors(bots, results.boards, anchor, flags.bootstrap, flags.seed);
  }
  std::iota(table.ranked.begin(), table.ranked.end(), std::size_t{0});
  std::stable_sort(table.ranked.begin(), table.ranked.end(),
                   [&](std::size_t a, std::size_t b) { return table.strengths.value(a) > table.strengths.value(b); });
  for (const BoardValue& board : results.boards) {
    for (const EntrantId entrant : board.entrants) table.boards[static_cast<std::size_t>(entrant)] += 1;
  }
  return table;
}

std::string rating_text(const RatedTable& table) {
  const bool is_score = table.results.kind == ResultKind::Score;
  const bool has_bootstrap = !table.bootstrap_errors.empty();
  TextTable text(has_bootstrap ? "rlrrrrr" : "rlrrrr");
  std::vector<std::string> heading{"#", "bot", is_score ? "Elo" : "pts/round", "±95%"};
  if (has_bootstrap) heading.emplace_back("±bootstrap");
  heading.insert(heading.end(), {"boards", "LOS over next"});
  text.add(std::move(heading));
  for (std::size_t place = 0; place < table.ranked.size(); ++place) {
    const std::size_t bot = table.ranked[place];
    std::vector<std::string> row{std::to_string(place + 1), table.results.names[bot],
                                 signed_number(table.strengths.value(bot), 1),
                                 fmt::format("±{:.1f}", table.strengths.error95(bot))};
    if (has_bootstrap) row.push_back(fmt::format("±{:.1f}", table.bootstrap_errors[bot]));
    row.push_back(std::to_string(table.boards[bot]));
    const bool is_last = place + 1 == table.ranked.size();
    row.push_back(is_last ? ""
                          : fmt::format("{:.1f}%", 100 * table.strengths.superiority(bot, table.ranked[place + 1])));
    text.add(std::move(row));
  }
  return text.text() +
         (table.anchor ? fmt::format("{} is set to {}", table.results.names[table.anchor->entrant], table.anchor->value)
                       : std::string("The mean of all bots is 0")) +
         "; errors are against that. LOS: the likelihood that the bot is stronger than the next.\n";
}

Json pairs_json(const RatedTable& table) {
  Json pairs = Json::array();
  for (std::size_t a = 0; a < table.ranked.size(); ++a) {
    for (std::size_t b = a + 1; b < table.ranked.size(); ++b) {
      const std::size_t first = table.ranked[a];
      const std::size_t second = table.ranked[b];
      pairs.push_back({{"first", table.results.names[first]},
                       {"second", table.results.names[second]},
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
             {"name", table.results.names[bot]},
             {"value", table.strengths.value(bot)},
             {"error95", table.strengths.error95(bot)},
             {"boards", table.boards[bot]}};
    if (!table.bootstrap_errors.empty()) row["bootstrap_error95"] = table.bootstrap_errors[bot];
    ratings.push_back(std::move(row));
  }
  Json json{{"format", "tichu-rate/1"},
            {"unit", table.results.kind == ResultKind::Score ? "elo" : "points a round"},
            {"boards", table.results.boards.size()},
            {"reference", table.anchor ? table.results.names[table.anchor->entrant] : "the mean of all bots"},
            {"reference_value", table.anchor ? table.anchor->value : 0.0},
            {"ratings", ratings}};
  if (table.ranked.size() <= MostBotsWithPairs) json["pairs"] = pairs_json(table);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

ExitCode run(const RateFlags& flags) {
  const auto read = read_file(flags.file);
  if (const auto* error = std::get_if<CsvError>(&read)) {
    return refuse({flags.file + ":" + std::to_string(error->line), "", error->message});
  }
  const auto& results = std::get<ResultsTable>(read);
  if (flags.bootstrap > 0 && results.kind == ResultKind::Points) {
    return refuse({"--bootstrap", "", "is for results; the errors of points are by board numbers already"});
  }
  const auto anchor = read_anchor(flags.anchor, results);
  if (!anchor.ok()) return refuse(anchor.error());
  const RatedTable table = rate_table(results, anchor.value(), flags);
  std::cout << (flags.json ? rating_json(table) : rating_text(table)) << std::flush;
  return ExitCode::Ok;
}

}  // namespace

void add_rate_command(CLI::App& app, ExitCode& exit_code) {
  constexpr int MostSamples = 100'000;
  CLI::App* command = app.add_subcommand("rate", "rates bots from a file of results");
  command->footer(Help);
  const auto flags = std::make_shared<RateFlags>();
  command->add_option("FILE", flags->file, "results, CSV; - is the standard input")->required();
  command->add_option("--anchor", flags->anchor, "NAME=VALUE: this bot's rating is set; else the mean of all is 0");
  command
      ->add_option("--bootstrap", flags->bootstrap, "samples of a block bootstrap by board number, for its errors too")
      ->check(CLI::Range(2, MostSamples));
  command->add_option("--seed", flags->seed, "of the bootstrap [1]");
  command->add_flag("--json", flags->json, "one JSON object instead of text");
  command->callback([flags, &exit_code] { exit_code = run(*flags); });
}

}  // namespace tichu::arena
