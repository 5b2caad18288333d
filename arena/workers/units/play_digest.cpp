#include "arena/workers/units/play_digest.h"

#include <sodium/crypto_generichash.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "arena/hosting/match/board.h"
#include "arena/record/packed_actions.h"

namespace tichu::arena {
namespace {

constexpr std::size_t DigestBytes = crypto_generichash_BYTES_MIN;

/// BLAKE2b over parts that are told apart by their lengths.
class Digest {
 public:
  Digest() { crypto_generichash_init(&state_, nullptr, 0, DigestBytes); }

  void add(std::string_view part) {
    add(part.size());
    update(part.data(), part.size());
  }
  void add(std::uint64_t number) { update(&number, sizeof number); }
  std::string take() {
    std::string digest(DigestBytes, '\0');
    crypto_generichash_final(&state_, reinterpret_cast<unsigned char*>(digest.data()), digest.size());
    return digest;
  }

 private:
  void update(const void* bytes, std::size_t size) {
    crypto_generichash_update(&state_, static_cast<const unsigned char*>(bytes), size);
  }

  crypto_generichash_state state_;
};

/// Adds what was played, without the texts of remarks and faults.
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

/// Whether a machine may be the cause: a bot was late or used too much, or its program ended or did not start.
bool is_of_machine(const SeatFault& fault) {
  switch (fault.fault.kind) {
    case FaultKind::Timeout:
    case FaultKind::LimitExceeded:
    case FaultKind::StartFailed:
    case FaultKind::Handshake:
    case FaultKind::Crash:
    case FaultKind::ClosedOutput:
      return true;
    default:
      return false;
  }
}

/// The bots at whose faults a machine may be the cause.
std::set<BotId> bots_with_machine_faults(const UnitJob& unit_job, const PlayedJob& job) {
  std::set<BotId> bots;
  for (std::size_t table = 0; table < job.tables.size(); ++table) {
    const PerSeat<BotId> seating = seating_of(unit_job.teams, SeatingNumber(table));
    for (const PlayedRound& round : job.tables[table]) {
      for (const SeatFault& fault : round.faults) {
        if (is_of_machine(fault)) bots.insert(seating[fault.seat]);
      }
    }
  }
  return bots;
}

/// Adds the seats of the first entries that two lists do not share.
template <typename Entry, typename IsSame>
void add_first_difference(const std::vector<Entry>& one, const std::vector<Entry>& other, const IsSame& is_same,
                          std::set<Seat>& seats) {
  const auto [mine, its] = std::mismatch(one.begin(), one.end(), other.begin(), other.end(), is_same);
  if (mine != one.end()) seats.insert(mine->seat);
  if (its != other.end()) seats.insert(its->seat);
}

/// The seats that may have answered differently first. An answer that is neither an action nor a fault, such as not
/// calling Tichu, is not recorded: that seat acts in the other play.
std::set<Seat> differing_seats(const PlayedRound& one, const PlayedRound& other) {
  std::set<Seat> seats;
  add_first_difference(one.actions, other.actions, std::equal_to<>(), seats);
  if (!seats.empty() && one.faults.empty() && other.faults.empty()) return seats;
  add_first_difference(
      one.faults, other.faults,
      [](const SeatFault& a, const SeatFault& b) {
        return a.seat == b.seat && a.fault.kind == b.fault.kind && a.question == b.question && a.actions == b.actions;
      },
      seats);
  if (!seats.empty()) return seats;
  add_first_difference(
      one.remarks, other.remarks,
      [](const RecordedRemark& a, const RecordedRemark& b) {
        return a.seat == b.seat && a.question == b.question && a.after == b.after;
      },
      seats);
  return seats;
}

}  // namespace

std::vector<BoardDigest> play_digests(const std::vector<UnitJob>& unit_jobs, const std::vector<PlayedJob>& jobs) {
  std::vector<BoardDigest> digests;
  digests.reserve(jobs.size());
  for (std::size_t i = 0; i < std::min(unit_jobs.size(), jobs.size()); ++i) {
    const PlayedJob& job = jobs[i];
    Digest digest;
    digest.add(job.number.value());
    const std::set<BotId> faulty = bots_with_machine_faults(unit_jobs[i], job);
    for (const BotId bot : faulty) digest.add(static_cast<std::uint64_t>(bot));
    for (const std::vector<PlayedRound>& table : job.tables) {
      if (!faulty.empty()) break;
      digest.add(table.size());
      for (const PlayedRound& round : table) add_round(round, digest);
    }
    digests.push_back({digest.take(), !faulty.empty()});
  }
  return digests;
}

bool differ(const BoardDigest& one, const BoardDigest& other) {
  return !one.has_machine_fault && !other.has_machine_fault && one != other;
}

std::vector<std::size_t> differences(const std::vector<BoardDigest>& one, const std::vector<BoardDigest>& other) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    if (differ(one[i], other[i])) indices.push_back(i);
  }
  return indices;
}

std::set<BotId> differing_bots(const std::array<Partnership, 2>& teams, const PlayedJob& one, const PlayedJob& other) {
  for (std::size_t table = 0; table < std::min(one.tables.size(), other.tables.size()); ++table) {
    const std::vector<PlayedRound>& mine = one.tables[table];
    const std::vector<PlayedRound>& its = other.tables[table];
    for (std::size_t round = 0; round < std::min(mine.size(), its.size()); ++round) {
      std::set<BotId> bots;
      const PerSeat<BotId> seating = seating_of(teams, SeatingNumber(table));
      for (const Seat seat : differing_seats(mine[round], its[round])) bots.insert(seating[seat]);
      if (!bots.empty()) return bots;
    }
  }
  return {};
}

}  // namespace tichu::arena
