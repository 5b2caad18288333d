#include "arena/service/ladder/open_record.h"

#include <array>

#include "arena/hosting/match/board.h"
#include "arena/hosting/player/fault_texts.h"

namespace tichu::arena {
namespace {

std::string open_sentence(const std::string& kind, const std::string& text) {
  const auto known = from_text<FaultKind>(kind);
  return known ? open_sentence(*known, text) : text;
}

}  // namespace

void leave_out_words(Record& record, const std::function<bool(Seat)>& are_own) {
  std::erase_if(record.remarks, [&](const RecordedRemark& remark) { return !are_own(remark.seat); });
  for (RecordedFault& fault : record.faults) {
    if (!are_own(fault.seat)) fault.text = open_sentence(fault.kind, fault.text);
  }
  if (record.failure && record.failure->seat && !are_own(*record.failure->seat)) {
    record.failure->text = open_sentence(record.failure->kind, record.failure->text);
  }
}

std::string open_name(const std::optional<LadderVersion>& version, EntrantId entrant) {
  if (version && !version->hidden) return version->name();
  return "withdrawn-" + std::to_string(static_cast<unsigned>(entrant));
}

PerSeat<EntrantId> entrants_at(const Job& job, SeatingNumber seating) {
  std::array<Partnership, 2> teams;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto bot = static_cast<BotId>(job.entrants[side]);
    teams[side] = Partnership{{bot, bot}};
  }
  const PerSeat<BotId> bots = seating_of(teams, seating);
  PerSeat<EntrantId> entrants;
  for (const Seat seat : AllSeats) entrants[seat] = static_cast<EntrantId>(bots[seat]);
  return entrants;
}

}  // namespace tichu::arena
