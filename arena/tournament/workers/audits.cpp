#include "arena/tournament/workers/audits.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

using Kind = TrustEvent::Kind;

/// What the play at home says of a worker's.
enum class Finding : std::uint8_t { True, False, MachineFault };

Finding finding(const std::vector<std::string>& said, const HomeVerdict& verdict) {
  Finding found = Finding::True;
  for (const auto& [place, home] : verdict.digests) {
    const std::string& digest = said.at(place);
    if (digest.empty() || digest == home) continue;
    if (!has_ended_program(digest)) return Finding::False;
    found = Finding::MachineFault;
  }
  return found;
}

/// Of a finding that is not `True`.
Kind event_of(Finding finding) { return finding == Finding::False ? Kind::False : Kind::Machine; }

bool has_end(const std::vector<std::string>& digests) {
  return std::any_of(digests.begin(), digests.end(), has_ended_program);
}

}  // namespace

std::string digest_of_bots(const Unit& unit) {
  std::string all = "2\n";  // which way `play_digests` says that a program ended
  for (const UnitBot& bot : unit.bots) all += bot.artifact + "\n";
  return sha256_of(all);
}

Audits::Audits(UnitBook& book) : book_(book), trust_({}, book.secret()) {
  for (const TrustEvent& event : book_.trust_events()) apply(event);
}

TrustStep Audits::apply(const TrustEvent& event) {
  TrustStep step;
  switch (event.kind) {
    case Kind::First:
    case Kind::Doubted:
      ++stored_;
      step = trust_.take_first(event.unit, event.worker, event.digest, event.kind == Kind::Doubted);
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
    case Kind::False:
      step = trust_.take_false(event.unit, event.worker);
      break;
    case Kind::Machine:
      step = trust_.take_machine_fault(event.unit, event.worker);
      break;
  }
  for (const TrustStrike& strike : step.strikes) {
    if (strike.drains()) drained_.emplace(strike.worker, strike.reason);
  }
  return step;
}

FalseWork Audits::false_work(const TrustStrike& strike) const {
  std::set<JobNumber> jobs;
  for (const UnitNumber unit : strike.units) {
    const BookedUnit booked = book_.unit(unit);
    jobs.insert(booked.jobs.begin(), booked.jobs.end());
  }
  return {strike.worker, text_of(strike.reason), {jobs.begin(), jobs.end()}};
}

std::vector<TrustStrike> Audits::conclude(const TrustEvent& event) {
  TrustStep step = apply(event);
  book_.together([&] {
    book_.add(event);
    if (!trust_.is_open(event.unit)) book_.remove_audit(event.unit);
    for (const TrustStrike& strike : step.strikes) book_.add(false_work(strike));
  });
  std::erase_if(open_, [this](const auto& audit) { return !trust_.is_open(audit.first); });
  return std::move(step.strikes);
}

void Audits::restore(const std::function<std::optional<StoredUnit>(const BookedUnit& unit)>& make) {
  for (BookedAudit& audit : book_.audits()) {
    if (!trust_.is_open(audit.unit)) {
      book_.remove_audit(audit.unit);
      continue;
    }
    std::optional<StoredUnit> stored = make(book_.unit(audit.unit));
    const bool is_disputed = !audit.other.empty();
    const bool fits = stored && players(audit.unit).size() == (is_disputed ? 2u : 1u) &&
                      stored->jobs.size() == audit.digests.size() && digest_of_bots(stored->unit) == audit.bots;
    if (!fits) continue;
    stored->worker = book_.player_of(audit.unit);
    stored->digests = std::move(audit.digests);
    OpenAudit open{std::move(*stored)};
    if (is_disputed) open.other = {audit.other, std::move(audit.other_digests)};
    if (is_disputed || trust_.is_for_home(audit.unit)) open.state = OpenAudit::State::WantsHome;
    open_.emplace(audit.unit, std::move(open));
  }
  for (const auto& [unit, players] : trust_.open_audits()) {
    if (!open_.contains(unit)) give_up(unit);
  }
}

