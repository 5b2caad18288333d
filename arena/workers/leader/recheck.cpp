#include "arena/workers/leader/recheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "arena/text/counted.h"
#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

/// Tasks that the leader's machine has at a time.
constexpr std::size_t MostLocal = 4;

constexpr const char* WrongPlay = "it played a board differently than the leader does";

std::string digest_of_bots(const Unit& unit) {
  std::string all;
  for (const UnitBot& bot : unit.bots) all += bot.artifact + "\n";
  return sha256_of(all);
}

}  // namespace

Recheck::Recheck(LeaderContext& context, UnitStore& book, OpenUnits& units, WorkerRegistry& registry,
                 LocalExecutor& local)
    : context_(context), book_(book), units_(units), registry_(registry), local_(local), validator_(book) {}

void Recheck::restore(const std::function<std::optional<StoredUnit>(const BookedUnit& unit)>& make) {
  for (const auto& [worker, reason] : validator_.stopped()) registry_.refuse(worker, reason);
  for (const UnitNumber number : book_.open_rechecks()) {
    const BookedUnit booked = book_.unit(number);
    const std::optional<BookedResult> result = book_.result(number);
    std::optional<StoredUnit> stored = make(booked);
    const bool is_whole = stored && result && stored->jobs.size() == booked.jobs.size() &&
                          result->digests.size() == booked.jobs.size() && digest_of_bots(stored->unit) == result->bots;
    if (!is_whole) {
      validator_.close(number);
      continue;
    }
    stored->worker = result->worker;
    stored->digests = result->digests;
    open_.emplace(number, Open{std::move(*stored)});
  }
}

bool Recheck::is_timed(BotId bot, const TournamentConfig& config) const {
  return config.bots.at(static_cast<std::size_t>(bot)).timed || validator_.is_nondeterministic(bot);
}

bool Recheck::is_comparable(const Unit& unit) const {
  return unit.least_speed <= 0 && std::none_of(unit.bots.begin(), unit.bots.end(), [this](const UnitBot& bot) {
           return validator_.is_nondeterministic(bot.id);
         });
}

BookedResult Recheck::result_of(const Unit& unit, const std::string& worker, std::vector<BoardDigest> digests) {
  return {worker, std::move(digests), digest_of_bots(unit)};
}

void Recheck::take_stored(StoredUnit unit) {
  const UnitNumber number = unit.unit.id.number;
  const Validator::Second second = validator_.take_stored(number, unit.worker, is_comparable(unit.unit));
  if (second == Validator::Second::None) return;
  Open open{std::move(unit)};
  open.is_for_leader = second == Validator::Second::Leader;
  open_.emplace(number, std::move(open));
}

void Recheck::take_second(const OpenUnit& open, const std::string& worker, const std::vector<BoardDigest>& digests) {
  const UnitNumber number = *open.rechecked;
  const auto found = open_.find(number);
  Open& recheck = found->second;
  take_back(recheck);
  const std::vector<std::size_t> different = differences(recheck.first.digests, digests);
  if (different.empty()) {
    ++counts_.same;
    validator_.take_valid(number, recheck.first.worker, worker);
    open_.erase(found);
    return;
  }
  ++counts_.different;
  context_.note(fmt::format("workers {} and {} played {} differently: the leader plays them", recheck.first.worker,
                            worker, counted(different.size(), "board")),
                RunNote::Level::Info);
  recheck.second = {worker, digests};
  recheck.is_for_leader = true;
}

void Recheck::take_failure(const OpenUnit& open) {
  Open& recheck = open_.at(*open.rechecked);
  take_back(recheck);
  recheck.is_for_leader = true;
}

void Recheck::give_out(Time now, double board_seconds) {
  for (auto& [number, open] : open_) {
    if (open.is_local) continue;
    const bool is_for_leader = open.is_for_leader || is_overdue(open, now, board_seconds) ||
                               !registry_.has_proven_others(open.first.worker, open.first.unit.keeps_from_guests);
    if (!is_for_leader && !open.out) {
      give_to_worker(number, open, now);
    } else if (is_for_leader && local_.open() < MostLocal) {
      take_back(open);
      give_to_leader(open);
    }
  }
}

void Recheck::give_to_worker(UnitNumber number, Open& open, Time now) {
  std::vector<JobNumber> numbers;
  std::vector<WaitingJob> jobs;
  for (const Job& job : open.first.jobs) {
    numbers.push_back(job.number);
    jobs.push_back({job});
  }
  OpenUnit again{book_.add(std::move(numbers), open.first.given_up), std::move(jobs), open.first.unit, number};
  again.played_by = open.first.worker;
  open.since = again.given = now;
  open.out = again.number();
  units_.add(std::move(again));
}

