#include "arena/tournament/benchmark_folder.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "arena/installation.h"
#include "arena/tournament/schedule/make_schedule.h"

namespace tichu::arena {

namespace fs = std::filesystem;

namespace {

/// A tournament of a benchmark, which is played to its end.
OrInputError<Tournament> finished(const fs::path& folder) {
  auto opened = Tournament::open(folder, "benchmark");
  if (opened && !opened->progress().complete) {
    return tl::unexpected(InputError{"benchmark", "\"" + folder.string() + "\"",
                                     "is not played to its end; the same command again continues it"});
  }
  return opened;
}

/// Track C as its stages are stored, if each is the one that follows from those before.
OrInputError<RobustnessTrack> stored_robustness(const BenchmarkSuite& suite, const TournamentConfig& strength,
                                                std::uint64_t part, const fs::path& folder) {
  BenchmarkExtent extent{part};
  if (strength.seed != suite.strength.seed) extent.secret_seed = strength.seed;
  return robustness_track(
      suite, strength.bots.back(), extent, [&](const TournamentConfig& wanted) -> OrInputError<MeasuredBoards> {
        const auto stage = finished(folder / wanted.name);
        if (!stage) return tl::unexpected(stage.error());
        const TournamentConfig stored = stage->config();
        const bool is_wanted =
            stored.seed == wanted.seed && stored.boards == wanted.boards &&
            std::equal(stored.bots.begin(), stored.bots.end(), wanted.bots.begin(), wanted.bots.end(),
                       [](const BotSpec& a, const BotSpec& b) { return a.name == b.name && a.options == b.options; });
        if (is_wanted) return measured_boards(*stage);
        return tl::unexpected(InputError{"benchmark", "\"" + (folder / wanted.name).string() + "\"",
                                         "does not follow from the stages before it"});
      });
}

/// Track D as it is stored; nullopt if it is not there.
OrInputError<std::optional<TimeTrack>> stored_time(const TournamentConfig& strength, const fs::path& folder) {
  TimeTrack track;
  for (const int milliseconds : TimesTold) {
    const fs::path place = folder / (std::string(TimeFolder) + "-" + std::to_string(milliseconds));
    if (milliseconds == TimesTold[0] && !holds_tournament(place)) return std::optional<TimeTrack>();
    const auto limit = finished(place);
    if (!limit) return tl::unexpected(limit.error());
    const TournamentConfig config = limit->config();
    const auto& options = config.bots.back().options;
    if (config.seed != strength.seed || options.empty() || options.back().second != std::to_string(milliseconds)) {
      return tl::unexpected(InputError{"benchmark", "\"" + place.string() + "\"", "is not of this benchmark"});
    }
    MeasuredBoards measured = measured_boards(*limit);
    const CardValues points = values_of(measured, [](const MeasuredBoard&) { return true; });
    track.option = options.back().first;
    track.boards = config.boards;
    track.limits.push_back({milliseconds, points, std::move(measured)});
  }
  return std::optional(std::move(track));
}

}  // namespace

MeasuredBoards measured_boards(const Tournament& tournament) {
  MeasuredBoardsReader reader(tournament.config());
  tournament.each_board(
      [&reader](const StoredBoard& board) {
        reader.add(board);
        return true;
      },
      refuse_damage);
  return reader.finish();
}

fs::path bundled_suite_folder() { return arena_folder() / "benchmark" / "1"; }

std::string records_sha256(const Tournament& tournament) { return measured_boards(tournament).sha256; }

OrInputError<BenchmarkCard> card_of(const BenchmarkSuite& suite, std::uint64_t part, const fs::path& folder) {
  std::vector<Tournament> tracks;
  for (const char* name : {PoolFolder, StrengthFolder, PartnersFolder}) {
    auto opened = finished(folder / name);
    if (!opened) return tl::unexpected(opened.error());
    tracks.push_back(std::move(*opened));
  }
  const TournamentConfig strength = tracks[1].config();
  const TournamentConfig partners = tracks[2].config();
  const BotSpec& bot = strength.bots.back();
  if (strength.boards != strength_tournament(suite, bot, {part}).boards ||
      partners.boards != partners_tournament(suite, bot, {part}).boards) {
    return tl::unexpected(InputError{"benchmark", "\"" + folder.string() + "\"",
                                     "does not hold one board in " + std::to_string(part) + " of the suite"});
  }
  BenchmarkCard card = make_card(suite, part, records_sha256(tracks[0]), strength, measured_boards(tracks[1]), partners,
                                 measured_boards(tracks[2]));
  auto time = stored_time(strength, folder);
  if (!time) return tl::unexpected(time.error());
  card.time = std::move(*time);
  if (!suite.robustness) return card;
  auto robustness = stored_robustness(suite, strength, part, folder);
  if (!robustness) return tl::unexpected(robustness.error());
  card.robustness = std::move(*robustness);
  return card;
}

OrInputError<void> check_pool(const BenchmarkSuite& suite, const Tournament& pool) {
  if (suite.pool_sha256.empty()) return {};
  const std::string found = records_sha256(pool);
  if (found == suite.pool_sha256) return {};
  return tl::unexpected(InputError{"benchmark", "",
                                   "the bots of this build do not play as those of suite " + suite.version +
                                       ": their boards have the SHA-256 " + found + ", not " + suite.pool_sha256 +
                                       ", so that cards could not be compared",
                                   true});
}

OrInputError<bool> play_tracks(const BenchmarkSuite& suite, const BotSpec& bot, const BenchmarkExtent& extent,
                               const PlayBenchmarkTournament& play) {
  for (const TournamentConfig& config :
       {pool_tournament(suite), strength_tournament(suite, bot, extent), partners_tournament(suite, bot, extent)}) {
    const auto played = play(config);
    if (!played) return tl::unexpected(played.error());
    if (!*played) return false;
    if (config.name != PoolFolder) continue;
    if (const auto checked = check_pool(suite, **played); !checked) return tl::unexpected(checked.error());
  }
  if (!suite.robustness) return true;
  bool stops = false;
  const auto stage = [&](const TournamentConfig& config) -> OrInputError<MeasuredBoards> {
    const auto played = play(config);
    if (!played) return tl::unexpected(played.error());
    stops = !played->has_value();
    if (stops) return tl::unexpected(InputError());
    return measured_boards(**played);
  };
  const auto track = robustness_track(suite, bot, extent, stage);
  if (!track && !stops) return tl::unexpected(track.error());
  return !stops;
}

OrInputError<BenchmarkRest> rest_of_benchmark(const BenchmarkSuite& suite, const BotSpec& bot,
                                              const BenchmarkExtent& extent, const fs::path& folder) {
  BenchmarkRest rest;
  const auto stored = [&](const TournamentConfig& config) -> OrInputError<std::optional<Tournament>> {
    const fs::path place = folder / config.name;
    if (holds_tournament(place)) {
      auto found = Tournament::open(place, "benchmark");
      if (!found) return tl::unexpected(found.error());
      if (found->progress().complete) {
        rest.boards_played += found->board_count();
        return std::optional(std::move(*found));
      }
    }
    rest.next = config;
    rest.next->results = folder;
    return std::optional<Tournament>();
  };
  const auto all = play_tracks(suite, bot, extent, stored);
  if (!all) return tl::unexpected(all.error());
  return rest;
}

std::uint64_t benchmark_boards(const BenchmarkSuite& suite, const BenchmarkExtent& extent) {
  BotSpec bot;
  bot.name = "bot";
  std::uint64_t boards = suite.robustness ? robustness_boards(suite, extent) : 0;
  for (const TournamentConfig& config :
       {pool_tournament(suite), strength_tournament(suite, bot, extent), partners_tournament(suite, bot, extent)}) {
    boards += make_schedule(config)->total().value();
  }
  return boards;
}

}  // namespace tichu::arena
