#include "arena/presentation/page_data/board_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "arena/presentation/page_data/kept_analysis.h"
#include "arena/presentation/page_data/replay_json.h"

namespace tichu::arena {
namespace {

/// The analysis of a round; null if there is none.
const RoundAnalysis* analysis_of(const std::vector<RoundAnalysis>& analyses, const StoredRound& round) {
  const auto found = std::find_if(analyses.begin(), analyses.end(), [&](const RoundAnalysis& analysis) {
    return analysis.seating == round.seating && analysis.round == round.number;
  });
  return found == analyses.end() ? nullptr : &*found;
}

std::string table_json(const StoredBoard& board, SeatingNumber seating, const std::vector<RoundAnalysis>& analyses) {
  std::string text = fmt::format("{{\"seating\":{},\"rounds\":[", seating.value());
  bool first = true;
  for (const StoredRound& round : board.rounds) {
    if (round.seating != seating) continue;
    if (!first) text += ',';
    first = false;
    text += fmt::format("{{\"points\":[{},{}],\"replay\":{}}}", round.score[0].value(), round.score[1].value(),
                        replay_json(round.record, analysis_of(analyses, round)));
  }
  return text + "]}";
}

}  // namespace

std::string board_json(const StoredBoard& board, const std::vector<RoundAnalysis>& analyses) {
  std::string text = fmt::format(
      "{{\"job\":{},\"board\":{},\"entrants\":[{},{}],\"margin\":{:.2f},\"verdict\":{},\"faults\":[{},{}],\"tables\":[",
      board.job.number.value(), board.job.board.value(), static_cast<int>(board.job.entrants[0]),
      static_cast<int>(board.job.entrants[1]), board.result.margin, static_cast<int>(board.result.verdict),
      board.result.faults[0], board.result.faults[1]);
  std::optional<SeatingNumber> last;
  for (const StoredRound& round : board.rounds) {
    if (round.seating == last) continue;
    if (last) text += ',';
    last = round.seating;
    text += table_json(board, round.seating, analyses);
  }
  return text + "]}";
}

std::optional<std::string> board_json(const Tournament& tournament, JobNumber job, const AnalysesOf& otherwise) {
  const std::optional<StoredBoard> board = tournament.board(job);
  if (!board) return std::nullopt;
  try {
    std::vector<RoundAnalysis> analyses = kept_analyses(tournament.folder(), job);
    if (analyses.empty() && otherwise) analyses = otherwise(*board);
    return board_json(*board, analyses);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(to_text(DamagedJob{job, board->job.board, error.what()}));
  }
}

}  // namespace tichu::arena
