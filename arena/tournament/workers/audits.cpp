#include "arena/tournament/workers/audits.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

using Kind = TrustEvent::Kind;

/// Whether a machine may be to blame for what happened at a board.
bool is_doubtful(const std::string& digest) { return has_ended_program(digest) || is_late(digest); }

/// What the play at home says of a worker's.
struct Finding {
  std::vector<std::size_t> false_places;
  std::vector<std::size_t> machine_faults;  ///< a program ended there, and not at home
  std::vector<std::size_t> late;            ///< a bot was late there, and not at home
  std::vector<std::size_t> open;            ///< home could not tell

  bool is_true() const { return false_places.empty() && machine_faults.empty() && late.empty() && open.empty(); }
  bool is_blamed() const { return !false_places.empty() || !machine_faults.empty(); }
};

/// `places`: those that home was asked about. `other`: what another worker said of the unit, or empty.
Finding finding(const std::vector<std::string>& said, const std::vector<std::string>& other,
                const std::vector<std::size_t>& places, const HomeVerdict& verdict) {
  Finding found;
  for (const std::size_t place : places) {
    const std::string& digest = said.at(place);
    const auto home = verdict.digests.find(place);
    if (digest.empty()) continue;
    const bool is_played = home != verdict.digests.end();
    if (is_played && bears_out(home->second, digest)) continue;
    if (is_played && !other.empty() && bears_out_ends(other.at(place), digest)) continue;  // two have seen it
    if (!is_played || (is_doubtful(home->second) && !has_ended_program(digest))) {
      found.open.push_back(place);  // what home saw may be its machine's fault
    } else if (is_late(digest)) {
      found.late.push_back(place);
    } else if (has_ended_program(digest)) {
      found.machine_faults.push_back(place);
    } else {
      found.false_places.push_back(place);
    }
  }
  return found;
}

/// The bots that were late at these boards.
std::set<BotId> late_at(const std::vector<std::string>& digests, const std::vector<std::size_t>& places) {
  std::set<BotId> bots;
  for (const std::size_t place : places) bots.merge(late_bots(digests.at(place)));
  return bots;
}

/// The bots at each of these boards that are a stranger's.
std::set<OddBoard> strangers_at(const Unit& unit, const std::vector<std::size_t>& places, const OwnerOf& owner_of) {
  std::set<OddBoard> boards;
  for (const std::size_t place : places) {
    OddBoard board;
    for (const Partnership& team : unit.jobs.at(place).teams) {
      for (const BotId bot : team.bots) {
        std::string owner = owner_of ? owner_of(bot) : "";
        if (!owner.empty()) board.emplace(bot, std::move(owner));
      }
    }
    boards.insert(std::move(board));
  }
  return boards;
}

/// Whose bots sat at all of the boards, or if nobody's did at each of them.
std::set<std::set<std::string>> owners_at(const std::set<OddBoard>& boards) {
  std::set<std::set<std::string>> each;
  std::optional<std::set<std::string>> common;
  for (const OddBoard& board : boards) {
    std::set<std::string> owners;
    for (const auto& [bot, owner] : board) owners.insert(owner);
    common = common ? in_both(*common, owners) : owners;
    each.insert(std::move(owners));
  }
  if (common && !common->empty()) return {*common};
  return each;
}

// A line each in the book of units. An empty one is between two sets.

std::string lines_of(const std::set<std::string>& words) {
  std::string lines;
  for (const std::string& word : words) lines += word + "\n";
  return lines;
}

std::string lines_of(const std::set<std::set<std::string>>& sets) {
  std::vector<std::string> lines;
  lines.reserve(sets.size());
  for (const std::set<std::string>& words : sets) lines.push_back(lines_of(words));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string lines_of(const std::set<OddBoard>& boards) {
  std::set<std::set<std::string>> sets;
  for (const OddBoard& board : boards) {
    std::set<std::string> words;
    for (const auto& [bot, owner] : board) words.insert(fmt::format("{} {}", static_cast<unsigned>(bot), owner));
    sets.insert(std::move(words));
  }
  return lines_of(sets);
}

std::set<std::set<std::string>> sets_in(const std::string& lines) {
  std::set<std::set<std::string>> sets;
  std::set<std::string> words;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    if (end == begin) {
      sets.insert(std::exchange(words, {}));
    } else {
      words.insert(lines.substr(begin, end - begin));
    }
    begin = end + 1;
  }
  sets.insert(std::move(words));
  return sets;
}

