#include "arena/tournament/workers/audit_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arena/text/counted.h"

namespace tichu::arena {
namespace {

/// How often a unit may come back from the worker that had played it, before the leader's own machine plays it.
constexpr int MostOwnAnswers = 6;
/// How many workers may fail to play it before that.
constexpr int MostFailures = 2;
/// Questions that the leader's machine has at a time, and audits that may wait for it; of more than that some are
/// believed by draw, unless two workers differ about them.
constexpr std::size_t MostAtHome = 4;
constexpr std::size_t MostWaiting = 256;

/// Who has submitted a bot of a ladder; nobody owns those that the ladder began with.
std::string owner_of(const TournamentConfig& config, BotId bot) {
  const auto& owners = config.schedule.owners;
  const auto owner = owners.find(config.bots.at(static_cast<std::size_t>(bot)).name);
  return owner == owners.end() ? "" : owner->second;
}

std::vector<BotId> bots_of_unit(const Unit& unit) {
  std::vector<BotId> bots;
  for (const UnitBot& bot : unit.bots) bots.push_back(bot.id);
  return bots;
}

}  // namespace

AuditDesk::AuditDesk(UnitBook& book, OpenUnits& units, RollCall& roll, Place place)
    : book_(book), units_(units), roll_(roll), place_(std::move(place)), audits_(book) {}

void AuditDesk::restore(const std::function<std::optional<StoredUnit>(const BookedUnit& unit)>& make) {
  for (const auto& [worker, reason] : audits_.drained()) roll_.refuse(worker, text_of(reason));
  audits_.restore(make);
}

bool AuditDesk::repeats(const Unit& unit) const {
  return unit.least_speed <= 0 && std::none_of(unit.bots.begin(), unit.bots.end(),
                                               [&](const UnitBot& bot) { return audits_.is_inconstant(bot.id); });
}

OwnerOf AuditDesk::owners() const {
  return [roster = place_.roster()](BotId bot) { return owner_of(roster->config, bot); };
}

bool AuditDesk::is_barred(const std::string& worker, const std::vector<BotId>& bots) const {
  const OwnerOf owner = owners();
  return audits_.is_barred(worker, bots, owner) && has_others(worker, bots, owner);
}

bool AuditDesk::has_others(const std::string& worker, const std::vector<BotId>& bots, const OwnerOf& owner_of) const {
  return roll_.has_any(
      [&](const std::string& other) { return other != worker && !audits_.is_barred(other, bots, owner_of); });
}

BookedResult AuditDesk::result_of(const StoredUnit& unit) const {
  return Audits::result_of(unit, repeats(unit.unit), owners());
}

void AuditDesk::take_stored(StoredUnit unit) {
  const bool repeats = this->repeats(unit.unit);
  audits_.take_stored(std::move(unit), repeats, owners());
}

void AuditDesk::take_answer(OpenUnit& open, const std::string& worker, std::vector<std::string> digests) {
  const UnitNumber audited = *open.audited;
  const auto found = audits_.open().find(audited);
  const bool is_own = found != audits_.open().end() && (audits_.players(audited).contains(worker) ||
                                                        is_barred(worker, bots_of_unit(found->second.first.unit)));
  if (is_own && ++found->second.own_answers < MostOwnAnswers) {
    units_.give_out_again(open);
    return;
  }
  units_.drop(open.booked.id.number);
  if (found == audits_.open().end()) return;
  if (is_own) {
    give_home(audited, found->second);
    return;
  }
  const std::string first = found->second.first.worker;
  const OwnerOf owner = owners();
  const std::size_t different = audits_.take_other(audited, worker, std::move(digests), owner);
  ++(different > 0 || audits_.has_strikes() ? rechecks_.different : rechecks_.same);
  if (different > 0) {
    place_.note(fmt::format("workers {} and {} played the same {} otherwise: they are played here", first, worker,
                            counted(different, "board")),
                RunNote::Level::Info);
  }
}

void AuditDesk::take_failure(const OpenUnit& open) {
  const auto audit = audits_.open().find(*open.audited);
  units_.drop(open.booked.id.number);
  if (audit == audits_.open().end()) return;
  audit->second.state = OpenAudit::State::Waiting;
  if (++audit->second.failures >= MostFailures) give_home(audit->first, audit->second);
}

void AuditDesk::give_home(UnitNumber number, OpenAudit& audit) {
  if (audit.is_open_at_home) {
    audits_.leave_open(number);
  } else {
    audit.state = OpenAudit::State::WantsHome;
  }
}

void AuditDesk::ask_home(OpenAudit& audit) {
  audit.state = OpenAudit::State::Home;
  HomeQuestion question = audits_.question(audit);
  question.roster = place_.roster();
  referee_.ask(std::move(question));
}

AuditDesk::Falsehood AuditDesk::go_on(Work work) {
  Falsehood found = Falsehood::None;
  while (const auto verdict = referee_.take()) found = std::max(found, take_verdict(*verdict));
  found = std::max(found, tell_of(audits_.take_strikes()));
  if (work == Work::Nothing || found != Falsehood::None) return found;
  give_out(work);
  return tell_of(audits_.take_strikes());
}

void AuditDesk::give_out(Work work) {
  const bool has_time =
      work == Work::All || HomePolicy().allows(referee_.work(), std::chrono::steady_clock::now() - began_);
  std::vector<UnitNumber> waiting;
  std::vector<UnitNumber> hopeless;
  for (auto& [number, audit] : audits_.open()) {
    if (audit.state == OpenAudit::State::Home) continue;
    const bool has_others = roll_.has_others(audits_.players(number));
    if (audit.state != OpenAudit::State::WantsHome && has_others) {
      if (audit.state == OpenAudit::State::Waiting) give_out(number, audit);
    } else if (audit.is_open_at_home && (audit.other || work == Work::All)) {
      hopeless.push_back(number);
    } else if (has_time && !audit.is_open_at_home && referee_.open() < MostAtHome) {
      take_back(number);
      ask_home(audit);
    } else if (audit.state != OpenAudit::State::Away && !audit.other) {
      waiting.push_back(number);
    }
  }
  for (const UnitNumber number : hopeless) {
    take_back(number);
    audits_.leave_open(number);
  }
  for (const UnitNumber number : audits_.beyond(MostWaiting, std::move(waiting))) audits_.leave_unanswered(number);
}

void AuditDesk::give_out(UnitNumber number, OpenAudit& audit) {
  audit.state = OpenAudit::State::Away;
  std::vector<JobNumber> numbers;
  std::vector<WaitingJob> jobs;
  for (const Job& job : audit.first.jobs) {
    numbers.push_back(job.number);
    jobs.push_back({job});
  }
  units_.add(
      {book_.add(std::move(numbers), audit.first.given_up), std::move(jobs), audit.first.unit, false, {}, number});
}

void AuditDesk::take_back(UnitNumber number) {
  const auto again = std::find_if(units_.all().begin(), units_.all().end(),
                                  [&](const auto& unit) { return unit.second.audited == number; });
  if (again != units_.all().end()) units_.drop(again->first);
}

AuditDesk::Falsehood AuditDesk::take_verdict(const HomeVerdict& verdict) {
  const auto found = audits_.open().find(verdict.unit);
  if (found == audits_.open().end()) return Falsehood::None;
  if (!verdict.trouble.empty()) {
    place_.note(fmt::format("boards that workers played could not be played here: {}", verdict.trouble),
                RunNote::Level::Warning);
  } else {
    ++rechecks_.at_home;
  }
  const Unit unit = found->second.first.unit;
  std::vector<BotId> constant;
  for (const UnitBot& bot : unit.bots) {
    if (!audits_.is_inconstant(bot.id)) constant.push_back(bot.id);
  }
  const OwnerOf owner = owners();
  const std::vector<TrustStrike> strikes = audits_.take_verdict(
      verdict, owner, [&](const std::string& worker) { return !has_others(worker, bots_of_unit(unit), owner); });
  tell_of_inconstant(unit, constant);
  return tell_of(strikes);
}

void AuditDesk::tell_of_inconstant(const Unit& unit, const std::vector<BotId>& constant) {
  for (const UnitBot& bot : unit.bots) {
    const bool was_constant = std::find(constant.begin(), constant.end(), bot.id) != constant.end();
    if (!was_constant || !audits_.is_inconstant(bot.id)) continue;
    place_.note(
        fmt::format("bot \"{}\" does not repeat itself, or not on all machines: a board of it that was played again "
                    "ended otherwise, with the same cards and seeds. Its boards are not compared between workers "
                    "any more, and are for fast machines alone, as those of bots that look at the clock",
                    bot.name),
        RunNote::Level::Warning);
  }
}

AuditDesk::Falsehood AuditDesk::tell_of(const std::vector<TrustStrike>& strikes) {
  Falsehood found = Falsehood::None;
  for (const TrustStrike& strike : strikes) {
    if (!strike.is_word_alone()) found = std::max(found, Falsehood::Boards);
    if (strike.reason == StrikeReason::Odd) {
      place_.note(fmt::format("worker {} plays strangers' bots otherwise than this machine: others play their boards "
                              "from now on, unless they play otherwise elsewhere, too",
                              strike.worker),
                  RunNote::Level::Warning);
    }
    if (!strike.drains()) continue;
    found = Falsehood::Worker;
    place_.note(fmt::format("worker {} is drained: {}", strike.worker, text_of(strike.reason)),
                RunNote::Level::Warning);
    roll_.refuse(strike.worker, text_of(strike.reason));
  }
  return found;
}

}  // namespace tichu::arena
