#include "arena/tournament/schedule/make_schedule.h"

#include <algorithm>
#include <utility>

#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/player/make_player.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/fixed_pairings.h"
#include "arena/tournament/schedule/knockout.h"
#include "arena/tournament/schedule/ladder_schedule.h"
#include "arena/tournament/schedule/mixed_partnerships.h"
#include "arena/tournament/schedule/sequential_schedule.h"
#include "arena/tournament/schedule/swiss.h"

namespace tichu::arena {
namespace {

/// The entrants of these names, in the order of entry.
std::vector<EntrantId> entrants_named(const std::vector<std::string>& names, const std::vector<Entrant>& entrants) {
  std::vector<EntrantId> named;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (std::find(names.begin(), names.end(), entrants[i].name) != names.end()) {
      named.push_back(static_cast<EntrantId>(i));
    }
  }
  return named;
}

std::vector<Pairing> gauntlet(const ScheduleConfig& schedule, const std::vector<Entrant>& entrants) {
  const std::vector<EntrantId> candidates =
      schedule.candidates.empty() ? std::vector{EntrantId{0}} : entrants_named(schedule.candidates, entrants);
  if (schedule.opponents.empty()) return gauntlet(entrants.size(), candidates);
  std::vector<Pairing> pairings;
  for (const EntrantId candidate : candidates) {
    for (const EntrantId opponent : entrants_named(schedule.opponents, entrants)) {
      pairings.push_back({candidate, opponent});
    }
  }
  return pairings;
}

/// So that programs need not be started for every turn of their pairing. What one thread keeps is enough for twice as
/// many: of those that take turns it finds half again, and with a second thread all.
std::uint64_t block_of(const TournamentConfig& config, const std::vector<Entrant>& entrants,
                       const std::vector<Pairing>& pairings) {
  std::size_t programs = 0;
  for (const Pairing& pairing : pairings) {
    for (const EntrantId entrant : pairing) {
      for (const BotId bot : entrants[static_cast<std::size_t>(entrant)].bots.bots) {
        if (has_process(config.bots[static_cast<std::size_t>(bot)])) ++programs;
      }
    }
  }
  programs *= static_cast<std::size_t>(table_count(config.seatings));
  return programs <= 2 * PoolLimits{}.programs ? FixedPairings::UsualBlock : FixedPairings::LongBlock;
}

std::unique_ptr<Schedule> fixed_pairings(const TournamentConfig& config, const std::vector<Entrant>& entrants,
                                         std::vector<Pairing> pairings) {
  const std::uint64_t block = block_of(config, entrants, pairings);
  return std::make_unique<FixedPairings>(std::move(pairings), config.boards, config.seatings == Seatings::Single,
                                         block);
}

/// With those who founded it; the others are changes.
std::unique_ptr<Schedule> ladder(const TournamentConfig& config, const std::vector<Entrant>& entrants) {
  const std::size_t founders = entrants.size() - config.entered;
  std::vector<std::string> owners;
  for (std::size_t i = 0; i < founders; ++i) {
    const auto owner = config.schedule.owners.find(entrants[i].name);
    owners.push_back(owner == config.schedule.owners.end() ? "" : owner->second);
  }
  return std::make_unique<LadderSchedule>(founders, config.boards, config.schedule.limit,
                                          config.seatings == Seatings::Single, owners);
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
      return fixed_pairings(config, entrants, gauntlet(config.schedule, entrants));
    case ScheduleKind::Swiss:
      return std::make_unique<Swiss>(count, config.schedule.rounds.value_or(usual_swiss_rounds(count)), config.boards,
                                     config.seed, is_single);
    case ScheduleKind::Knockout:
      return std::make_unique<Knockout>(count, config.boards, is_single);
    case ScheduleKind::Mixed:
      return fixed_pairings(config, entrants, mixed_pairings(config.bots.size()));
    case ScheduleKind::Ladder:
      return ladder(config, entrants);
  }
  return fixed_pairings(config, entrants, round_robin(count));
}

}  // namespace tichu::arena
