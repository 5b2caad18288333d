#include "arena/service/ladder/benchmark_runner.h"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <vector>

#include "arena/installation.h"
#include "arena/presentation/report/card_report.h"
#include "arena/service/ladder/ladder_tournament.h"
#include "arena/service/ladder/season_table.h"
#include "arena/text/digest.h"
#include "arena/text/number_text.h"
#include "arena/tournament/benchmark_folder.h"

namespace tichu::arena {
namespace {

template <typename T>
T or_throw(OrInputError<T> result) {
  if (!result) throw std::runtime_error(result.error().text());
  return std::move(result.value());
}

}  // namespace

BenchmarkSuite bundled_suite() { return or_throw(read_suite(bundled_suite_folder(), bundled_bots_folder())); }

std::uint64_t benchmark_seed(std::uint64_t season_seed, const std::string& salt, std::int64_t boards_since) {
  constexpr std::size_t Digits = 16;
  constexpr int Base = 16;
  const std::string text = sha256_of(fmt::format("{:016x}{}{}", season_seed, salt, boards_since)).substr(0, Digits);
  return number_from<std::uint64_t>(text, Base).value();
}

std::uint64_t BenchmarkRunner::seed_of(const PlayRequest& request) {
  LadderDatabase::Work work = database_.begin_looking();
  const std::vector<SeasonRow> seasons = SeasonTable(work).all();
  const SeasonRow* season = &seasons.front();
  for (const SeasonRow& other : seasons) {
    if (other.told.began && *other.told.began <= request.asked) season = &other;
  }
  return benchmark_seed(season->seed, season->salt, request.boards_since.value_or(0));
}

std::string BenchmarkRunner::play(PlayRequest& request, BotSpec bot) {
  const BenchmarkSuite suite = bundled_suite();
  const BenchmarkExtent extent{request.part.value_or(1), seed_of(request)};
  bot.name = "bot";  // whatever it is called meanwhile
  const std::filesystem::path folder = request.folder;
  std::filesystem::create_directories(folder);
  BenchmarkRest rest = or_throw(rest_of_benchmark(suite, bot, extent, folder));
  if (!rest.next) {
    request.boards = request.boards_played = rest.boards_played;
    return card_json(or_throw(card_of(suite, extent.part, folder)));
  }
  TournamentConfig& config = *rest.next;
  limit(config, settings_.play);
  const std::filesystem::path place = folder / config.name;
  Tournament tournament = or_throw(holds_tournament(place) ? Tournament::reopen(place, options_)
                                                           : Tournament::create(config, "the ladder", options_));
  request.boards_played = rest.boards_played + tournament.run(stopping_, Observers()).boards;
  return "";
}

}  // namespace tichu::arena
