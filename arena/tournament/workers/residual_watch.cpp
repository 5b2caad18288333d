#include "arena/tournament/workers/residual_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "arena/text/counted.h"
#include "arena/tournament/units/clock_trust.h"
#include "arena/tournament/workers/audits.h"

namespace tichu::arena {
namespace {

/// Which bots look at the clock, or may; by id.
std::vector<bool> timed_bots(UnitBook& book, const TournamentConfig& config) {
  const Audits audits(book);
  std::vector<bool> timed;
  for (std::size_t bot = 0; bot < config.bots.size(); ++bot) {
    timed.push_back(audits.is_timed(static_cast<BotId>(bot), config));
  }
  return timed;
}

}  // namespace

std::vector<std::string> doubts_about_workers(UnitBook& book, const TournamentReport& report) {
  const std::vector<bool> timed_bots = arena::timed_bots(book, report.config);
  if (std::find(timed_bots.begin(), timed_bots.end(), true) == timed_bots.end()) return {};
  const auto timed = [&](EntrantId id) {
    const Partnership& bots = report.entrants.at(static_cast<std::size_t>(id)).bots;
    return std::any_of(bots.bots.begin(), bots.bots.end(),
                       [&](BotId bot) { return timed_bots.at(static_cast<std::size_t>(bot)); });
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