void Audits::take_stored(StoredUnit unit, bool repeats) {
  const UnitNumber number = unit.unit.id.number;
  if (is_drained(unit.worker)) return;  // its boards are struck
  Kind kind = repeats ? Kind::First : Kind::Unaudited;
  if (repeats && has_end(unit.digests)) kind = Kind::Doubted;
  const TrustEvent event{kind, number, unit.worker, play_digest(unit.digests)};
  const TrustStep step = apply(event);
  book_.add(event);
  if (!trust_.is_open(number)) return;
  book_.add(BookedAudit{number, unit.digests, digest_of_bots(unit.unit)});
  OpenAudit open{std::move(unit)};
  if (step.kind == TrustStep::Kind::Home) open.state = OpenAudit::State::WantsHome;
  open_.emplace(number, std::move(open));
}

void Audits::take_forgotten(UnitNumber unit, const std::string& worker) {
  const TrustEvent event{Kind::Unaudited, unit, worker};
  apply(event);
  book_.add(event);
}

HomeQuestion Audits::question(const OpenAudit& audit) const {
  HomeQuestion question;
  question.unit = audit.first.unit.id.number;
  question.jobs = audit.first.jobs;
  question.given_up = audit.first.given_up;
  question.said.push_back(audit.first.digests);
  if (audit.other) {
    question.said.push_back(audit.other->second);
    question.places = differences(audit.first.digests, audit.other->second);
    return question;
  }
  const bool is_for_ends = trust_.is_for_ends(question.unit);
  for (std::size_t place = 0; place < question.jobs.size(); ++place) {
    if (!is_for_ends || has_ended_program(audit.first.digests[place])) question.places.push_back(place);
  }
  return question;
}

std::size_t Audits::take_other(UnitNumber unit, const std::string& worker, std::vector<std::string> digests) {
  OpenAudit& audit = open_.at(unit);
  const std::size_t different = differences(audit.first.digests, digests).size();
  const auto is_blank = [](const std::string& digest) { return digest.empty(); };
  const bool is_whole = std::none_of(digests.begin(), digests.end(), is_blank) &&
                        std::none_of(audit.first.digests.begin(), audit.first.digests.end(), is_blank);
  if (different == 0 && !is_whole) {
    give_up(unit);  // what was compared says nothing of the boards that depend on the machine
    return 0;
  }
  if (different == 0) {
    conclude({Kind::Again, unit, worker, play_digest(audit.first.digests)});
    return 0;
  }
  book_.together([&] {
    const TrustEvent event{Kind::Again, unit, worker, play_digest(digests)};
    apply(event);
    book_.add(event);
    book_.add(BookedAudit{unit, audit.first.digests, digest_of_bots(audit.first.unit), worker, digests});
  });
  audit.other = {worker, std::move(digests)};
  audit.state = OpenAudit::State::WantsHome;
  return different;
}

std::vector<UnitNumber> Audits::beyond(std::size_t most, std::vector<UnitNumber> units) const {
  if (units.size() <= most) return {};
  const std::string secret = "beyond " + book_.secret();
  std::sort(units.begin(), units.end(),
            [&](UnitNumber a, UnitNumber b) { return audit_draw(secret, a) < audit_draw(secret, b); });
  units.erase(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(most));
  return units;
}

std::vector<TrustStrike> Audits::take_verdict(const HomeVerdict& verdict) {
  const auto found = open_.find(verdict.unit);
  if (found == open_.end()) return {};
  const StoredUnit first = found->second.first;
  const auto other = found->second.other;
  const Finding of_first = finding(first.digests, verdict);
  const Finding of_other = other ? finding(other->second, verdict) : Finding::True;
  if (other && of_first == Finding::True && of_other == Finding::True) {
    give_up(verdict.unit);  // what they played otherwise depends on the machine
    return {};
  }
  std::vector<TrustStrike> strikes;
  const auto take = [&](const TrustEvent& event) {
    for (TrustStrike& strike : conclude(event)) strikes.push_back(std::move(strike));
  };
  if (other && of_other != Finding::True) take({event_of(of_other), verdict.unit, other->first});
  if (of_first == Finding::True) {
    // What was not played here stays without a witness, as that of a unit that nobody plays again.
    const bool is_whole = verdict.digests.size() == first.jobs.size();
    take(is_whole ? TrustEvent{Kind::Home, verdict.unit, "", play_digest(first.digests)}
                  : TrustEvent{Kind::GivenUp, verdict.unit});
  } else {
    take({event_of(of_first), verdict.unit, first.worker});
  }
  return strikes;
}

void Audits::give_up(UnitNumber unit) { conclude({Kind::GivenUp, unit}); }

}  // namespace tichu::arena
