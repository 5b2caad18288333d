#include "arena/tournament/store/placed_record.h"

#include <array>
#include <string>

namespace tichu::arena {

void place_record(Record& record, const TournamentConfig& config, const RoundPlace& place) {
  record.tournament = config.name;
  record.job = place.job;
  record.board = place.board;
  record.seating = place.seating;
  record.round = place.round;
  record.seed = known_seed(config, place.job);
  record.people.clear();
  std::array<std::string, 4>& names = record.bots.emplace();
  for (const Seat seat : AllSeats) {
    const BotSpec& bot = config.bots.at(static_cast<std::size_t>(place.bots[seat]));
    names[static_cast<std::size_t>(seat.number())] = bot.name;
    if (bot.kind == BotKind::Person) record.people.push_back(seat);
  }
  record.rules = config.rules;
}

}  // namespace tichu::arena
