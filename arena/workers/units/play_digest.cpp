#include "arena/workers/units/play_digest.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "arena/hosting/match/board.h"
#include "arena/record/packed_actions.h"
#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

/// A number of eight bytes.
void add(std::string& text, std::uint64_t number) {
  text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Whether a machine may be the cause: a bot was late or used too much, or its program ended or did not start.
bool is_of_machine(FaultKind fault) {
  switch (fault) {
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

/// What a seat did, as it is compared: at which round, and a text.
struct Deed {
  SeatingNumber seating;
  RoundNumber round;
  Seat seat;
  std::string text;
  friend bool operator==(const Deed&, const Deed&) = default;
};

/// Faults, without what is said of them.
std::vector<Deed> faults_of(const FinishedJob& board) {
  std::vector<Deed> deeds;
  for (const FinishedFault& fault : board.faults) {
    Deed& deed = deeds.emplace_back(Deed{fault.seating, fault.round, fault.seat, std::string(to_text(fault.kind))});
    add(deed.text, fault.question ? static_cast<std::uint64_t>(*fault.question) : UINT64_MAX);
    add(deed.text, fault.actions);
  }
  return deeds;
}

/// Decisions that were remarked on, without the remarks.
std::vector<Deed> remarks_of(const StoredRound& round) {
  std::vector<Deed> deeds;
  for (const RecordedRemark& remark : round.record.remarks) {
    Deed& deed = deeds.emplace_back(Deed{round.seating, round.number, remark.seat, ""});
    add(deed.text, static_cast<std::uint64_t>(remark.question));
    add(deed.text, remark.after);
  }
  return deeds;
}

/// What is told apart by its length.
void add(std::string& text, const std::vector<Deed>& deeds) {
  add(text, deeds.size());
  for (const Deed& deed : deeds) {
    for (const std::uint64_t number : {deed.seating.value(), deed.round.value()}) add(text, number);
    add(text, static_cast<std::uint64_t>(deed.seat.number()));
    add(text, deed.text.size());
    text += deed.text;
  }
}

/// Adds the seats of the first entries that two lists do not share. An answer that is neither an action nor a fault,
/// such as not calling Tichu, is not recorded: that seat acts in the other play.
template <typename Entry>
void add_first_difference(const std::vector<Entry>& one, const std::vector<Entry>& other, std::set<Seat>& seats) {
  const auto [mine, its] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  if (mine != one.end()) seats.insert(mine->seat);
  if (its != other.end()) seats.insert(its->seat);
}

}  // namespace

BoardDigest play_digest(const FinishedJob& board) {
  std::set<BotId> faulty;
  for (const FinishedFault& fault : board.faults) {
    if (is_of_machine(fault.kind)) faulty.insert(fault.bot);
  }
  std::string text;
  add(text, board.job.number.value());
  for (const BotId bot : faulty) add(text, static_cast<std::uint64_t>(bot));
  if (faulty.empty()) {
    add(text, faults_of(board));
    for (const StoredRound& round : board.rounds) {
      const std::string actions = pack_actions(round.record.actions);
      add(text, actions.size());
      text += actions;
      add(text, remarks_of(round));
    }
  }
  return {short_hash(text), !faulty.empty()};
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

std::set<BotId> differing_bots(const std::array<Partnership, 2>& teams, const FinishedJob& one,
                               const FinishedJob& other) {
  for (std::size_t round = 0; round < std::min(one.rounds.size(), other.rounds.size()); ++round) {
    const StoredRound& mine = one.rounds[round];
    const StoredRound& its = other.rounds[round];
    const auto faults = [&](const FinishedJob& board) {
      std::vector<Deed> deeds = faults_of(board);
      std::erase_if(deeds, [&](const Deed& deed) { return deed.seating != mine.seating || deed.round != mine.number; });
      return deeds;
    };
    std::set<Seat> seats;
    add_first_difference(mine.record.actions, its.record.actions, seats);
    add_first_difference(faults(one), faults(other), seats);
    if (seats.empty()) add_first_difference(remarks_of(mine), remarks_of(its), seats);
    std::set<BotId> bots;
    for (const Seat seat : seats) bots.insert(seating_of(teams, mine.seating)[seat]);
    if (!bots.empty()) return bots;
  }
  return {};
}

}  // namespace tichu::arena
