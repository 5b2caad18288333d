#include "arena/workers/leader/recheck.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/text/counted.h"
#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

/// Tasks that the leader's machine has at a time.
constexpr std::size_t MostLocal = 4;

constexpr const char* WrongPlay = "it played a board differently than the leader does";

}  // namespace

Recheck::Recheck(Leader& leader) : leader_(leader), validator_(leader.book) {
  for (const auto& [worker, reason] : validator_.stopped()) leader_.registry.refuse(worker, reason);
}

void Recheck::restore(UnitNumber number, std::optional<OpenUnit> unit) {
  if (!unit || unit->booked.digests.size() != unit->jobs.size() || digest_of_bots(*unit->unit) != unit->booked.bots) {
    validator_.close(number);
    return;
  }
  open_.emplace(number, Open{std::move(*unit)});
}

bool Recheck::is_timed(BotId bot, const TournamentConfig& config) const {
  return config.bots.at(static_cast<std::size_t>(bot)).timed || validator_.is_nondeterministic(bot);
}

bool Recheck::is_comparable(const units::Unit& unit) const {
  return unit.least_speed() <= 0 && std::ranges::none_of(unit.bots(), [this](const units::Bot& bot) {
           return validator_.is_nondeterministic(static_cast<BotId>(bot.id()));
         });
}

std::string Recheck::digest_of_bots(const units::Unit& unit) {
  std::string all = "2\n";
  for (const units::Bot& bot : unit.bots()) all += bot.artifact() + "\n";
  return sha256_of(all);
}

void Recheck::take_stored(OpenUnit unit) {
  const UnitNumber number = unit.number();
  const Validator::Second second = validator_.take_stored(number, unit.booked.worker, is_comparable(*unit.unit));
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
  const std::vector<std::size_t> different = differences(recheck.first.booked.digests, digests);
  if (different.empty()) {
    ++counts_.same;
    validator_.take_valid(number, recheck.first.booked.worker, worker);
    open_.erase(found);
    return;
  }
  ++counts_.different;
  leader_.note(fmt::format("workers {} and {} played {} differently: the leader plays them",
                           recheck.first.booked.worker, worker, counted(different.size(), "board")),
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
    const bool is_for_leader =
        open.is_for_leader || is_overdue(open, now, board_seconds) ||
        !leader_.registry.has_proven_others(open.first.booked.worker, open.first.keeps_from_guests);
    if (!is_for_leader && !open.out) {
      give_to_worker(number, open, now);
    } else if (is_for_leader && leader_.local.open() < MostLocal) {
      take_back(open);
      give_to_leader(open);
    }
  }
}

void Recheck::give_to_worker(UnitNumber number, Open& open, Time now) {
  const OpenUnit& first = open.first;
  OpenUnit again;
  again.booked = leader_.book.add(first.booked.jobs, first.booked.given_up);
  for (const Job& job : first.plain_jobs()) again.jobs.push_back({job});
  again.unit = first.unit;
  again.roster = first.roster;
  again.keeps_from_guests = first.keeps_from_guests;
  again.rechecked = number;
  again.played_by = first.booked.worker;
  open.since = again.given = now;
  open.out = again.number();
  leader_.units.add(std::move(again));
}

void Recheck::give_to_leader(Open& open) {
  open.is_local = true;
  const OpenUnit& first = open.first;
  LocalTask task{first.number(), leader_.roster(), {}};
  const std::vector<std::size_t> disputed =
      open.second ? differences(first.booked.digests, open.second->second) : std::vector<std::size_t>();
  for (std::size_t index = 0; index < first.jobs.size(); ++index) {
    if (open.second && std::ranges::find(disputed, index) == disputed.end()) continue;
    LocalBoard board{first.jobs[index].job, first.booked.given_up[index], index, {first.booked.digests[index]}};
    if (open.second) board.said.push_back(open.second->second[index]);
    task.boards.push_back(std::move(board));
  }
  leader_.local.add(std::move(task));
}

bool Recheck::is_overdue(const Open& open, Time now, double board_seconds) {
  return open.out && now > open.since + longest_kept(*leader_.units.find(*open.out), board_seconds);
}

void Recheck::take_back(Open& open) {
  if (open.out) leader_.units.close(*open.out, UnitState::Dropped);
  open.out.reset();
}

void Recheck::take_local(const LocalResult& local) {
  const UnitNumber number = *local.task.recheck;
  const auto found = open_.find(number);
  if (found == open_.end()) return;
  const Open open = std::move(found->second);
  open_.erase(found);
  if (!local.trouble.empty()) {
    leader_.note(fmt::format("unit {} of worker {} could not be rechecked: {}", number.value(),
                             open.first.booked.worker, local.trouble),
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
  const std::vector<std::size_t> wrong_boards = wrong(open.first.booked.digests);
  if (open.second) {
    const std::vector<std::size_t> of_second = wrong(open.second->second);
    if (!of_second.empty()) take_wrong(open.first, open.second->first, of_second, false);
  }
  if (!wrong_boards.empty()) {
    take_wrong(open.first, open.first.booked.worker, wrong_boards, true);
  } else if (local.digests.size() == open.first.jobs.size()) {
    validator_.take_valid(number, open.first.booked.worker, "");
  } else {
    validator_.close(number);
  }
}

std::set<BotId> Recheck::strangers_at(const Job& job) const {
  const std::shared_ptr<const Roster> roster = leader_.roster();
  const auto& owners = roster->config.schedule.owners;
  std::set<BotId> bots;
  for (const EntrantId entrant : job.entrants) {
    for (const BotId bot : roster->entrants.at(static_cast<std::size_t>(entrant)).bots.bots) {
      const auto owner = owners.find(roster->config.bots.at(static_cast<std::size_t>(bot)).name);
      if (owner != owners.end() && !owner->second.empty()) bots.insert(bot);
    }
  }
  return bots;
}

void Recheck::take_wrong(const OpenUnit& unit, const std::string& worker, const std::vector<std::size_t>& boards,
                         bool is_first) {
  std::set<BotId> strangers;
  for (const std::size_t board : boards) {
    std::set<BotId> bots = strangers_at(unit.jobs.at(board).job);
    if (bots.empty()) {
      stop(worker);
      return;
    }
    strangers.merge(bots);
  }
  leader_.note(fmt::format("worker {} played {} of submitted bots differently than the leader: a bot may not repeat "
                           "itself, or the worker is wrong",
                           worker, counted(boards.size(), "board")),
               RunNote::Level::Warning);
  for (const BotId bot : strangers) mark(bot, false);
  if (!is_first) return;
  validator_.invalidate(unit.number(), worker, "a submitted bot played differently on the leader's machine");
  has_invalid_ = true;
}

void Recheck::stop(const std::string& worker) {
  if (validator_.is_stopped(worker)) return;
  validator_.stop(worker, WrongPlay);
  has_invalid_ = true;
  leader_.note(fmt::format("worker {} is stopped: {}", worker, WrongPlay), RunNote::Level::Warning);
  leader_.registry.refuse(worker, WrongPlay);
  for (auto next = open_.begin(); next != open_.end();) {
    const auto open = next++;
    if (open->second.first.booked.worker != worker) continue;
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
  leader_.note(fmt::format("bot \"{}\" does not repeat itself: with the same cards and seeds it played a board "
                           "differently. Its boards are not rechecked any more, and only fast machines play them, as "
                           "those of timed bots",
                           leader_.roster()->config.bots.at(static_cast<std::size_t>(bot)).name),
               RunNote::Level::Warning);
}

}  // namespace tichu::arena
