#include "arena/tournament/schedule/make_schedule.h"

#include <algorithm>

#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/fixed_pairings.h"
#include "arena/tournament/schedule/knockout.h"
#include "arena/tournament/schedule/ladder.h"
#include "arena/tournament/schedule/mixed_partnerships.h"
#include "arena/tournament/schedule/sequential_schedule.h"
#include "arena/tournament/schedule/swiss.h"

namespace tichu::arena {
namespace {

/// The entrants of these names; the first entrant if none are named.
std::vector<EntrantId> candidates_of(const TournamentConfig& config, const std::vector<Entrant>& entrants) {
  if (config.schedule.candidates.empty()) return {EntrantId{0}};
  std::vector<EntrantId> candidates;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const auto& names = config.schedule.candidates;
    if (std::find(names.begin(), names.end(), entrants[i].name) != names.end()) {
      candidates.push_back(static_cast<EntrantId>(i));
    }
  }
  return candidates;
}

}  // namespace

std::unique_ptr<Schedule> make_schedule(const TournamentConfig& config) {
  if (config.test) return std::make_unique<SequentialSchedule>(sequential_plan(config), pool_size(config));
  const std::vector<Entrant> entrants = entrants_of(config);
  const std::size_t count = entrants.size();
  const bool is_single = config.seatings == Seatings::Single;
  switch (config.schedule.kind) {
    case ScheduleKind::RoundRobin:
      break;
    case ScheduleKind::Gauntlet:
      return std::make_unique<FixedPairings>(gauntlet(count, candidates_of(config, entrants)), config.boards,
                                             is_single);
    case ScheduleKind::Swiss:
      return std::make_unique<Swiss>(count, config.schedule.rounds.value_or(usual_swiss_rounds(count)), config.boards,
                                     config.seed, is_single);
    case ScheduleKind::Knockout:
      return std::make_unique<Knockout>(count, config.boards, is_single);
    case ScheduleKind::Mixed:
      return std::make_unique<FixedPairings>(mixed_pairings(config.bots.size()), config.boards, is_single);
    case ScheduleKind::Ladder:
      return std::make_unique<Ladder>(count, config.boards, config.schedule.limit, is_single);
  }
  return std::make_unique<FixedPairings>(round_robin(count), config.boards, is_single);
}

}  // namespace tichu::arena