/// Those of one line are all that it has.
std::set<std::string> words_in(const std::string& lines) { return *sets_in(lines).begin(); }

std::string lines_of(const std::set<BotId>& bots) {
  std::string lines;
  for (const BotId bot : bots) lines += fmt::format("{}\n", static_cast<unsigned>(bot));
  return lines;
}

std::set<BotId> bots_in(const std::string& lines) {
  std::set<BotId> bots;
  for (const std::string& word : words_in(lines)) {
    std::uint16_t bot = 0;
    std::from_chars(word.data(), word.data() + word.size(), bot);
    bots.insert(BotId(bot));
  }
  return bots;
}

/// Older books name owners alone, of whose boards nothing more is known.
std::set<OddBoard> boards_in(const std::string& lines) {
  std::set<OddBoard> boards;
  for (const std::set<std::string>& words : sets_in(lines)) {
    OddBoard board;
    for (const std::string& word : words) {
      std::uint16_t bot = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), bot);
      const std::string_view owner(end, static_cast<std::size_t>(word.data() + word.size() - end));
      if (error == std::errc() && owner.starts_with(' ')) board.emplace(BotId(bot), owner.substr(1));
    }
    if (!board.empty()) boards.insert(std::move(board));
  }
  return boards;
}

/// `play_digest` of a first play, behind which the owners stand.
constexpr std::size_t PlayDigestBytes = 16;

/// Whether all was compared, of what depends on a machine too, and was the same: who played that can be confirmed.
bool is_confirmed(bool is_whole, const std::vector<std::string>& said, const std::vector<std::string>& other) {
  return is_whole && said == other &&
         std::ranges::none_of(said, [](const std::string& digest) { return digest.empty() || is_late(digest); });
}

/// What home played of a unit of so many boards; empty where it played none.
std::vector<std::string> digests_by_place(const HomeVerdict& verdict, std::size_t boards) {
  std::vector<std::string> home(boards);
  for (const auto& [place, digest] : verdict.digests) home.at(place) = digest;
  return home;
}

/// Of a unit's boards, the digests of those that are still stored.
std::vector<std::string> digests_of(const std::vector<Job>& stored, const BookedUnit& unit,
                                    const std::vector<std::string>& digests) {
  std::vector<std::string> left;
  for (std::size_t place = 0; place < unit.jobs.size() && left.size() < stored.size(); ++place) {
    if (stored[left.size()].number == unit.jobs[place]) left.push_back(digests.at(place));
  }
  return left;
}

}  // namespace

std::string digest_of_bots(const Unit& unit) {
  std::string all = "4\n";  // which way `play_digests` says that a program ended, or who was late
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
      step = trust_.take_machine_fault(event.unit, event.worker, sets_in(event.digest));
      break;
    case Kind::Odd:
      step = trust_.take_odd(event.unit, event.worker, boards_in(event.digest));
      break;
    case Kind::Late:
    case Kind::Undecided:
      step = trust_.take_unconfirmed(event.unit, event.worker,
                                     event.kind == Kind::Late ? StrikeReason::Late : StrikeReason::Undecided,
                                     bots_in(event.digest));
      break;
    case Kind::Inconstant:
      for (const OddBoard& bots : boards_in(event.digest)) trust_.take_odd_at_home(bots);
      break;
  }
  for (const TrustStrike& strike : step.strikes) {
    if (strike.drains()) drained_.emplace(strike.worker, strike.reason);
  }
  return step;
}

bool Audits::is_barred(const std::string& worker, const std::vector<BotId>& bots, const OwnerOf& owner_of) const {
  return std::any_of(bots.begin(), bots.end(), [&](BotId bot) {
    const std::string owner = owner_of(bot);
    return trust_.is_barred(worker, bot) || (!owner.empty() && trust_.is_barred(worker, owner));
  });
}

std::vector<std::string> Audits::comparable(const Unit& unit, std::vector<std::string> digests) const {
  for (std::size_t place = 0; place < std::min(digests.size(), unit.jobs.size()); ++place) {
    for (const Partnership& team : unit.jobs[place].teams) {
      if (std::ranges::any_of(team.bots, [this](BotId bot) { return is_inconstant(bot); })) digests[place].clear();
    }
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
    for (const TrustStrike& strike : step.strikes) {
      if (!strike.is_word_alone()) book_.add(false_work(strike));
    }
  });
  std::erase_if(open_, [this](const auto& audit) { return !trust_.is_open(audit.first); });
  return std::move(step.strikes);
}

