#include "arena/tournament/units/worker_trust.h"

#include <fmt/format.h>
#include <sodium/crypto_generichash.h>

#include <algorithm>
#include <string_view>

#include "arena/record/packed_actions.h"

namespace tichu::arena {
namespace {

/// After so many different results of one unit nobody is blamed.
constexpr std::size_t MostOpinions = 7;

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

/// Whether another machine, or the same when it is busy, could have come to another end.
bool depends_on_the_machine(const PlayedRound& round) {
  return std::any_of(round.faults.begin(), round.faults.end(), [](const SeatFault& fault) {
    return fault.fault.kind == FaultKind::StartFailed || fault.fault.kind == FaultKind::Handshake ||
           fault.fault.kind == FaultKind::Timeout || fault.fault.kind == FaultKind::LimitExceeded;
  });
}

}  // namespace

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

std::vector<std::string> play_digests(const std::vector<PlayedJob>& jobs) {
  std::vector<std::string> digests;
  digests.reserve(jobs.size());
  for (const PlayedJob& job : jobs) {
    Digest digest(crypto_generichash_BYTES_MIN);
    bool depends_on_machine = false;
    digest.add(job.number.value());
    for (const std::vector<PlayedRound>& table : job.tables) {
      digest.add(table.size());
      for (const PlayedRound& round : table) add_round(round, digest);
      depends_on_machine = depends_on_machine || std::any_of(table.begin(), table.end(), depends_on_the_machine);
    }
    digests.push_back(depends_on_machine ? "" : digest.take());
  }
  return digests;
}

std::vector<std::size_t> differences(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    if (!one[i].empty() && !other[i].empty() && one[i] != other[i]) places.push_back(i);
  }
  return places;
}

std::string play_digest(const std::vector<std::string>& digests) {
  Digest all(crypto_generichash_BYTES_MIN);
  for (const std::string& digest : digests) all.add(digest);
  return all.take();
}

TrustStep WorkerTrust::take_first(UnitNumber unit, const std::string& worker, const std::string& digest) {
  Worker& player = workers_[worker];
  const double share = audit_share(policy_, player.units, player.confirmed_in_a_row);
  ++player.units;
  player.unconfirmed.insert(unit);
  if (audit_draw(secret_, unit) >= share) return {};
  open_[unit].push_back({worker, digest});
  return {TrustStep::Kind::Audit, {worker}};
}

TrustStep WorkerTrust::take_again(UnitNumber unit, const std::string& worker, const std::string& digest) {
  const auto found = open_.find(unit);
  if (found == open_.end()) return {};
  std::vector<Said>& said = found->second;
  ++workers_[worker].units;
  const auto agrees = [&](const Said& other) { return other.digest == digest; };
  const bool is_settled = std::any_of(said.begin(), said.end(), agrees);
  said.push_back({worker, digest});
  if (is_settled) return settle(unit, digest);
  if (said.size() == MostOpinions) {
    open_.erase(found);
    return {TrustStep::Kind::Doubt};
  }
  TrustStep again{TrustStep::Kind::Audit};
  for (const Said& one : said) again.players.insert(one.worker);
  return again;
}

TrustStep WorkerTrust::settle(UnitNumber unit, const std::string& true_digest) {
  const std::vector<Said> said = std::move(open_.extract(unit).mapped());
  TrustStep step{TrustStep::Kind::Keep};
  for (const Said& one : said) step.players.insert(one.worker);
  for (const Said& one : said) {
    if (one.digest == true_digest) {
      ++workers_[one.worker].confirmed_in_a_row;
      continue;
    }
    step.kind = TrustStep::Kind::Strike;
    step.losers.push_back(one.worker);
    const std::vector<UnitNumber> struck = strike(one.worker);
    step.struck.insert(step.struck.end(), struck.begin(), struck.end());
  }
  workers_[said.front().worker].unconfirmed.erase(unit);
  std::sort(step.struck.begin(), step.struck.end());
  return step;
}

TrustStep WorkerTrust::take_home(UnitNumber unit, const std::string& digest) {
  return is_open(unit) ? settle(unit, digest) : TrustStep{};
}

std::vector<UnitNumber> WorkerTrust::strike(const std::string& loser) {
  Worker& worker = workers_[loser];
  worker.drained = true;
  worker.confirmed_in_a_row = 0;
  std::vector<UnitNumber> struck(worker.unconfirmed.begin(), worker.unconfirmed.end());
  for (const UnitNumber unit : struck) open_.erase(unit);
  worker.unconfirmed.clear();
  return struck;
}

void WorkerTrust::give_up_audit(UnitNumber unit) { open_.erase(unit); }

bool WorkerTrust::is_drained(const std::string& worker) const {
  const auto found = workers_.find(worker);
  return found != workers_.end() && found->second.drained;
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
  for (const Said& one : open->second) players.insert(one.worker);
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

std::optional<std::string> WorkerTrust::best_for(UnitNumber unit, const std::vector<std::string>& workers) const {
  const auto open = open_.find(unit);
  std::optional<std::string> best;
  for (const std::string& worker : workers) {
    if (is_drained(worker)) continue;
    const auto has_played = [&](const Said& one) { return one.worker == worker; };
    if (open != open_.end() && std::any_of(open->second.begin(), open->second.end(), has_played)) continue;
    if (!best || confirmed_in_a_row(worker) > confirmed_in_a_row(*best)) best = worker;
  }
  return best;
}

}  // namespace tichu::arena
