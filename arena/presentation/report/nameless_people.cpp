#include "arena/presentation/report/nameless_people.h"

namespace tichu::arena {

NamelessPeople::NamelessPeople(const TournamentConfig& config) : config_(config) {
  config_.name.clear();
  for (BotSpec& bot : config_.bots) {
    if (bot.kind != BotKind::Person) continue;
    const std::string number = std::to_string(names_.size() + 1);
    bot.name = names_.emplace(bot.name, "person-" + number).first->second;
  }
  for (PairSpec& pair : config_.pairs) {
    const auto& [first, second] = pair.bots;
    pair.name = config_.bots[first].name + "+" + config_.bots[second].name;
  }
}

StoredBoard NamelessPeople::without_names(StoredBoard board) const {
  std::erase_if(board.rounds, [](const StoredRound& round) { return round.record.people.empty(); });
  for (StoredRound& round : board.rounds) {
    Record& record = round.record;
    record.tournament.reset();
    if (!record.bots) continue;
    for (const Seat seat : record.people) {
      std::string& name = record.bots->at(static_cast<std::size_t>(seat.number()));
      const auto found = names_.find(name);
      name = found == names_.end() ? "person" : found->second;
    }
  }
  return board;
}

}  // namespace tichu::arena
