#include "arena/tournament/play/verify_stored_board.h"

#include <fmt/format.h>

#include "arena/hosting/match/board_judgement.h"
#include "arena/hosting/match/play_board.h"
#include "arena/record/verdict.h"
#include "arena/statistics/rating/board_result.h"
#include "engine/deal.h"

namespace tichu::arena {
namespace {

/// What the teams get by the round's record; nullopt if that does not say it.
std::optional<PerTeam<Points>> score_of(const Record& record) {
  if (!record.failure) return record.result ? record.result->score : std::nullopt;
  if (!record.failure->seat) return std::nullopt;
  return forfeit_score(record.failure->seat->team());
}

/// As much of the round as decides a board.
RoundOutcome outcome_of(const StoredRound& round) {
  RoundOutcome outcome;
  outcome.score[team_of(0, round.seating)] = round.score[0];
  outcome.score[team_of(1, round.seating)] = round.score[1];
  outcome.record.failure = round.record.failure;
  outcome.record.faults = round.record.faults;
  return outcome;
}

std::string text_of(const BoardResult& result) {
  return fmt::format("margin {:.2f}, verdict {}, score {}, faults {} and {}, {} tables, spread {:.2f}", result.margin,
                     static_cast<int>(result.verdict), result.score, result.faults[0], result.faults[1], result.tables,
                     result.table_spread);
}

bool are_equal(const BoardResult& a, const BoardResult& b) {
  return a.margin == b.margin && a.verdict == b.verdict && a.score == b.score && a.faults == b.faults &&
         a.tables == b.tables && a.table_spread == b.table_spread;
}

std::optional<std::string> flaw_of(const StoredRound& round) {
  const Verdict verdict = judge_record({round.record, std::nullopt});
  if (!verdict.ok()) return to_text(verdict);
  const std::optional<PerTeam<Points>> score = score_of(round.record);
  if (!score) return "its record tells no score";
  const Points first = (*score)[team_of(0, round.seating)];
  const Points second = (*score)[team_of(1, round.seating)];
  if (round.score[0] == first && round.score[1] == second) return std::nullopt;
  return fmt::format("the score is said to be {} to {}, but it is {} to {}", round.score[0].value(),
                     round.score[1].value(), first.value(), second.value());
}

}  // namespace

std::vector<BoardFlaw> verify_stored_board(const StoredBoard& board, bool game) {
  std::vector<BoardFlaw> flaws;
  BoardOutcome outcome;
  for (const StoredRound& round : board.rounds) {
    if (auto flaw = flaw_of(round)) flaws.push_back({round.seating, round.number, std::move(*flaw)});
    if (outcome.tables.empty() || outcome.tables.back().seating != round.seating) {
      outcome.tables.emplace_back().seating = round.seating;
    }
    outcome.tables.back().rounds.push_back(outcome_of(round));
  }
  if (outcome.tables.empty()) {
    flaws.push_back({std::nullopt, std::nullopt, "there are no rounds"});
    return flaws;
  }
  const BoardResult result = judge_board(outcome, game);
  if (!are_equal(result, board.result)) {
    flaws.push_back(
        {std::nullopt, std::nullopt,
         "the result is said to be " + text_of(board.result) + ", but by its rounds it is " + text_of(result)});
  }
  return flaws;
}

std::vector<BoardFlaw> verify_deals(const StoredBoard& board, std::optional<std::uint64_t> seed, bool game) {
  BoardSpec spec;
  spec.board = board.job.board;
  spec.game = game;
  std::vector<BoardFlaw> flaws;
  for (const StoredRound& round : board.rounds) {
    const std::uint64_t expected = deal_index(spec, round.number);
    if (round.record.deal_index != expected) {
      const std::string found =
          round.record.deal_index ? "deal " + std::to_string(*round.record.deal_index) : "no deal";
      flaws.push_back(
          {round.seating, round.number,
           "its cards are said to be " + found + " of the seed, but its board has deal " + std::to_string(expected)});
    } else if (seed && round.record.deal != deal(*seed, expected)) {
      flaws.push_back({round.seating, round.number,
                       "its cards are not those of deal " + std::to_string(expected) + " of the seed that was told"});
    }
  }
  return flaws;
}

}  // namespace tichu::arena
