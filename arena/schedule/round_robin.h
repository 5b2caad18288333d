#pragma once

#include <cstddef>

#include "arena/schedule/schedule.h"

namespace tichu::arena {

/// Every entrant against every other over the same boards 0..boards-1. Pairing after pairing, so that a worker's bot
/// processes seldom change: job number = pairing * boards + board, the pairings being (0,1), (0,2), …, (1,2), ….
class RoundRobin : public Schedule {
 public:
  RoundRobin(std::size_t entrants, std::uint64_t boards);

  std::optional<Job> next() override;
  /// Results have no part in what comes next.
  void report(const Job& job, const BoardResult& result) override;
  std::uint64_t total() const override { return pairings_ * boards_; }

  /// Job `number`, which must be below total().
  Job job(std::uint64_t number) const;

 private:
  std::size_t entrants_;
  std::uint64_t boards_;
  std::uint64_t pairings_;
  std::uint64_t next_ = 0;
};

}  // namespace tichu::arena
