#include "arena/presentation/report/boards_csv.h"

#include <fmt/format.h>

#include <array>

#include "arena/text/csv.h"

namespace tichu::arena {

BoardsCsv::BoardsCsv(const TournamentConfig& config) {
  const auto name_of = [&](BotId bot) { return csv_field(config.bots[static_cast<std::size_t>(bot)].name); };
  bool has_partnerships = false;
  for (const Entrant& entrant : entrants_of(config)) {
    const auto& [bot, partner] = entrant.bots.bots;
    names_.push_back(csv_field(entrant.name));
    teams_.push_back(name_of(bot) + "," + name_of(partner));
    has_partnerships = has_partnerships || bot != partner;
  }
  if (!has_partnerships) teams_.clear();
}

std::string BoardsCsv::heading() const {
  const char* teams = teams_.empty() ? "" : ",first_bot,first_partner,second_bot,second_partner";
  return fmt::format(
      "job,board,first,second,tables,rounds,first_points,second_points,margin,result,score,first_faults,second_faults"
      "{}\n",
      teams);
}

std::string BoardsCsv::row(const StoredBoard& board) const {
  std::array<int, 2> points{};
  for (const StoredRound& round : board.rounds) {
    for (std::size_t side = 0; side < 2; ++side) points[side] += round.score[side].value();
  }
  const auto entrant = [&](std::size_t side) { return static_cast<std::size_t>(board.job.entrants[side]); };
  const BoardResult& result = board.result;
  const double margin = result.margin + 0.0;
  // Teams are rated from these numbers, so none of the margin's digits is missing.
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}{}\n", board.job.number.value(), board.job.board.value(),
                     names_.at(entrant(0)), names_.at(entrant(1)), result.tables, board.rounds.size(), points[0],
                     points[1], teams_.empty() ? fmt::format("{:.4f}", margin) : fmt::format("{}", margin),
                     to_text(result.verdict), result.score, result.faults[0], result.faults[1],
                     teams_.empty() ? "" : "," + teams_.at(entrant(0)) + "," + teams_.at(entrant(1)));
}

}  // namespace tichu::arena
