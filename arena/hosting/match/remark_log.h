#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "arena/record/remark.h"
#include "engine/seat.h"

namespace tichu::arena {

/// At least the bytes that a remark takes in the store before it is compressed: its texts, 10 for each number, 24 for
/// the rest. One with a value and ten choices has about 200.
std::size_t stored_bytes(const Remark& remark);

/// What the bots of one round said about their decisions, as it will be recorded: within the bounds of a remark, and of
/// what a seat may say in a round and in all rounds of a table, so that nobody fills the disk.
class RemarkLog {
 public:
  /// Of each seat, in stored_bytes.
  static constexpr std::size_t MostBytesOfRound = 16'384;
  static constexpr std::size_t MostBytesOfTable = 64 * MostBytesOfRound;

  /// `said`: what the seats said in the table's rounds before this one, in stored_bytes.
  explicit RemarkLog(const PerSeat<std::size_t>& said);

  /// Keeps what a seat said, unless it has said too much already. Returns whether something was kept. `after` is the
  /// number of recorded actions when the seat was asked.
  bool add(Seat seat, Question question, std::size_t after, const Remark& said);
  std::vector<RecordedRemark> take() { return std::move(remarks_); }

 private:
  std::vector<RecordedRemark> remarks_;
  PerSeat<std::size_t> left_;
};

}  // namespace tichu::arena
