#include "arena/tournament/workers/audits.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

using Kind = TrustEvent::Kind;

/// What the play at home says of a worker's.
struct Finding {
  std::vector<std::size_t> false_places;
  std::vector<std::size_t> machine_faults;  ///< a program ended there, and not at home

  bool is_true() const { return false_places.empty() && machine_faults.empty(); }
};

Finding finding(const std::vector<std::string>& said, const HomeVerdict& verdict) {
  Finding found;
  for (const auto& [place, home] : verdict.digests) {
    const std::string& digest = said.at(place);
    if (digest.empty() || digest == home) continue;
    if (has_ended_program(digest)) {
      found.machine_faults.push_back(place);
    } else if (has_ended_program(home)) {
      continue;  // it may be this machine's fault: nothing follows
    } else {
      found.false_places.push_back(place);
    }
  }
  return found;
}

std::vector<BotId> bots_of(const UnitJob& job) {
  std::vector<BotId> bots;
  for (const Partnership& team : job.teams) bots.insert(bots.end(), team.bots.begin(), team.bots.end());
  return bots;
}

/// Owners who have a bot at each of these boards of a unit.
std::set<std::string> common_owners(const Unit& unit, const std::vector<std::size_t>& places, const OwnerOf& owner_of) {
  std::set<std::string> common;
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::set<std::string> owners;
    for (const BotId bot : bots_of(unit.jobs.at(places[i]))) owners.insert(owner_of(bot));
    owners.erase("");
    common = i == 0 ? std::move(owners) : in_both(common, owners);
  }
  return common;
}

/// A line each.
std::string lines_of(const std::set<std::string>& words) {
  std::string lines;
  for (const std::string& word : words) lines += word + "\n";
  return lines;
}

