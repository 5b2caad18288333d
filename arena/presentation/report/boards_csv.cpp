#include "arena/presentation/report/boards_csv.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "arena/text/csv.h"

namespace tichu::arena {

std::string boards_csv_heading() {
  return "job,board,first,second,tables,rounds,first_points,second_points,margin,result,score,first_faults,second_"
         "faults"
         "\n";
}

std::string board_csv(const StoredBoard& board, const std::vector<Entrant>& entrants) {
  constexpr std::array<std::string_view, 3> Results{"lost", "drawn", "won"};
  std::array<int, 2> points{};
  for (const StoredRound& round : board.rounds) {
    for (std::size_t side = 0; side < 2; ++side) points[side] += round.score[side].value();
  }
  const auto name_of = [&](std::size_t side) {
    return csv_field(entrants.at(static_cast<std::size_t>(board.job.entrants[side])).name);
  };
  const BoardResult& result = board.result;
  return fmt::format("{},{},{},{},{},{},{},{},{:.4f},{},{},{},{}\n", board.job.number.value(), board.job.board.value(),
                     name_of(0), name_of(1), result.tables, board.rounds.size(), points[0], points[1],
                     result.margin + 0.0, Results.at(static_cast<std::size_t>(result.verdict)), result.score,
                     result.faults[0], result.faults[1]);
}

}  // namespace tichu::arena
