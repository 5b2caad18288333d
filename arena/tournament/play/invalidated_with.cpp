#include "arena/tournament/play/invalidated_with.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>

#include "arena/tournament/play/fault_streaks.h"

namespace tichu::arena {
namespace {

using Jobs = std::set<JobNumber>;
using BotsOfJobs = std::vector<std::vector<BotId>>;

/// What is taken of the invalidated jobs, whose truth nobody knows.
enum class Guess : std::uint8_t {
  AsStored,   ///< they were played as they are stored
  NotPlayed,  ///< they tell nothing of their bots
  Clean,      ///< no bot was at fault
};

/// Whether a schedule draws pairings from results, so that all later jobs go with one that is invalid.
bool draws_from_results(const TournamentConfig& config) {
  return config.test || config.schedule.kind == ScheduleKind::Swiss || config.schedule.kind == ScheduleKind::Knockout;
}

/// The bots that are given up in each stored job.
BotsOfJobs given_up_in(const TournamentConfig& config, const std::vector<Entrant>& entrants,
                       const StoredResults& stored, std::span<const FinishedFault> faults, const Jobs& invalidated,
                       Guess guess) {
  FaultStreaks streaks(config, entrants);
  BotsOfJobs given_up(stored.jobs.size());
  auto next = faults.begin();
  for (std::size_t i = 0; i < stored.jobs.size(); ++i) {
    const Job& job = stored.jobs[i];
    const auto first =
        std::find_if(next, faults.end(), [&](const FinishedFault& fault) { return fault.job >= job.number; });
    next = std::find_if(first, faults.end(), [&](const FinishedFault& fault) { return fault.job > job.number; });
    const bool is_guessed = guess != Guess::AsStored && invalidated.contains(job.number);
    if (is_guessed && guess == Guess::NotPlayed) continue;
    streaks.begin(job);
    given_up[i] = streaks.given_up(job);
    const std::span<const FinishedFault> own(first, next);
    streaks.end(job, stored.boards[i].result.tables, is_guessed ? std::span<const FinishedFault>() : own);
  }
  return given_up;
}

/// Adds to `invalidated` all jobs of a bot from the first on in which it is given up in one of the two and not in the
/// other.
void invalidate_where_given_up_differs(const std::vector<Entrant>& entrants, const StoredResults& stored,
                                       const BotsOfJobs& one, const BotsOfJobs& other, Jobs& invalidated) {
  std::set<BotId> in_doubt;
  for (std::size_t i = 0; i < stored.jobs.size(); ++i) {
    const Job& job = stored.jobs[i];
    if (invalidated.contains(job.number)) continue;
    for (const EntrantId entrant : job.entrants) {
      for (const BotId bot : entrants.at(static_cast<std::size_t>(entrant)).bots.bots) {
        const bool is_in_one = std::find(one[i].begin(), one[i].end(), bot) != one[i].end();
        const bool is_in_other = std::find(other[i].begin(), other[i].end(), bot) != other[i].end();
        if (is_in_one != is_in_other) in_doubt.insert(bot);
        if (in_doubt.contains(bot)) invalidated.insert(job.number);
      }
    }
  }
}

}  // namespace

std::vector<JobNumber> invalidated_with(const TournamentConfig& config, const std::vector<Entrant>& entrants,
                                        const std::vector<JobNumber>& jobs, const StoredResults& stored,
                                        std::span<const FinishedFault> faults) {
  if (jobs.empty()) return jobs;
  if (draws_from_results(config)) {
    std::vector<JobNumber> later;
    for (const Job& job : stored.jobs) {
      if (job.number >= jobs.front()) later.push_back(job.number);
    }
    return later;
  }
  if (config.give_up_after == 0 || faults.empty()) return jobs;
  const BotsOfJobs as_stored = given_up_in(config, entrants, stored, faults, {}, Guess::AsStored);
  Jobs invalidated(jobs.begin(), jobs.end());
  // What goes because of one bot may tell of others.
  for (std::size_t before = 0; before != invalidated.size();) {
    before = invalidated.size();
    const Jobs unknown = invalidated;
    for (const Guess guess : {Guess::NotPlayed, Guess::Clean}) {
      const BotsOfJobs guessed = given_up_in(config, entrants, stored, faults, unknown, guess);
      invalidate_where_given_up_differs(entrants, stored, as_stored, guessed, invalidated);
    }
  }
  return {invalidated.begin(), invalidated.end()};
}

UnplayableJobs take_unplayable(std::vector<JobNumber>& jobs, const TournamentConfig& config,
                               const std::vector<Entrant>& entrants, const StoredResults& stored) {
  std::vector<bool> is_gone;
  is_gone.reserve(config.bots.size());
  for (const BotSpec& bot : config.bots) {
    std::error_code error;
    is_gone.push_back(!std::filesystem::exists(bot.path, error) && !error);
  }
  std::set<BotId> gone;
  UnplayableJobs unplayable;
  for (const Job& job : stored.jobs) {
    if (!std::binary_search(jobs.begin(), jobs.end(), job.number)) continue;
    bool is_playable = true;
    for (const EntrantId entrant : job.entrants) {
      for (const BotId bot : entrants.at(static_cast<std::size_t>(entrant)).bots.bots) {
        if (!is_gone.at(static_cast<std::size_t>(bot))) continue;
        is_playable = false;
        gone.insert(bot);
      }
    }
    if (!is_playable) unplayable.jobs.push_back(job.number);
  }
  std::erase_if(jobs,
                [&](JobNumber job) { return std::binary_search(unplayable.jobs.begin(), unplayable.jobs.end(), job); });
  for (const BotId bot : gone) unplayable.names.push_back(config.bots[static_cast<std::size_t>(bot)].name);
  return unplayable;
}

}  // namespace tichu::arena
