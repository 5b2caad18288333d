#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "arena/record/remark.h"
#include "engine/seat.h"

namespace tichu::arena {

/// What the bots of one round said about their decisions, as it will be recorded: within the bounds of a remark, and of
/// what a seat may say in a round, so that nobody fills the disk.
class RemarkLog {
 public:
  /// Of each seat: bytes of its texts, and 8 for each number. A remark with a value and ten choices has about 200.
  static constexpr std::size_t MostBytes = 16'384;

  /// Keeps what a seat said, or nothing where it has said too much already; whether something was kept. `after` is the
  /// number of the record's events when the seat was asked.
  bool add(Seat seat, Question question, std::size_t after, const Remark& said);
  /// Forgets the one that was kept last.
  void drop_last() { remarks_.pop_back(); }
  std::vector<RecordedRemark> take() { return std::move(remarks_); }

 private:
  std::vector<RecordedRemark> remarks_;
  PerSeat<std::size_t> bytes_;
};

}  // namespace tichu::arena
