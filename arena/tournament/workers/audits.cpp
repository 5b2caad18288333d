#include "arena/tournament/workers/audits.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

using Kind = TrustEvent::Kind;

/// What is kept as evidence.
constexpr const char* Reason = "the same boards were played otherwise by others";
/// The word for what was played at home and by no worker.
constexpr const char* HomeDigest = "home";

/// Whether a worker's play of some board differs from that at home.
bool is_false(const std::vector<std::string>& said, const HomeVerdict& verdict) {
  return std::any_of(verdict.digests.begin(), verdict.digests.end(), [&](const auto& home) {
    const std::string& digest = said.at(home.first);
    return !digest.empty() && digest != home.second;
  });
}

}  // namespace

std::string digest_of_bots(const Unit& unit) {
  std::string all;
  for (const UnitBot& bot : unit.bots) all += bot.artifact + "\n";
  return sha256_of(all);
}

Audits::Audits(UnitBook& book, OnTheWay on_the_way)
    : book_(book), on_the_way_(std::move(on_the_way)), trust_({}, book.secret()) {
  for (const TrustEvent& event : book_.trust_events()) apply(event);
}

TrustStep Audits::apply(const TrustEvent& event) {
  TrustStep step;
  switch (event.kind) {
    case Kind::First:
      ++stored_;
      step = trust_.take_first(event.unit, event.worker, event.digest);
      break;
    case Kind::Again:
      step = trust_.take_again(event.unit, event.worker, event.digest);
      break;
    case Kind::Home:
      step = trust_.take_home(event.unit, event.digest);
      break;
    case Kind::GivenUp:
      trust_.give_up_audit(event.unit);
      break;
    case Kind::Unaudited:
      trust_.take_unaudited(event.unit, event.worker);
      break;
  }
  drained_.insert(step.losers.begin(), step.losers.end());
  return step;
}

std::vector<FalseWork> Audits::false_work(const TrustStep& step) const {
  std::map<std::string, std::set<JobNumber>> jobs;
  for (const UnitNumber unit : step.struck) {
    const BookedUnit booked = book_.unit(unit);
    jobs[book_.player_of(unit)].insert(booked.jobs.begin(), booked.jobs.end());
  }
  std::vector<FalseWork> all;
  for (const std::string& loser : step.losers) {
    std::set<JobNumber>& own = jobs[loser];
    for (const JobNumber job : on_the_way_(loser)) own.insert(job);
    all.push_back({loser, Reason, {own.begin(), own.end()}});
  }
  return all;
}

std::vector<std::string> Audits::conclude(const TrustEvent& event) {
  const TrustStep step = apply(event);
  book_.together([&] {
    book_.add(event);
    if (!trust_.is_open(event.unit)) book_.remove_audit(event.unit);
    if (step.kind != TrustStep::Kind::Strike) return;
    for (const FalseWork& work : false_work(step)) book_.add(work);
    // What follows from false boards may be other boards.
    book_.drop_open_units();
  });
  if (step.kind == TrustStep::Kind::Strike) {
    std::erase_if(open_, [this](const auto& audit) { return !trust_.is_open(audit.first); });
  } else if (!trust_.is_open(event.unit)) {
    open_.erase(event.unit);
  }
  return step.losers;
}

void Audits::restore(const std::function<std::optional<StoredUnit>(const BookedUnit& unit)>& make) {
  for (BookedAudit& audit : book_.audits()) {
    if (!trust_.is_open(audit.unit)) {
      book_.remove_audit(audit.unit);
      continue;
    }
    std::optional<StoredUnit> stored = make(book_.unit(audit.unit));
    // What another said of it is forgotten, so the two cannot be judged any more.
    const bool fits = stored && players(audit.unit).size() == 1 && stored->jobs.size() == audit.digests.size() &&
                      digest_of_bots(stored->unit) == audit.bots;
    if (!fits) continue;
    stored->worker = book_.player_of(audit.unit);
    stored->digests = std::move(audit.digests);
    open_.emplace(audit.unit, OpenAudit{std::move(*stored)});
  }
  for (const auto& [unit, players] : trust_.open_audits()) {
    if (!open_.contains(unit)) give_up(unit);
  }
}

void Audits::take_stored(StoredUnit unit, bool repeats) {
  const UnitNumber number = unit.unit.id.number;
  if (is_drained(unit.worker)) return;  // its boards are struck
  const TrustEvent event{repeats ? Kind::First : Kind::Unaudited, number, unit.worker, play_digest(unit.digests)};
  const TrustStep step = apply(event);
  book_.add(event);
  if (step.kind != TrustStep::Kind::Audit) return;
  book_.add(BookedAudit{number, unit.digests, digest_of_bots(unit.unit)});
  open_.emplace(number, OpenAudit{std::move(unit)});
}

void Audits::take_forgotten(UnitNumber unit, const std::string& worker) {
  const TrustEvent event{Kind::Unaudited, unit, worker};
  apply(event);
  book_.add(event);
}

HomeQuestion Audits::question(const OpenAudit& audit, std::vector<std::size_t> places) const {
  HomeQuestion question;
  question.unit = audit.first.unit.id.number;
  question.jobs = audit.first.jobs;
  question.given_up = audit.first.given_up;
  question.places = std::move(places);
  if (question.places.empty()) {
    question.places.resize(question.jobs.size());
    std::iota(question.places.begin(), question.places.end(), std::size_t{0});
  }
  question.said.push_back(audit.first.digests);
  if (audit.other) question.said.push_back(audit.other->second);
  return question;
}

std::optional<HomeQuestion> Audits::take_other(UnitNumber unit, const std::string& worker,
                                               std::vector<std::string> digests) {
  OpenAudit& audit = open_.at(unit);
  std::vector<std::size_t> places = differences(audit.first.digests, digests);
  const auto is_blank = [](const std::string& digest) { return digest.empty(); };
  const bool is_whole = std::none_of(digests.begin(), digests.end(), is_blank) &&
                        std::none_of(audit.first.digests.begin(), audit.first.digests.end(), is_blank);
  if (places.empty() && !is_whole) {
    give_up(unit);  // what was compared says nothing of the boards that depend on the machine
    return std::nullopt;
  }
  if (places.empty()) {
    conclude({Kind::Again, unit, worker, play_digest(audit.first.digests)});
    return std::nullopt;
  }
  conclude({Kind::Again, unit, worker, play_digest(digests)});
  audit.other = {worker, std::move(digests)};
  audit.state = OpenAudit::State::Home;
  return question(audit, std::move(places));
}

std::vector<std::string> Audits::take_verdict(const HomeVerdict& verdict) {
  const auto found = open_.find(verdict.unit);
  if (found == open_.end()) return {};
  const OpenAudit& audit = found->second;
  const bool first_is_false = is_false(audit.first.digests, verdict);
  const bool other_is_false = audit.other && is_false(audit.other->second, verdict);
  if (audit.other && !first_is_false && !other_is_false) {
    give_up(verdict.unit);  // what they played otherwise depends on the machine
    return {};
  }
  std::string truth = play_digest(audit.first.digests);
  if (first_is_false) truth = audit.other && !other_is_false ? play_digest(audit.other->second) : HomeDigest;
  return conclude({Kind::Home, verdict.unit, "", truth});
}

void Audits::give_up(UnitNumber unit) { conclude({Kind::GivenUp, unit}); }

}  // namespace tichu::arena
