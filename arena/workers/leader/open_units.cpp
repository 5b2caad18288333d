#include "arena/workers/leader/open_units.h"

#include <utility>

namespace tichu::arena {
namespace {

using Time = std::chrono::steady_clock::time_point;

/// A unit that nobody has given back for so long, and so many times what it should take, goes to somebody else, too.
constexpr std::chrono::seconds LongestKept(60);
constexpr std::chrono::seconds LongestKeptUnmeasured(600);
constexpr double MostSlower = 20;
/// A unit is hardly a thousand times as long as those before; if it is several workers play it.
constexpr int MostKeptDoublings = 4;
/// A worker puts all pieces into the broker before it acknowledges the unit, so they come soon one after the other.
constexpr std::chrono::seconds PatienceWithPieces(15);

}  // namespace

std::chrono::duration<double> longest_kept(const OpenUnit& open, double board_seconds) {
  const double expected = static_cast<double>(open.jobs.size()) * board_seconds * (UnitsOfCore + 1);
  const std::chrono::duration<double> least = board_seconds > 0 ? LongestKept : LongestKeptUnmeasured;
  const int doublings = std::min(open.times_kept, MostKeptDoublings);
  return (least + std::chrono::duration<double>(MostSlower * expected)) * (1u << doublings);
}

bool is_coming(const OpenUnit& open, const std::set<std::string>& workers, Time now) {
  return std::any_of(workers.begin(), workers.end(), [&](const std::string& worker) {
    const auto first = open.first_pieces.find(worker);
    return first == open.first_pieces.end() || now < first->second + PatienceWithPieces;
  });
}

bool take_again(std::vector<PulledMessage>& held, PulledMessage& message) {
  const auto same = std::find_if(held.begin(), held.end(),
                                 [&](const PulledMessage& former) { return former.sequence() == message.sequence(); });
  if (same == held.end()) return false;
  *same = std::move(message);
  return true;
}

OpenUnit* OpenUnits::find(UnitNumber unit) {
  const auto found = units_.find(unit);
  return found == units_.end() ? nullptr : &found->second;
}

UnitNumber OpenUnits::add(OpenUnit unit) {
  const UnitNumber number = unit.booked.id.number;
  units_.emplace(number, std::move(unit));
  return number;
}

void OpenUnits::give_out_again(OpenUnit& open) {
  ++open.booked.id.attempt;
  book_.note_attempt(open.booked.id);
  open.published = false;
}

void OpenUnits::give_out_kept(OpenUnit& open) {
  ++open.times_kept;
  give_out_again(open);
}

void OpenUnits::drop(UnitNumber unit) {
  book_.close(unit, UnitBook::End::Dropped, "");
  take_out(unit);
}

void OpenUnits::take_out(UnitNumber unit) {
  forget_pieces(unit);
  units_.erase(unit);
}

bool OpenUnits::is_arriving(UnitNumber unit) const {
  const auto piece = arriving_.lower_bound(Play{unit, "", 0, ""});
  return piece != arriving_.end() && piece->first.unit == unit;
}

std::map<std::uint32_t, PulledMessage> OpenUnits::take_messages(Pieces::iterator play) {
  std::map<std::uint32_t, PulledMessage> messages = std::move(play->second.messages);
  const auto worker = of_worker_.find(play->first.worker);
  worker->second.pieces -= messages.size();
  worker->second.plays.erase(play->second.place);
  if (worker->second.plays.empty()) of_worker_.erase(worker);
  arriving_.erase(play);
  return messages;
}

void OpenUnits::forget(Pieces::iterator play) {
  for (const auto& [number, message] : take_messages(play)) message.acknowledge();
}

void OpenUnits::forget_pieces(UnitNumber unit) {
  auto play = arriving_.lower_bound(Play{unit, "", 0, ""});
  while (play != arriving_.end() && play->first.unit == unit) forget(play++);
}

std::optional<WholeResult> OpenUnits::take_piece(const ResultPart& part, PulledMessage message, Time now) {
  OpenUnit& open = units_.at(part.id.number);
  open.first_pieces.try_emplace(part.worker, now);
  const auto [play, is_new] = arriving_.try_emplace({part.id.number, part.worker, part.id.attempt, part.digest});
  Arriving& arriving = play->second;
  OfWorker& worker = of_worker_[part.worker];
  if (is_new) {
    arriving.place = next_place_++;
    worker.plays.emplace(arriving.place, play);
  }
  const auto [piece, is_first] = arriving.messages.try_emplace(part.part, std::move(message));
  if (is_first) {
    ++worker.pieces;
  } else {
    // One that was put twice would come again and again: the same one, sent again, has the same number.
    if (piece->second.sequence() != message.sequence()) piece->second.acknowledge();
    piece->second = std::move(message);
  }
  OrInputError<std::optional<std::string>> whole = arriving.assembly.take(part, part.worker);
  if (whole && !*whole) {
    if (worker.pieces > MostPiecesArriving) forget(worker.plays.begin()->second);
    return std::nullopt;
  }
  open.first_pieces.erase(part.worker);
  WholeResult result{tl::unexpected(InputError{}), {}};
  for (auto& [number, one] : take_messages(play)) result.messages.push_back(std::move(one));
  if (whole) {
    result.bytes = std::move(**whole);
  } else {
    result.bytes = tl::unexpected(whole.error());
  }
  return result;
}

}  // namespace tichu::arena