void Audits::conclude_later(const TrustEvent& event) {
  for (TrustStrike& strike : conclude(event)) strikes_.push_back(std::move(strike));
}

void Audits::restore(const std::function<std::optional<StoredUnit>(const BookedUnit& unit)>& make) {
  std::set<UnitNumber> late;  // and nobody will say whether they were
  for (BookedAudit& audit : book_.audits()) {
    if (!trust_.is_open(audit.unit)) {
      book_.remove_audit(audit.unit);
      continue;
    }
    const BookedUnit booked = book_.unit(audit.unit);
    std::optional<StoredUnit> stored = make(booked);
    const bool is_disputed = !audit.other.empty();
    const bool fits = stored && players(audit.unit).size() == (is_disputed ? 2u : 1u) &&
                      booked.jobs.size() == audit.digests.size() && digest_of_bots(stored->unit) == audit.bots;
    if (!fits) {
      if (std::ranges::any_of(audit.digests, is_late)) late.insert(audit.unit);
      continue;
    }
    stored->worker = book_.player_of(audit.unit);
    stored->digests = digests_of(stored->jobs, booked, audit.digests);
    OpenAudit open{std::move(*stored)};
    open.is_whole = open.first.jobs.size() == booked.jobs.size();
    if (is_disputed) open.other = {audit.other, digests_of(open.first.jobs, booked, audit.other_digests)};
    if (is_disputed || trust_.is_for_home(audit.unit)) open.state = OpenAudit::State::WantsHome;
    open_.emplace(audit.unit, std::move(open));
  }
  for (const auto& [unit, players] : trust_.open_audits()) {
    if (open_.contains(unit)) continue;
    if (late.contains(unit)) {
      conclude_later({Kind::Late, unit, book_.player_of(unit)});
    } else {
      give_up(unit);
    }
  }
}

BookedResult Audits::result_of(const StoredUnit& unit, bool repeats, const OwnerOf& owner_of) {
  const UnitNumber number = unit.unit.id.number;
  Kind kind = repeats ? Kind::First : Kind::Unaudited;
  if (repeats && std::any_of(unit.digests.begin(), unit.digests.end(), is_doubtful)) kind = Kind::Doubted;
  std::string said = play_digest(unit.digests);
  if (kind != Kind::Unaudited && owner_of) {
    std::set<std::string> owners;
    for (const UnitBot& bot : unit.unit.bots) owners.insert(owner_of(bot.id));
    owners.erase("");
    said += lines_of(owners);
  }
  return {{kind, number, unit.worker, std::move(said)}, {number, unit.digests, digest_of_bots(unit.unit)}};
}

void Audits::take_stored(StoredUnit unit, bool repeats, const OwnerOf& owner_of) {
  const UnitNumber number = unit.unit.id.number;
  if (is_drained(unit.worker)) return;  // its boards are struck
  const BookedResult result = result_of(unit, repeats, owner_of);
  const TrustStep step = apply(result.said);
  book_.add(result.said);
  if (!trust_.is_open(number)) return;
  book_.add(result.audit);
  OpenAudit open{std::move(unit)};
  if (step.kind == TrustStep::Kind::Home) open.state = OpenAudit::State::WantsHome;
  open_.emplace(number, std::move(open));
}

void Audits::take_forgotten(UnitNumber unit, const std::string& worker) {
  // A book of an older arena tells no more than who has played it.
  const BookedResult result =
      book_.result(unit).value_or(BookedResult{{Kind::Unaudited, unit, worker}, {unit, {}, ""}});
  apply(result.said);
  book_.add(result.said);
  if (trust_.is_open(unit)) book_.add(result.audit);
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
  const bool is_for_doubts = trust_.is_for_doubts(question.unit);
  for (std::size_t place = 0; place < question.jobs.size(); ++place) {
    if (!is_for_doubts || is_doubtful(audit.first.digests[place])) question.places.push_back(place);
  }
  return question;
}

