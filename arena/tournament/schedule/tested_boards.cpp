#include "arena/tournament/schedule/tested_boards.h"

#include <cassert>
#include <limits>
#include <utility>

namespace tichu::arena {
namespace {

constexpr EntrantId New{0};
constexpr EntrantId Old{1};
constexpr std::size_t FirstOpponent = 2;

/// NEW comes before OLD against each opponent, so that a bot that is started for one is needed again soon.
std::vector<Pairing> pairings_of(std::size_t opponents) {
  if (opponents == 0) return {{New, Old}};
  std::vector<Pairing> pairings;
  for (std::size_t i = 0; i < opponents; ++i) {
    const auto opponent = static_cast<EntrantId>(FirstOpponent + i);
    pairings.push_back({New, opponent});
    pairings.push_back({Old, opponent});
  }
  return pairings;
}

}  // namespace

SequentialPlan sequential_plan(const TournamentConfig& config) {
  const TestConfig test = config.test.value_or(TestConfig{});
  SequentialPlan plan;
  plan.measure = test.measure;
  plan.first = test.first;
  plan.second = test.second;
  plan.errors = {test.alpha, test.beta};
  plan.max_boards = config.boards;
  plan.tables = table_count(config.seatings);
  return plan;
}

std::size_t pool_size(const TournamentConfig& config) {
  return config.bots.size() > FirstOpponent ? config.bots.size() - FirstOpponent : 0;
}

TestedBoards::TestedBoards(const SequentialPlan& plan, std::size_t opponents)
    : test_(plan), pairings_(pairings_of(opponents)), opponents_(opponents) {}

void TestedBoards::add(const Job& job, const BoardResult& result) {
  Waiting& board = waiting_[job.board];
  board.jobs += 1;
  if (opponents_ == 0) {
    board.result = result;
    return;
  }
  board.opponents.resize(opponents_);
  const auto opponent = static_cast<std::size_t>(job.entrants[1]) - FirstOpponent;
  assert(opponent < opponents_);
  (job.entrants[0] == New ? board.opponents[opponent].of_new : board.opponents[opponent].of_old) = result;
}

bool TestedBoards::advance_to(std::uint64_t boards) {
  while (taken_ < boards) {
    const auto found = waiting_.find(BoardNumber(taken_));
    if (found == waiting_.end() || found->second.jobs < pairings_.size()) return false;
    Waiting& board = found->second;
    if (!test_.is_over()) {
      counted_.push_back(opponents_ == 0 ? board.result : pool_difference(board.opponents));
      test_.add(counted_.back());
      if (opponents_ > 0) counted_by_opponent_.push_back(std::move(board.opponents));
    }
    waiting_.erase(found);
    ++taken_;
  }
  return true;
}

void TestedBoards::advance() { advance_to(std::numeric_limits<std::uint64_t>::max()); }

}  // namespace tichu::arena
