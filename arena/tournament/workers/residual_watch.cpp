#include "arena/tournament/workers/residual_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "arena/text/counted.h"
#include "arena/tournament/units/clock_trust.h"

namespace tichu::arena {
namespace {

bool has_timed(const TournamentConfig& config) {
  return std::any_of(config.bots.begin(), config.bots.end(), [](const BotSpec& bot) { return bot.timed; });
}

bool is_timed(const Entrant& entrant, const TournamentConfig& config) {
  return std::any_of(entrant.bots.bots.begin(), entrant.bots.bots.end(),
                     [&](BotId bot) { return config.bots.at(static_cast<std::size_t>(bot)).timed; });
}

}  // namespace

std::vector<std::string> doubts_about_workers(const UnitBook& book, const TournamentReport& report) {
  if (!has_timed(report.config)) return {};
  const auto timed = [&](EntrantId id) {
    return is_timed(report.entrants.at(static_cast<std::size_t>(id)), report.config);
  };
  const std::map<JobNumber, std::string> players = book.players();
  std::map<std::string, std::size_t> places;
  std::vector<std::string> names;
  std::vector<WorkerBoard> boards;
  for (std::size_t i = 0; i < report.results.jobs.size(); ++i) {
    const Job& job = report.results.jobs[i];
    const auto player = players.find(job.number);
    if (player == players.end() || !(timed(job.entrants[0]) || timed(job.entrants[1]))) continue;
    const auto [place, is_new] = places.emplace(player->second, names.size());
    if (is_new) names.push_back(player->second);
    const RatedBoard& rated = report.results.boards[i];
    WorkerBoard board{place->second, static_cast<std::size_t>(rated.entrants[0]),
                      static_cast<std::size_t>(rated.entrants[1]), rated.result.margin};
    if (board.first > board.second) {
      std::swap(board.first, board.second);
      board.margin = -board.margin;
    }
    boards.push_back(board);
  }
  std::vector<std::string> doubts;
  for (const WorkerResidual& residual : doubtful_workers(std::move(boards), names.size())) {
    doubts.push_back(fmt::format(
        "bots that look at the clock play otherwise on worker {} than elsewhere: its {} are {:.1f} standard "
        "deviations from what others make of the same pairings; is its machine too busy?",
        names[residual.worker], counted(residual.boards, "board"), residual.z));
  }
  return doubts;
}

}  // namespace tichu::arena