std::size_t Audits::take_other(UnitNumber unit, const std::string& worker, std::vector<std::string> digests,
                               const OwnerOf& owner_of) {
  OpenAudit& audit = open_.at(unit);
  digests = comparable(audit.first.unit, std::move(digests));
  if (audit.other) {
    take_third(unit, worker, digests, owner_of);
    return 0;
  }
  const std::vector<std::string>& said = audit.first.digests;
  const std::vector<std::size_t> different = differences(said, digests);
  if (different.empty()) {
    // What was compared says little of the boards that depend on the machine.
    conclude_later(is_confirmed(audit.is_whole, said, digests)
                       ? TrustEvent{Kind::Again, unit, worker, play_digest(said)}
                       : TrustEvent{Kind::GivenUp, unit});
    return 0;
  }
  const auto is_late_alone = [&](std::size_t place) { return is_late(said[place]) && !is_doubtful(digests[place]); };
  if (std::ranges::all_of(different, is_late_alone)) {
    conclude_later({Kind::Late, unit, audit.first.worker, lines_of(late_at(said, different))});
    return 0;
  }
  book_.together([&] {
    const TrustEvent event{Kind::Again, unit, worker, play_digest(digests)};
    apply(event);
    book_.add(event);
    book_.add(BookedAudit{unit, said, digest_of_bots(audit.first.unit), worker, digests});
  });
  audit.other = {worker, std::move(digests)};
  audit.state = OpenAudit::State::WantsHome;
  audit.is_open_at_home = false;
  return different.size();
}

void Audits::take_third(UnitNumber unit, const std::string& worker, const std::vector<std::string>& third,
                        const OwnerOf& owner_of) {
  const StoredUnit first = open_.at(unit).first;
  const bool is_whole = open_.at(unit).is_whole;
  const auto [second_worker, second_digests] = *open_.at(unit).other;
  const std::vector<std::string> said = comparable(first.unit, first.digests);
  const std::vector<std::string> second = comparable(first.unit, second_digests);
  std::vector<std::size_t> otherwise;  // than both others say
  std::vector<std::size_t> unlike;     // for what may be a machine's fault, or all three say something else
  for (const std::size_t place : differences(said, second)) {
    if (bears_out(third[place], said[place]) || bears_out_ends(third[place], said[place])) continue;
    const bool are_two = bears_out(third[place], second[place]) || bears_out(second[place], third[place]);
    const bool is_clear = are_two && !is_doubtful(said[place]) && !is_doubtful(third[place]);
    (is_clear ? otherwise : unlike).push_back(place);
  }
  const std::set<OddBoard> boards = strangers_at(first.unit, otherwise, owner_of);
  if (!otherwise.empty() && !boards.contains({})) {
    conclude_later({Kind::Odd, unit, first.worker, lines_of(boards)});
  } else if (!otherwise.empty() || !unlike.empty()) {
    std::set<BotId> late = late_at(said, unlike);
    for (const std::vector<std::string>& other : {second, third}) late.merge(late_at(other, unlike));
    conclude_later({Kind::Undecided, unit, first.worker, lines_of(late)});
  } else {
    // Whose word is forgotten has no unit of its own here.
    conclude_later({Kind::Undecided, unit, second_worker});
    conclude_later(is_confirmed(is_whole, said, third) ? TrustEvent{Kind::Again, unit, worker, play_digest(said)}
                                                       : TrustEvent{Kind::GivenUp, unit});
  }
}

void Audits::leave_open(UnitNumber unit) {
  const OpenAudit& audit = open_.at(unit);
  if (audit.other) {
    conclude_later({Kind::Undecided, unit, audit.first.worker});
  } else {
    give_up(unit);
  }
}

void Audits::leave_unanswered(UnitNumber unit) {
  const StoredUnit& first = open_.at(unit).first;
  if (std::ranges::any_of(first.digests, is_late)) {
    conclude_later({Kind::Late, unit, first.worker});
  } else {
    give_up(unit);
  }
}

std::vector<UnitNumber> Audits::beyond(std::size_t most, std::vector<UnitNumber> units) const {
  if (units.size() <= most) return {};
  const std::string secret = "beyond " + book_.secret();
  std::sort(units.begin(), units.end(),
            [&](UnitNumber a, UnitNumber b) { return audit_draw(secret, a) < audit_draw(secret, b); });
  units.erase(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(most));
  return units;
}

