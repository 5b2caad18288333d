#include "arena/tournament/units/worker_trust.h"

#include <fmt/format.h>
#include <sodium/crypto_generichash.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "arena/record/packed_actions.h"

namespace tichu::arena {
namespace {

/// BLAKE2b over parts that are told apart by their lengths.
class Digest {
 public:
  explicit Digest(std::size_t bytes) : bytes_(bytes) { crypto_generichash_init(&state_, nullptr, 0, bytes); }

  void add(std::string_view part) {
    add(part.size());
    update(part.data(), part.size());
  }
  void add(std::uint64_t number) { update(&number, sizeof number); }
  std::string take() {
    std::string digest(bytes_, '\0');
    crypto_generichash_final(&state_, reinterpret_cast<unsigned char*>(digest.data()), digest.size());
    return digest;
  }

 private:
  void update(const void* bytes, std::size_t size) {
    crypto_generichash_update(&state_, static_cast<const unsigned char*>(bytes), size);
  }

  std::size_t bytes_;
  crypto_generichash_state state_;
};

/// Adds what was played, without what bots said of it.
void add_round(const PlayedRound& round, Digest& digest) {
  digest.add(pack_actions(round.actions));
  digest.add(round.faults.size());
  for (const SeatFault& fault : round.faults) {
    digest.add(static_cast<std::uint64_t>(fault.seat.number()));
    digest.add(to_text(fault.fault.kind));
    digest.add(fault.question ? static_cast<std::uint64_t>(*fault.question) : UINT64_MAX);
    digest.add(fault.actions);
  }
  digest.add(round.remarks.size());
  for (const RecordedRemark& remark : round.remarks) {
    digest.add(static_cast<std::uint64_t>(remark.seat.number()));
    digest.add(static_cast<std::uint64_t>(remark.question));
    digest.add(remark.after);
  }
}

/// Whether a bot was late or used too much: another machine, or the same when it is busy, could have come to another
/// end.
bool is_of_lateness(const SeatFault& fault) {
  return fault.fault.kind == FaultKind::Timeout || fault.fault.kind == FaultKind::LimitExceeded;
}

/// Whether a machine may be to blame for it: so, or as a bot's program ended, at its start or later.
bool is_doubtful(const SeatFault& fault) {
  return is_of_lateness(fault) || fault.fault.kind == FaultKind::StartFailed ||
         fault.fault.kind == FaultKind::Handshake || fault.fault.kind == FaultKind::Crash ||
         fault.fault.kind == FaultKind::ClosedOutput;
}

constexpr std::size_t WholeBytes = crypto_generichash_BYTES_MIN;
constexpr std::size_t RoundBytes = 8;
constexpr char LateMark = 'L';
constexpr char EndMark = 'E';

/// Of a board at which a machine may be to blame for what happened. It has an odd number of bytes, so that it is none
/// of another board.
struct DoubtfulDigest {
  char mark = EndMark;
  std::set<BotId> bots;                          ///< that were late, or whose programs ended
  std::vector<std::vector<std::string>> tables;  ///< of each round before the first one in which that happened
  std::string whole;                             ///< of all that was played, if nobody was late