void Recheck::give_to_leader(Open& open) {
  open.is_local = true;
  LocalTask task{open.first.unit.id.number, context_.roster(), {}};
  const auto add = [&](std::size_t index) {
    LocalBoard board{open.first.jobs[index], open.first.given_up[index], index, {open.first.digests[index]}};
    if (open.second) board.said.push_back(open.second->second[index]);
    task.boards.push_back(std::move(board));
  };
  if (open.second) {
    for (const std::size_t index : differences(open.first.digests, open.second->second)) add(index);
  } else {
    for (std::size_t index = 0; index < open.first.jobs.size(); ++index) add(index);
  }
  local_.add(std::move(task));
}

bool Recheck::is_overdue(const Open& open, Time now, double board_seconds) {
  return open.out && now > open.since + longest_kept(*units_.find(*open.out), board_seconds);
}

void Recheck::take_back(Open& open) {
  if (open.out) units_.close(*open.out, UnitState::Dropped);
  open.out.reset();
}

void Recheck::take_local(const LocalResult& local) {
  const UnitNumber number = *local.task.recheck;
  const auto found = open_.find(number);
  if (found == open_.end()) return;
  const Open open = std::move(found->second);
  open_.erase(found);
  if (!local.trouble.empty()) {
    context_.note(fmt::format("unit {} of worker {} could not be rechecked: {}", number.value(), open.first.worker,
                              local.trouble),
                  RunNote::Level::Warning);
    validator_.close(number);
    return;
  }
  ++counts_.by_leader;
  if (!local.differing.empty()) {
    for (const BotId bot : local.differing) mark(bot, true);
    validator_.close(number);
    return;
  }
  const auto wrong = [&](const std::vector<BoardDigest>& said) {
    std::vector<std::size_t> boards;
    for (std::size_t i = 0; i < local.digests.size(); ++i) {
      const std::size_t index = local.task.boards[i].index;
      if (differ(said[index], local.digests[i])) boards.push_back(index);
    }
    return boards;
  };
  const std::vector<std::size_t> wrong_boards = wrong(open.first.digests);
  if (open.second) {
    const std::vector<std::size_t> of_second = wrong(open.second->second);
    if (!of_second.empty()) take_wrong(open.first, open.second->first, of_second, false);
  }
  if (!wrong_boards.empty()) {
    take_wrong(open.first, open.first.worker, wrong_boards, true);
  } else if (local.digests.size() == open.first.jobs.size()) {
    validator_.take_valid(number, open.first.worker, "");
  } else {
    validator_.close(number);
  }
}

std::set<BotId> Recheck::strangers_at(const UnitJob& job) const {
  const std::shared_ptr<const Roster> roster = context_.roster();
  const auto& owners = roster->config.schedule.owners;
  std::set<BotId> bots;
  for (const Partnership& team : job.teams) {
    for (const BotId bot : team.bots) {
      const auto owner = owners.find(roster->config.bots.at(static_cast<std::size_t>(bot)).name);
      if (owner != owners.end() && !owner->second.empty()) bots.insert(bot);
    }
  }
  return bots;
}

void Recheck::take_wrong(const StoredUnit& unit, const std::string& worker, const std::vector<std::size_t>& boards,
                         bool is_first) {
  std::set<BotId> strangers;
  for (const std::size_t board : boards) {
    std::set<BotId> bots = strangers_at(unit.unit.jobs.at(board));
    if (bots.empty()) {
      stop(worker);
      return;
    }
    strangers.merge(bots);
  }
  context_.note(fmt::format("worker {} played {} of submitted bots differently than the leader: a bot may not repeat "
                            "itself, or the worker is wrong",
                            worker, counted(boards.size(), "board")),
                RunNote::Level::Warning);
  for (const BotId bot : strangers) mark(bot, false);
  if (!is_first) return;
  validator_.invalidate(unit.unit.id.number, worker, "a submitted bot played differently on the leader's machine");
  has_invalid_ = true;
}

void Recheck::stop(const std::string& worker) {
  if (validator_.is_stopped(worker)) return;
  validator_.stop(worker, WrongPlay);
  has_invalid_ = true;
  context_.note(fmt::format("worker {} is stopped: {}", worker, WrongPlay), RunNote::Level::Warning);
  registry_.refuse(worker, WrongPlay);
  for (auto next = open_.begin(); next != open_.end();) {
    const auto open = next++;
    if (open->second.first.worker != worker) continue;
    take_back(open->second);
    open_.erase(open);
  }
}

void Recheck::mark(BotId bot, bool is_certain) {
  if (validator_.is_nondeterministic(bot)) return;
  if (is_certain) {
    validator_.set_nondeterministic(bot);
  } else {
    validator_.add_difference(bot);
  }
  if (!validator_.is_nondeterministic(bot)) return;
  context_.note(fmt::format("bot \"{}\" does not repeat itself: with the same cards and seeds it played a board "
                            "differently. Its boards are not rechecked any more, and only fast machines play them, as "
                            "those of timed bots",
                            context_.roster()->config.bots.at(static_cast<std::size_t>(bot)).name),
                RunNote::Level::Warning);
}

}  // namespace tichu::arena