OddBoard Audits::likely_at(const std::set<OddBoard>& boards, const std::string& worker) const {
  constexpr std::uint64_t MostOddAlone = 3;
  OddBoard likely;
  for (const OddBoard& board : boards) {
    for (const auto& [bot, owner] : board) {
      const bool is_likely = trust_.is_barred(worker, owner) && trust_.odd_units(worker, owner) >= MostOddAlone;
      if (is_likely) likely.emplace(bot, owner);
    }
  }
  return likely;
}

void Audits::leave_to_others(OpenAudit& audit, bool is_other_settled) {
  audit.state = OpenAudit::State::Waiting;
  audit.is_open_at_home = true;
  audit.own_answers = audit.failures = 0;
  if (!is_other_settled) return;
  audit.other.reset();
  book_.add(BookedAudit{audit.first.unit.id.number, audit.first.digests, digest_of_bots(audit.first.unit)});
}

std::vector<TrustStrike> Audits::take_verdict(const HomeVerdict& verdict, const OwnerOf& owner_of,
                                              const std::function<bool(const std::string& worker)>& is_alone) {
  const auto found = open_.find(verdict.unit);
  if (found == open_.end()) return {};
  if (verdict.is_inconstant) {
    if (verdict.inconstant) take_inconstant(verdict.unit, {{*verdict.inconstant, owner_of(*verdict.inconstant)}});
    give_up(verdict.unit);
    return {};
  }
  const StoredUnit first = found->second.first;
  const bool is_whole = found->second.is_whole;
  const std::vector<std::size_t> places = question(found->second).places;
  const std::vector<std::string> first_digests = comparable(first.unit, first.digests);
  const auto other = found->second.other;
  const std::vector<std::string> other_digests =
      other ? comparable(first.unit, other->second) : std::vector<std::string>{};
  const Finding of_first = finding(first_digests, other_digests, places, verdict);
  const Finding of_other = other ? finding(other_digests, first_digests, places, verdict) : Finding{};
  std::vector<TrustStrike> strikes;
  const auto take = [&](const TrustEvent& event) {
    for (TrustStrike& strike : conclude(event)) strikes.push_back(std::move(strike));
  };
  const auto blame = [&](const std::string& worker, const Finding& finding) {
    const bool has_ended = finding.false_places.empty();
    const std::set<OddBoard> boards =
        strangers_at(first.unit, has_ended ? finding.machine_faults : finding.false_places, owner_of);
    if (has_ended) {
      take({Kind::Machine, verdict.unit, worker, lines_of(owners_at(boards))});
    } else if (boards.contains({})) {
      take({Kind::False, verdict.unit, worker});
    } else {
      take({Kind::Odd, verdict.unit, worker, lines_of(boards)});
      if (!is_alone || !is_alone(worker)) return;
      // Nobody else can say which of the two machines is right.
      const OddBoard explained = likely_at(boards, worker);
      if (!explained.empty()) take_inconstant(verdict.unit, explained);
    }
  };
  const bool stays_disputed = other && !of_other.is_blamed() && of_other.late.empty();
  if (other && of_other.is_blamed()) {
    blame(other->first, of_other);
  } else if (other && !stays_disputed) {
    take({Kind::Late, verdict.unit, other->first});
  }
  if (of_first.is_blamed()) {
    blame(first.worker, of_first);
  } else if (!of_first.late.empty()) {
    take({Kind::Late, verdict.unit, first.worker, lines_of(late_at(first_digests, of_first.late))});
  } else if (of_first.is_true()) {
    if (stays_disputed) take({Kind::Undecided, verdict.unit, other->first});
    // What was not played here stays without a witness, as that of a unit that nobody plays again.
    take(is_confirmed(is_whole, first_digests, digests_by_place(verdict, first.jobs.size()))
             ? TrustEvent{Kind::Home, verdict.unit, "", play_digest(first.digests)}
             : TrustEvent{Kind::GivenUp, verdict.unit});
  } else {
    leave_to_others(open_.at(verdict.unit), other && !stays_disputed);
  }
  return strikes;
}

void Audits::take_inconstant(UnitNumber unit, const OddBoard& bots) {
  conclude({Kind::Inconstant, unit, "", lines_of(std::set<OddBoard>{bots})});
}

void Audits::give_up(UnitNumber unit) { conclude({Kind::GivenUp, unit}); }

}  // namespace tichu::arena
