#pragma once

#include <cstddef>
#include <cstdint>

#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/schedule/tested_boards.h"

namespace tichu::arena {

/// Boards 0, 1, 2, … until a sequential test is over. The test takes results in the order of boards. A board is given
/// out once the boards that come long enough before it have not ended the test. So the same boards are played on any
/// number of threads, and at most BoardsAhead - 1 of them, with a pool PoolBoardsAhead - 1, do not count.
///
/// Over a pool, boards are given out in blocks, pairing after pairing, so that programs are seldom started anew.
class SequentialSchedule : public Schedule {
 public:
  /// More tables at a time would wait for each other.
  static constexpr std::uint64_t BoardsAhead = 64;
  static constexpr std::uint64_t PoolBlock = 16;
  static constexpr std::uint64_t PoolBoardsAhead = 2 * PoolBlock;

  explicit SequentialSchedule(const SequentialPlan& plan, std::size_t opponents = 0);

  std::variant<Job, NoJob> next() override;
  void report(const Job& job, const BoardResult& result) override;
  /// The plan's limit of boards, times the pairings of each.
  std::optional<std::uint64_t> total() const override;
  std::vector<ExpectedTotal> expected() const override;

 private:
  /// Whether the next block may begin; NoJob says why not.
  std::optional<NoJob> hindrance();

  TestedBoards boards_;
  std::uint64_t block_;
  std::uint64_t ahead_;
  std::uint64_t begun_ = 0;   ///< boards of all blocks before the present one
  std::uint64_t within_ = 0;  ///< boards of the present block
  std::uint64_t given_ = 0;   ///< jobs of the present block
  std::uint64_t next_ = 0;    ///< the next job's number
};

}  // namespace tichu::arena
