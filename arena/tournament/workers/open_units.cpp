#include "arena/tournament/workers/open_units.h"

#include <iterator>

namespace tichu::arena {

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

void OpenUnits::forget_pieces(UnitNumber unit) {
  auto piece = arriving_.lower_bound(Play{unit, "", 0, ""});
  while (piece != arriving_.end() && piece->first.unit == unit) {
    for (const auto& [number, message] : piece->second.messages) message.acknowledge();
    piece = arriving_.erase(piece);
  }
}

void OpenUnits::forget_pieces(const std::string& worker) {
  for (auto piece = arriving_.begin(); piece != arriving_.end();) {
    const bool is_its = piece->first.worker == worker;
    if (is_its) {
      for (const auto& [number, message] : piece->second.messages) message.acknowledge();
    }
    piece = is_its ? arriving_.erase(piece) : std::next(piece);
  }
}

std::optional<WholeResult> OpenUnits::take_piece(const ResultPart& part, PulledMessage message) {
  const Play key{part.id.number, part.worker, part.id.attempt, part.digest};
  Arriving& arriving = arriving_[key];
  arriving.messages.insert_or_assign(part.part, std::move(message));
  OrInputError<std::optional<std::string>> whole = arriving.assembly.take(part, part.worker);
  if (whole && !*whole) {
    std::size_t held = 0;
    for (const auto& [of, pieces] : arriving_) held += of.worker == part.worker ? pieces.assembly.bytes() : 0;
    if (held > MostBytesArriving) forget_pieces(part.worker);
    return std::nullopt;
  }
  WholeResult result{tl::unexpected(InputError{}), {}};
  for (auto& [number, one] : arriving.messages) result.messages.push_back(std::move(one));
  arriving_.erase(key);
  if (whole) {
    result.bytes = std::move(**whole);
  } else {
    result.bytes = tl::unexpected(whole.error());
  }
  return result;
}

}  // namespace tichu::arena