  std::string text() const;
};

std::string DoubtfulDigest::text() const {
  std::string bytes(1, mark);
  const auto add = [&](std::size_t number) {
    bytes += static_cast<char>(number & 255u);
    bytes += static_cast<char>(number >> 8u);
  };
  add(bots.size());
  for (const BotId bot : bots) add(static_cast<std::size_t>(bot));
  for (const std::vector<std::string>& rounds : tables) {
    add(rounds.size());
    for (const std::string& round : rounds) bytes += round;
  }
  return bytes + whole;
}

/// Of a text of it.
DoubtfulDigest doubtful_digest(const std::string& bytes) {
  DoubtfulDigest read;
  read.mark = bytes.at(0);
  std::size_t at = 1;
  const std::size_t end = bytes.size() - (read.mark == EndMark ? WholeBytes : 0);
  const auto number = [&] {
    const auto low = static_cast<unsigned char>(bytes.at(at));
    const auto high = static_cast<unsigned char>(bytes.at(at + 1));
    at += 2;
    return static_cast<std::uint16_t>(low | high << 8u);
  };
  for (std::uint16_t count = number(); count > 0; --count) read.bots.insert(BotId(number()));
  while (at < end) {
    std::vector<std::string>& rounds = read.tables.emplace_back();
    for (std::uint16_t count = number(); count > 0; --count, at += RoundBytes) {
      rounds.push_back(bytes.substr(at, RoundBytes));
    }
  }
  read.whole = bytes.substr(end);
  return read;
}

DoubtfulDigest doubtful_digest(const UnitJob& unit_job, const PlayedJob& job) {
  DoubtfulDigest made;
  for (std::size_t table = 0; table < job.tables.size(); ++table) {
    const PerSeat<BotId> bots = seating_of(unit_job.teams, SeatingNumber(table));
    std::vector<std::string>& rounds = made.tables.emplace_back();
    bool is_before = true;
    for (const PlayedRound& round : job.tables[table]) {
      is_before = is_before && std::ranges::none_of(round.faults, is_doubtful);
      if (is_before) {
        Digest digest(WholeBytes);
        add_round(round, digest);
        rounds.push_back(digest.take().substr(0, RoundBytes));
      }
      for (const SeatFault& fault : round.faults) {
        if (is_doubtful(fault)) made.bots.insert(bots[fault.seat]);
        if (is_of_lateness(fault)) made.mark = LateMark;
      }
    }
  }
  return made;
}

bool has_mark(const std::string& digest, char mark) { return digest.size() % 2 == 1 && digest.front() == mark; }

/// Whether bots that were late in one play, or whose programs ended, all were in another, and the same was played
/// before.
bool is_part_of(const DoubtfulDigest& one, const DoubtfulDigest& other) {
  if (!std::ranges::includes(other.bots, one.bots) || one.tables.size() != other.tables.size()) return false;
  for (std::size_t table = 0; table < one.tables.size(); ++table) {
    const std::size_t rounds = std::min(one.tables[table].size(), other.tables[table].size());
    if (!std::equal(one.tables[table].begin(), one.tables[table].begin() + static_cast<std::ptrdiff_t>(rounds),
                    other.tables[table].begin())) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool has_ended_program(const std::string& digest) { return has_mark(digest, EndMark); }

bool is_late(const std::string& digest) { return has_mark(digest, LateMark); }

std::set<BotId> late_bots(const std::string& digest) {
  return is_late(digest) ? doubtful_digest(digest).bots : std::set<BotId>{};
}

bool bears_out(const std::string& other, const std::string& said) {
  if (other.empty() || said.empty() || other == said) return true;
  return is_late(other) && is_late(said) && is_part_of(doubtful_digest(said), doubtful_digest(other));
}

bool bears_out_ends(const std::string& other, const std::string& said) {
  return has_ended_program(other) && has_ended_program(said) &&
         is_part_of(doubtful_digest(said), doubtful_digest(other));
}

std::string text_of(StrikeReason reason) {
  switch (reason) {
    case StrikeReason::False:
      return "it plays otherwise than others on the same boards";
    case StrikeReason::MachineFault:
      return "a bot's program ended on its machine, and not here";
    case StrikeReason::Odd:
      return "with strangers' bots it played otherwise than this machine does";
    case StrikeReason::Late:
      return "a bot was late or used too much on its machine, and not on another";
    case StrikeReason::Undecided:
      return "another machine saw otherwise, and none could tell which is right";
    case StrikeReason::MachineFaults:
      break;
  }
  return fmt::format("bots' programs ended on its machine {} times, and not here", MostMachineFaults);
}

double audit_share(const AuditPolicy& policy, std::uint64_t units, std::uint64_t confirmed_in_a_row) {
  if (units < policy.first_units) return 1;
  return std::max(policy.least_share, 1 / static_cast<double>(std::max<std::uint64_t>(1, confirmed_in_a_row)));
}

double audit_draw(const std::string& secret, UnitNumber unit) {
  Digest digest(crypto_generichash_BYTES_MIN);
  digest.add(secret);
  digest.add(unit.value());
  const std::string bytes = digest.take();
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) number = number << 8 | static_cast<unsigned char>(bytes[i]);
  constexpr double Steps = 9007199254740992.0;  // 2^53: what a double tells apart
  return static_cast<double>(number >> 11) / Steps;
}

std::vector<std::string> play_digests(const std::vector<UnitJob>& unit_jobs, const std::vector<PlayedJob>& jobs) {
  std::vector<std::string> digests;
  digests.reserve(jobs.size());
  for (std::size_t i = 0; i < std::min(unit_jobs.size(), jobs.size()); ++i) {
    const PlayedJob& job = jobs[i];
    Digest digest(WholeBytes);
    bool has_doubts = false;
    digest.add(job.number.value());
    for (const std::vector<PlayedRound>& table : job.tables) {
      digest.add(table.size());
      for (const PlayedRound& round : table) {
        add_round(round, digest);
        has_doubts = has_doubts || std::ranges::any_of(round.faults, is_doubtful);
      }
    }
    std::string whole = digest.take();
    if (has_doubts) {
      DoubtfulDigest made = doubtful_digest(unit_jobs[i], job);
      if (made.mark == EndMark) made.whole = std::move(whole);
      whole = made.text();
    }
    digests.push_back(std::move(whole));
  }
  return digests;
}

std::vector<std::size_t> differences(const std::vector<std::string>& said, const std::vector<std::string>& other) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < std::min(said.size(), other.size()); ++i) {
    if (!bears_out(other[i], said[i])) places.push_back(i);
  }
  return places;
}

std::string play_digest(const std::vector<std::string>& digests) {
  Digest all(crypto_generichash_BYTES_MIN);
  for (const std::string& digest : digests) all.add(digest);
  return all.take();
}

double WorkerTrust::share_of(const Worker& player, const std::string& worker,
                             const std::set<std::string>& owners) const {
  const auto is_doubtful = [&](const std::string& name) {
    const Owner* owner = find_owner(name);
    return owner != nullptr && (owner->odd_on.contains(worker) || is_suspect(name));
  };
  if (std::any_of(owners.begin(), owners.end(), is_doubtful)) return 1;
  const double share = audit_share(policy_, player.units - player.units_before_odd, player.confirmed_in_a_row);
  return words_.unexplained(worker).empty() ? share : std::max(share, ShareOfOdd);
}

TrustStep WorkerTrust::take_first(UnitNumber unit, const std::string& worker, const std::string& digest,
                                  bool is_in_doubt, const std::set<std::string>& owners) {
  Worker& player = workers_[worker];
  const bool is_very_first = !player.has_own_unit;  // answers to audits do not count
  player.has_own_unit = true;
  const double share = share_of(player, worker, owners);
  ++player.units;
  ++units_;
  player.unconfirmed.insert(unit);
  const bool is_drawn = audit_draw(secret_, unit) < share;
  if (!is_drawn && !is_in_doubt) return {};
  open_[unit] = {{{worker, digest}}, is_very_first, !is_drawn, owners};
  return {is_very_first ? TrustStep::Kind::Home : TrustStep::Kind::Audit, {worker}};
}

TrustStep WorkerTrust::take_again(UnitNumber unit, const std::string& worker, const std::string& digest) {
  const auto found = open_.find(unit);
  if (found == open_.end()) return {};
  std::vector<Said>& said = found->second.said;
  ++workers_[worker].units;
  const auto agrees = [&](const Said& other) { return other.digest == digest; };
  const bool is_settled = std::any_of(said.begin(), said.end(), agrees);
  if (is_settled && said.size() == 1) confirmed_[unit] = {said.front().worker, worker};
  said.push_back({worker, digest});
  if (is_settled) return settle(unit, digest);
  return {TrustStep::Kind::Home, players(unit)};
}

void WorkerTrust::note_confirmed(Worker& worker) {
  ++worker.confirmed_in_a_row;
  if (worker.machine_faults.empty() || ++worker.confirmed_since_fault < UnitsOfForgiveness) return;
  worker.machine_faults.erase(worker.machine_faults.begin());
  worker.confirmed_since_fault = 0;
}

TrustStep WorkerTrust::settle(UnitNumber unit, const std::string& true_digest) {
  const Open open = std::move(open_.extract(unit).mapped());
  const std::vector<Said>& said = open.said;
  TrustStep step{TrustStep::Kind::Keep};
  std::set<std::string> true_ones;
  for (const Said& one : said) {
    step.players.insert(one.worker);
    if (one.digest == true_digest) {
      note_confirmed(workers_[one.worker]);
      true_ones.insert(one.worker);
    } else if (auto strike = this->strike(one.worker, StrikeReason::False)) {
      step.kind = TrustStep::Kind::Strike;
      step.strikes.push_back(std::move(*strike));
    }
  }
  if (!said.empty()) workers_[said.front().worker].unconfirmed.erase(unit);
  if (!true_ones.empty()) note_confirmed_of(open.owners, true_ones, step);
  return step;
}

void WorkerTrust::note_confirmed_of(const std::set<std::string>& owners, const std::set<std::string>& workers,
                                    TrustStep& step) {
  std::set<std::string> weighed;
  for (const std::string& name : owners) {
    Owner& owner = owners_[name];
    ++owner.confirmed;
    for (const std::string& worker : workers) ++owner.confirmed_with[worker];
    for (const auto& [worker, odd] : owner.odd_on) weighed.insert(worker);
  }
  for (const std::string& worker : weighed) {
    if (auto strike = weigh(worker)) {
      step.kind = TrustStep::Kind::Strike;
      step.strikes.push_back(std::move(*strike));
    }
  }
}

const WorkerTrust::Owner* WorkerTrust::find_owner(const std::string& owner) const {
  const auto found = owners_.find(owner);
  return found == owners_.end() ? nullptr : &found->second;
}

std::uint64_t WorkerTrust::confirmed_without(const Owner& owner, const std::string& worker) {
  const auto with = owner.confirmed_with.find(worker);
  return owner.confirmed - (with == owner.confirmed_with.end() ? 0 : with->second);
}

bool WorkerTrust::is_proven(const Owner& owner, const std::string& worker) {
  const auto word = owner.odd_on.find(worker);
  return word != owner.odd_on.end() && confirmed_without(owner, worker) >= word->second.confirmed_before + UnitsOfProof;
}

bool WorkerTrust::is_suspect(const std::string& name) const {
  const Owner* owner = find_owner(name);
  return owner != nullptr && std::any_of(owner->odd_on.begin(), owner->odd_on.end(), [&](const auto& word) {
           return !is_drained(word.first) && !words_.is_explained(name, word.first) && !is_proven(*owner, word.first);
         });
}

std::optional<TrustStrike> WorkerTrust::weigh(const std::string& worker) {
  if (is_drained(worker)) return std::nullopt;
  std::vector<std::set<std::string>> counted = words_.unexplained(worker);
  std::erase_if(counted, [&](const std::set<std::string>& owners) {
    return !std::all_of(owners.begin(), owners.end(),
                        [&](const std::string& owner) { return is_proven(owners_.at(owner), worker); });
  });
  if (is_explicable(counted, MostExcused)) return std::nullopt;
  return strike(worker, StrikeReason::False);
}

bool WorkerTrust::is_barred(const std::string& worker, const std::string& owner) const {
  if (words_.is_likely(owner, worker)) return true;
  const auto player = workers_.find(worker);
  if (player == workers_.end()) return false;
  const auto& faults = player->second.machine_faults;
  return std::count_if(faults.begin(), faults.end(), [&](const std::set<std::string>& owners) {
           return owners.contains(owner);
         }) >= MostMachineFaults;
}

bool WorkerTrust::is_barred(const std::string& worker, BotId bot) const {
  const auto player = workers_.find(worker);
  if (player == workers_.end()) return false;
  const auto late = player->second.late.find(bot);
  return late != player->second.late.end() && times_of(late->second) >= MostLate;
}

int WorkerTrust::times_of(const Late& late) const {
  const std::uint64_t forgotten = (units_ - late.latest) / UnitsUntilForgotten;
  return std::cmp_less(forgotten, late.times) ? late.times - static_cast<int>(forgotten) : 0;
}

std::uint64_t WorkerTrust::odd_units(const std::string& worker, const std::string& name) const {
  const Owner* owner = find_owner(name);
  if (owner == nullptr) return 0;
  const auto odd = owner->odd_on.find(worker);
  return odd == owner->odd_on.end() ? 0 : odd->second.units;
}

TrustStep WorkerTrust::take_home(UnitNumber unit, const std::string& digest) {
  return is_open(unit) ? settle(unit, digest) : TrustStep{};
}

bool WorkerTrust::forget(UnitNumber unit, const std::string& worker) {
  std::vector<Said>& said = open_.at(unit).said;
  const bool is_own = said.front().worker == worker;
  if (is_own) {
    open_.erase(unit);
  } else {
    std::erase_if(said, [&](const Said& one) { return one.worker == worker; });
  }
  return is_own;
}

TrustStep WorkerTrust::take_false(UnitNumber unit, const std::string& worker) {
  if (!is_open(unit)) return {};
  forget(unit, worker);
  std::optional<TrustStrike> strike = this->strike(worker, StrikeReason::False);
  if (!strike) return {TrustStep::Kind::Keep};
  return {TrustStep::Kind::Strike, {}, {std::move(*strike)}};
}

TrustStep WorkerTrust::take_odd(UnitNumber unit, const std::string& worker, const std::set<OddBoard>& boards) {
  if (!is_open(unit)) return {};
  std::set<std::string> owners;
  for (const OddBoard& board : boards) {
    for (const auto& [bot, owner] : board) owners.insert(owner);
  }
  for (const std::string& name : owners) {
    Owner& owner = owners_[name];
    ++owner.odd_on.try_emplace(worker, Owner::Odd{0, confirmed_without(owner, worker)}).first->second.units;
  }
  Worker& player = workers_[worker];
  if (!player.drained) words_.add(worker, boards);
  player.confirmed_in_a_row = 0;
  player.units_before_odd = player.units;
  TrustStrike strike{worker, StrikeReason::Odd};
  if (forget(unit, worker)) {
    player.unconfirmed.erase(unit);
    strike.units.push_back(unit);
  } else if (player.is_named_odd || words_.unexplained(worker).empty()) {
    return {TrustStep::Kind::Keep};
  }
  player.is_named_odd = true;
  return {TrustStep::Kind::Strike, {}, {std::move(strike)}};
}

bool WorkerTrust::has_ended_on_others(const std::set<std::set<std::string>>& ends, const std::string& worker) {
  if (ends.size() != 1 || ends.begin()->size() != 1) return false;  // of two that met, one may be innocent
  std::set<std::string>& ended_on = owners_[*ends.begin()->begin()].ended_on;
  ended_on.insert(worker);
  return std::count_if(ended_on.begin(), ended_on.end(),
                       [&](const std::string& one) { return one != worker && !is_drained(one); }) > 1;
}

TrustStep WorkerTrust::take_machine_fault(UnitNumber unit, const std::string& worker,
                                          const std::set<std::set<std::string>>& ends) {
  if (!is_open(unit)) return {};
  const bool are_bots_to_blame = has_ended_on_others(ends, worker);
  TrustStrike strike{worker, StrikeReason::MachineFault, {}};
  if (forget(unit, worker)) {
    workers_[worker].unconfirmed.erase(unit);
    strike.units.push_back(unit);
  }
  std::vector<std::set<std::string>>& faults = workers_[worker].machine_faults;
  if (!are_bots_to_blame) {
    workers_[worker].confirmed_since_fault = 0;
    for (const std::set<std::string>& owners : ends) {
      if (std::count(faults.begin(), faults.end(), owners) < MostMachineFaults) faults.push_back(owners);
    }
  }
  if (!are_bots_to_blame && !is_explicable(faults, MostExcused, MostMachineFaults - 1)) {
    if (auto all = this->strike(worker, StrikeReason::MachineFaults)) {
      all->units.insert(all->units.end(), strike.units.begin(), strike.units.end());
      strike = std::move(*all);
    }
  }
  std::sort(strike.units.begin(), strike.units.end());
  if (!strike.drains() && strike.units.empty()) return {TrustStep::Kind::Keep};
  return {TrustStep::Kind::Strike, {}, {std::move(strike)}};
}

TrustStep WorkerTrust::take_unconfirmed(UnitNumber unit, const std::string& worker, StrikeReason reason,
                                        const std::set<BotId>& bots) {
  if (!is_open(unit)) return {};
  Worker& player = workers_[worker];
  for (const BotId bot : bots) {
    Late& late = player.late[bot];
    late = {std::min(times_of(late) + 1, MostLate), units_};
  }
  if (!forget(unit, worker)) return {TrustStep::Kind::Keep};
  if (reason == StrikeReason::Undecided) {
    player.confirmed_in_a_row = 0;
    player.units_before_odd = player.units;
  }
  player.unconfirmed.erase(unit);
  return {TrustStep::Kind::Strike, {}, {{worker, reason, {unit}}}};
}

std::optional<TrustStrike> WorkerTrust::strike(const std::string& loser, StrikeReason reason) {
  Worker& worker = workers_[loser];
  if (worker.drained) return std::nullopt;
  worker.drained = true;
  words_.forget(loser);
  worker.confirmed_in_a_row = 0;
  TrustStrike strike{loser, reason, {worker.unconfirmed.begin(), worker.unconfirmed.end()}};
  for (const UnitNumber unit : strike.units) open_.erase(unit);
  worker.unconfirmed.clear();
  for (auto one = confirmed_.begin(); one != confirmed_.end();) {
    const auto& [first, second] = one->second;
    if (second != loser) {
      ++one;
      continue;
    }
    std::uint64_t& confirmed = workers_[first].confirmed_in_a_row;
    if (confirmed > 0) --confirmed;
    strike.units.push_back(one->first);
    one = confirmed_.erase(one);
  }
  std::sort(strike.units.begin(), strike.units.end());
  return strike;
}

void WorkerTrust::give_up_audit(UnitNumber unit) { open_.erase(unit); }

bool WorkerTrust::is_drained(const std::string& worker) const {
  const auto found = workers_.find(worker);
  return found != workers_.end() && found->second.drained;
}

bool WorkerTrust::is_for_home(UnitNumber unit) const {
  const auto found = open_.find(unit);
  return found != open_.end() && found->second.for_home;
}

bool WorkerTrust::is_for_doubts(UnitNumber unit) const {
  const auto found = open_.find(unit);
  return found != open_.end() && found->second.for_doubts;
}

std::map<UnitNumber, std::set<std::string>> WorkerTrust::open_audits() const {
  std::map<UnitNumber, std::set<std::string>> open;
  for (const auto& [unit, said] : open_) open.emplace(unit, players(unit));
  return open;
}

std::set<std::string> WorkerTrust::players(UnitNumber unit) const {
  std::set<std::string> players;
  const auto open = open_.find(unit);
  if (open == open_.end()) return players;
  for (const Said& one : open->second.said) players.insert(one.worker);
  return players;
}

std::uint64_t WorkerTrust::units(const std::string& worker) const {
  const auto found = workers_.find(worker);
  return found == workers_.end() ? 0 : found->second.units;
}

std::uint64_t WorkerTrust::confirmed_in_a_row(const std::string& worker) const {
  const auto found = workers_.find(worker);
  return found == workers_.end() ? 0 : found->second.confirmed_in_a_row;
}

}  // namespace tichu::arena
