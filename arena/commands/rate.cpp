#include <CLI/App.hpp>
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <tl/expected.hpp>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/presentation/report/rating_report.h"
#include "arena/statistics/rating/result_rating.h"
#include "arena/statistics/rating/results_csv.h"
#include "arena/text/input_error.h"
#include "arena/text/required_path.h"
#include "arena/tournament/config/rating_anchor.h"

namespace tichu::arena {
namespace {

constexpr const char* RateHelp =
    R"(Rates bots from results of any origin together, as the arena rates its own tournaments. Each row of FILE is a
board or a game:
  bot_a,bot_b,result         1: bot_a won, 0.5: drawn, 0: lost; values between them for pairs of rounds
  bot_a,bot_b,points         if this line is the heading: how many points per round bot_a scored more
  bot_a,bot_b,result,board   rows with the same board number share their cards
What `tichu-arena export DIR --csv` prints is taken as it is, of several tournaments one after another too: it has
results and points. "-" is standard input. Results give Elo, points give points per round, with 95 % errors
(arena/statistics/rating/RATINGS.md).
With --model online results are taken row by row, as a ladder takes them. With --model members bot_a and bot_b are
teams, such as "x+y", or "x" for x with itself as partner; the result is what each bot brings to any team, and what
each pair has beyond that.
Examples:
  tichu-arena rate results.csv
  tichu-arena rate teams.csv --model members
  tichu-arena export results/spring --csv | tichu-arena rate - --model members
  tichu-arena rate results.csv --anchor steady=0 --bootstrap 200 --json)";

struct RateFlags {
  std::string file;
  std::string model;  ///< empty: the default for what the file holds
  std::string anchor;
  int bootstrap = 0;
  std::uint64_t seed = 1;
  bool json = false;
};

tl::expected<ResultsTable, CsvError> read_file(const std::string& path) {
  if (path == "-") return read_results_csv(std::cin);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  auto results = read_results_csv(file);
  if (file.bad()) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  return results;
}

/// The model that the flag names, or the default for these results. Fails if it does not suit the file or other
/// flags.
OrInputError<RatingModel> model_for(const RateFlags& flags, const ResultsTable& results) {
  const RatingModel usual = results.has(ResultKind::Score) ? RatingModel::Elo : RatingModel::Points;
  const RatingModel model = from_text<RatingModel>(flags.model).value_or(usual);
  if (!results.has(rated_kind(model))) {
    const char* wanted = results.has(ResultKind::Score)
                             ? "needs points, after a heading bot_a,bot_b,points"
                             : "needs results from 0 to 1; for points use the model points or members";
    return tl::unexpected(InputError{"--model", flags.model, wanted});
  }
  if (flags.bootstrap > 0 && model != RatingModel::Elo) {
    return tl::unexpected(InputError{
        "--bootstrap", "", "is for results and the model elo; errors of points already group rows by board number"});
  }
  if (!flags.anchor.empty() && model == RatingModel::Members) {
    return tl::unexpected(
        InputError{"--anchor", "", "does not go with --model members, which rates against the mean of all bots"});
  }
  return model;
}

/// The anchor that NAME=VALUE asks for; nullopt if the flag was not given.
OrInputError<std::optional<StrengthAnchor>> anchor_for(const std::string& text, const ResultsTable& results) {
  if (text.empty()) return std::nullopt;
  const auto anchor = anchor_of_flag(text);
  if (!anchor) return tl::unexpected(anchor.error());
  const auto found = std::find(results.names.begin(), results.names.end(), anchor.value().name);
  if (found == results.names.end()) {
    return tl::unexpected(InputError{"--anchor", "\"" + text + "\"", "names a bot that is not in the file"});
  }
  return StrengthAnchor{static_cast<std::size_t>(found - results.names.begin()), anchor.value().value};
}

/// Rates the file as the flags say.
OrInputError<ResultRatings> rate_file(const RateFlags& flags) {
  if (const auto found = require_input(flags.file); !found)
    return tl::unexpected(InputError{"rate", "", found.error()});
  const auto at_line = [&](const CsvError& error) {
    return InputError{flags.file + ":" + std::to_string(error.line), "", error.message};
  };
  const auto results = read_file(flags.file);
  if (!results) return tl::unexpected(at_line(results.error()));
  if (results->names.empty()) {
    return tl::unexpected(InputError{flags.file, "", "holds no results; each row must be a board, such as new,old,1"});
  }
  const auto model = model_for(flags, *results);
  if (!model) return tl::unexpected(model.error());
  const auto anchor = anchor_for(flags.anchor, *results);
  if (!anchor) return tl::unexpected(anchor.error());
  return rate_results(*results, {*model, *anchor, flags.bootstrap, flags.seed}).map_error(at_line);
}

ExitCode run_rate(const RateFlags& flags) {
  const auto ratings = rate_file(flags);
  if (!ratings) return refuse(ratings.error());
  std::cout << (flags.json ? rating_json(*ratings) : rating_text(*ratings)) << std::flush;
  return ExitCode::Ok;
}

}  // namespace

void add_rate_command(CLI::App& command, ExitCode& exit_code) {
  constexpr int MostSamples = 100'000;
  command.footer(RateHelp);
  const auto flags = std::make_shared<RateFlags>();
  command.add_option("FILE", flags->file, "results, as CSV; - is standard input")->required();
  command.add_option("--model", flags->model, "elo, points, members or online [elo for results, points for points]")
      ->check(CLI::IsMember({"elo", "points", "members", "online"}));
  command.add_option("--anchor", flags->anchor, "NAME=VALUE: sets this bot's rating [the mean of all is 0]");
  command
      .add_option("--bootstrap", flags->bootstrap,
                  "also print errors by a block bootstrap over board numbers, with this many samples")
      ->transform(whole_number(2, MostSamples));
  command.add_option("--seed", flags->seed, "seed of the bootstrap [1]")->transform(whole_number());
  command.add_flag("--json", flags->json, "print one JSON object instead of text");
  command.callback([flags, &exit_code] { exit_code = run_rate(*flags); });
}

}  // namespace tichu::arena