std::set<std::string> words_in(const std::string& lines) {
  std::set<std::string> words;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    words.insert(lines.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::string lines_of(const std::set<BotId>& bots) {
  std::set<std::string> words;
  for (const BotId bot : bots) words.insert(std::to_string(static_cast<unsigned>(bot)));
  return lines_of(words);
}

/// So often must the same bots play otherwise at home, where they always meet, before all of them are blamed.
constexpr int WordsOfHome = 3;
/// `play_digest` of a first play, behind which the owners stand.
constexpr std::size_t PlayDigestBytes = 16;

bool has_end(const std::vector<std::string>& digests) {
  return std::any_of(digests.begin(), digests.end(), has_ended_program);
}

}  // namespace

std::set<BotId> doubtful_bots(const Unit& unit, std::size_t place) {
  std::set<BotId> all;
  std::set<BotId> untrusted;
  for (const BotId bot : bots_of(unit.jobs.at(place))) {
    all.insert(bot);
    const auto named =
        std::find_if(unit.bots.begin(), unit.bots.end(), [&](const UnitBot& one) { return one.id == bot; });
    if (named != unit.bots.end() && !named->trusted) untrusted.insert(bot);
  }
  return untrusted.empty() ? all : untrusted;
}

std::string digest_of_bots(const Unit& unit) {
  std::string all = "3\n";  // which way `play_digests` says that a program ended
  for (const UnitBot& bot : unit.bots) all += bot.artifact + "\n";
  return sha256_of(all);
}

Audits::Audits(UnitBook& book) : book_(book), trust_({}, book.secret()) {
  for (const TrustEvent& event : book_.trust_events()) note(event);
  find_inconstant();
}

TrustStep Audits::apply(const TrustEvent& event) {
  TrustStep step = note(event);
  if (event.kind == Kind::Inconstant || !step.strikes.empty()) find_inconstant();
  return step;
}

TrustStep Audits::note(const TrustEvent& event) {
  TrustStep step;
  switch (event.kind) {
    case Kind::First:
    case Kind::Doubted:
      ++stored_;
      step = trust_.take_first(event.unit, event.worker, event.digest.substr(0, PlayDigestBytes),
                               event.kind == Kind::Doubted,
                               words_in(event.digest.substr(std::min(PlayDigestBytes, event.digest.size()))));
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
      step = trust_.take_machine_fault(event.unit, event.worker, words_in(event.digest));
      break;
    case Kind::Odd:
      if (event.worker.empty()) {
        trust_.take_odd_at_home(words_in(event.digest));
      } else {
        step = trust_.take_odd(event.unit, event.worker, words_in(event.digest));
      }
      break;
    case Kind::Inconstant: {
      InconstantWord word{event.worker, {}};
      for (const std::string& bot : words_in(event.digest)) word.bots.insert(BotId(std::stoul(bot)));
      // Further ones would say nothing more.
      const auto known = std::count(words_.begin(), words_.end(), word);
      if (known < (word.worker.empty() ? WordsOfHome : 1)) words_.push_back(std::move(word));
      break;
    }
  }
  for (const TrustStrike& strike : step.strikes) {
    if (strike.drains()) drained_.emplace(strike.worker, strike.reason);
  }
  return step;
}

void Audits::find_inconstant() {
  std::vector<InconstantWord> words;
  for (const InconstantWord& word : words_) {
    if (word.worker.empty() || !is_drained(word.worker)) words.push_back(word);
  }
  inconstant_.clear();
  const auto take = [&](const std::set<BotId>& bots) {
    inconstant_.insert(bots.begin(), bots.end());
    // They explain the words on boards at which they sat.
    std::erase_if(words, [&](const InconstantWord& word) {
      return std::any_of(bots.begin(), bots.end(), [&](BotId bot) { return word.bots.contains(bot); });
    });
  };
  const auto next = [&]() -> std::set<BotId> {
    for (const InconstantWord& one : words) {
      if (one.worker.empty() && one.bots.size() == 1) return one.bots;
      int at_home = 0;
      for (const InconstantWord& other : words) {
        at_home += one.worker.empty() && other.worker.empty() && one.bots == other.bots ? 1 : 0;
        if (&one == &other || (one.worker == other.worker && !one.worker.empty())) continue;
        std::set<BotId> both;
        std::ranges::set_intersection(one.bots, other.bots, std::inserter(both, both.end()));
        if (both.size() == 1) return both;
      }
      if (at_home >= WordsOfHome) return one.bots;
    }
    return {};
  };
  for (std::set<BotId> found = next(); !found.empty(); found = next()) take(found);
}

bool Audits::is_barred(const std::string& worker, const std::vector<BotId>& bots, const OwnerOf& owner_of) const {
  return std::any_of(bots.begin(), bots.end(), [&](BotId bot) {
    const std::string owner = owner_of(bot);
    return !owner.empty() && trust_.is_barred(worker, owner);
  });
}

std::vector<std::string> Audits::comparable(const Unit& unit, std::vector<std::string> digests) const {
  for (std::size_t place = 0; place < std::min(digests.size(), unit.jobs.size()); ++place) {
    const std::vector<BotId> bots = bots_of(unit.jobs[place]);
    if (std::any_of(bots.begin(), bots.end(), [this](BotId bot) { return is_inconstant(bot); })) digests[place].clear();
  }
  return digests;
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

void Audits::take_stored(StoredUnit unit, bool repeats, const OwnerOf& owner_of) {
  const UnitNumber number = unit.unit.id.number;
  if (is_drained(unit.worker)) return;  // its boards are struck
  Kind kind = repeats ? Kind::First : Kind::Unaudited;
  if (repeats && has_end(unit.digests)) kind = Kind::Doubted;
  std::string said = play_digest(unit.digests);
  if (kind != Kind::Unaudited && owner_of) {
    std::set<std::string> owners;
    for (const UnitBot& bot : unit.unit.bots) owners.insert(owner_of(bot.id));
    owners.erase("");
    said += lines_of(owners);
  }
  const TrustEvent event{kind, number, unit.worker, std::move(said)};
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
  digests = comparable(audit.first.unit, std::move(digests));
  const std::size_t different = differences(audit.first.digests, digests).size();
  const auto is_blank = [](const std::string& digest) { return digest.empty(); };
  const bool is_whole = std::none_of(digests.begin(), digests.end(), is_blank) &&
                        std::none_of(audit.first.digests.begin(), audit.first.digests.end(), is_blank);
  if (different == 0 && !is_whole) {
    give_up(unit);  // what was compared says nothing of the boards that depend on the machine
    return 0;
  }
  if (different == 0) {
    for (TrustStrike& strike : conclude({Kind::Again, unit, worker, play_digest(audit.first.digests)})) {
      strikes_.push_back(std::move(strike));
    }
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

std::vector<TrustEvent> Audits::events_of_false(const Unit& unit, const std::string& worker,
                                                const std::vector<std::size_t>& places, const OwnerOf& owner_of) const {
  const std::set<std::string> owners = common_owners(unit, places, owner_of);
  if (owners.empty()) return {{Kind::False, unit.id.number, worker}};
  std::set<BotId> bots;
  for (const std::size_t place : places) {
    for (const BotId bot : bots_of(unit.jobs[place])) {
      if (owners.contains(owner_of(bot))) bots.insert(bot);
    }
  }
  return {{Kind::Odd, unit.id.number, worker, lines_of(owners)},
          {Kind::Inconstant, unit.id.number, worker, lines_of(bots)}};
}

std::vector<TrustStrike> Audits::take_verdict(const HomeVerdict& verdict, const OwnerOf& owner_of,
                                              const std::function<bool(const std::string& worker)>& is_alone) {
  constexpr std::uint64_t MostOddAlone = 3;
  constexpr std::uint64_t MostOddAmongOthers = 12;
  const auto found = open_.find(verdict.unit);
  if (found == open_.end()) return {};
  const StoredUnit first = found->second.first;
  const std::vector<std::string> first_digests = comparable(first.unit, first.digests);
  const auto other = found->second.other;
  const Finding of_first = finding(first_digests, verdict);
  const Finding of_other = other ? finding(comparable(first.unit, other->second), verdict) : Finding{};
  if (other && of_first.is_true() && of_other.is_true()) {
    give_up(verdict.unit);  // what they played otherwise depends on the machine
    return {};
  }
  std::vector<TrustStrike> strikes;
  const auto take = [&](const TrustEvent& event) {
    for (TrustStrike& strike : conclude(event)) strikes.push_back(std::move(strike));
  };
  const auto blame = [&](const std::string& worker, const Finding& finding) {
    if (finding.false_places.empty()) {
      take(
          {Kind::Machine, verdict.unit, worker, lines_of(common_owners(first.unit, finding.machine_faults, owner_of))});
      return;
    }
    for (TrustEvent event : events_of_false(first.unit, worker, finding.false_places, owner_of)) {
      take(event);
      if (event.kind == Kind::False || !is_alone) continue;
      // Nobody else can say which of the two machines is right, or nobody else does.
      const std::uint64_t units = trust_.odd_units(worker, common_owners(first.unit, finding.false_places, owner_of));
      if (units < (is_alone(worker) ? MostOddAlone : MostOddAmongOthers)) continue;
      event.worker.clear();
      take(event);
    }
  };
  if (other && !of_other.is_true()) blame(other->first, of_other);
  if (of_first.is_true()) {
    // What was not played here stays without a witness, as that of a unit that nobody plays again.
    const bool is_whole = verdict.digests.size() == first.jobs.size() && first_digests == first.digests &&
                          std::all_of(verdict.digests.begin(), verdict.digests.end(),
                                      [&](const auto& home) { return home.second == first.digests[home.first]; });
    take(is_whole ? TrustEvent{Kind::Home, verdict.unit, "", play_digest(first.digests)}
                  : TrustEvent{Kind::GivenUp, verdict.unit});
  } else {
    blame(first.worker, of_first);
  }
  return strikes;
}

void Audits::take_inconstant(UnitNumber unit, const std::set<BotId>& bots, const OwnerOf& owner_of) {
  conclude({Kind::Inconstant, unit, "", lines_of(bots)});
  // Of two that met, one may be innocent: an owner is known to have such bots once it is known of a bot.
  std::set<std::string> owners;
  for (const BotId bot : bots) {
    if (is_inconstant(bot)) owners.insert(owner_of(bot));
  }
  owners.erase("");
  if (!owners.empty()) conclude({Kind::Odd, unit, "", lines_of(owners)});
  give_up(unit);
}

void Audits::give_up(UnitNumber unit) { conclude({Kind::GivenUp, unit}); }

}  // namespace tichu::arena
