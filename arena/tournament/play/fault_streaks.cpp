#include "arena/tournament/play/fault_streaks.h"

#include <algorithm>
#include <iterator>

namespace tichu::arena {

FaultStreaks::FaultStreaks(const TournamentConfig& config, std::vector<Entrant> entrants)
    : limit_(static_cast<std::size_t>(config.give_up_after)),
      substitute_(config.faults == FaultPolicy::Substitute),
      entrants_(std::move(entrants)) {}

std::vector<BotId> FaultStreaks::bots_of(const Job& job) const {
  std::vector<BotId> bots;
  for (const EntrantId entrant : job.entrants) {
    for (const BotId bot : entrants_[static_cast<std::size_t>(entrant)].bots.bots) {
      if (std::find(bots.begin(), bots.end(), bot) == bots.end()) bots.push_back(bot);
    }
  }
  return bots;
}

void FaultStreaks::begin(const Job& job) {
  if (limit_ == 0) return;
  for (const BotId bot : bots_of(job)) {
    History& history = histories_[bot];
    if (!history.last) history.jobs.emplace(job.number, Conduct::UnderWay);
  }
}

FaultStreaks::Conduct FaultStreaks::conduct(BotId bot, int tables, std::span<const FinishedFault> faults) const {
  Conduct conduct = Conduct::Unknown;
  for (int seating = 0; seating < tables; ++seating) {
    bool own = false;
    bool of_others = false;
    for (const FinishedFault& fault : faults) {
      if (fault.seating == SeatingNumber(seating)) (fault.bot == bot ? own : of_others) = true;
    }
    if (own) {
      conduct = Conduct::Faulty;
    } else if (!of_others || substitute_) {
      return Conduct::Clean;
    }
  }
  return conduct;
}

void FaultStreaks::end(const Job& job, int tables, std::span<const FinishedFault> faults) {
  if (limit_ == 0) return;
  for (const BotId bot : bots_of(job)) {
    History& history = histories_[bot];
    const auto entry = history.jobs.find(job.number);
    if (entry == history.jobs.end()) continue;
    entry->second = conduct(bot, tables, faults);
    settle(history, entry->second == Conduct::Unknown ? history.jobs.erase(entry) : entry);
  }
}

void FaultStreaks::settle(History& history, Entry entry) const {
  // A row of faults that is long enough has this job in it, or on both sides of it.
  std::size_t row = 0;
  Entry begin = entry;
  while (begin != history.jobs.begin() && std::prev(begin)->second == Conduct::Faulty) {
    --begin;
    ++row;
  }
  for (Entry job = entry; job != history.jobs.end() && job->second == Conduct::Faulty; ++job) ++row;
  if (row >= limit_) {
    history.last = std::next(begin, static_cast<std::ptrdiff_t>(limit_) - 1)->first;
    history.jobs.clear();  // none of them was in doubt, so none can change it
    return;
  }
  // The row that the next clean job ends, and the one that this job ends.
  Entry end = entry;
  if (end != history.jobs.end() && end->second == Conduct::Clean) ++end;
  for (row = 0; end != history.jobs.end() && end->second != Conduct::Clean && row < limit_; ++end) ++row;
  const bool ends_itself = entry != history.jobs.end() && entry->second == Conduct::Clean;
  if (row < limit_ && end != history.jobs.end()) forget_row(history, end);
  if (ends_itself) forget_row(history, entry);
}

void FaultStreaks::forget_row(History& history, Entry last) const {
  std::size_t row = 0;
  Entry begin = last;
  while (begin != history.jobs.begin() && std::prev(begin)->second != Conduct::Clean) {
    --begin;
    if (++row >= limit_) return;
  }
  history.jobs.erase(begin, std::next(last));
}

bool FaultStreaks::is_in_doubt(const Job& job) const {
  if (limit_ == 0) return false;
  const std::vector<BotId> bots = bots_of(job);
  return std::any_of(bots.begin(), bots.end(), [&](BotId bot) {
    const History& history = histories_.at(bot);
    std::size_t row = 0;
    for (const auto& [number, conduct] : history.jobs) {
      if (number >= job.number) break;
      row = conduct == Conduct::Clean ? 0 : row + 1;
      if (row >= limit_) return true;
    }
    return false;
  });
}

std::vector<BotId> FaultStreaks::given_up(const Job& job) const {
  if (limit_ == 0) return {};
  std::vector<BotId> bots = bots_of(job);
  std::erase_if(bots, [&](BotId bot) {
    const std::optional<JobNumber> last = histories_.at(bot).last;
    return !last || *last >= job.number;
  });
  return bots;
}

}  // namespace tichu::arena
