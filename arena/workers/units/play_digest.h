#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "arena/ids.h"
#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// What is compared of two plays of a board. It depends on nothing but the board's bots, unless the machine may have
/// caused a fault.
struct BoardDigest {
  /// 16 bytes over actions, faults, and the decisions that bots remarked on; what a remark says may depend on the
  /// clock. With a machine's fault: over the bots that were late, used too much, ended or did not start.
  std::string bytes;
  /// Whether a busy or broken machine may be the cause of one of the board's faults.
  bool has_machine_fault = false;
  friend bool operator==(const BoardDigest&, const BoardDigest&) = default;
};

BoardDigest play_digest(const FinishedJob& board);

/// Whether two plays of a board differ. They are not compared if one of them has a machine's fault.
bool differ(const BoardDigest& one, const BoardDigest& other);

/// The indices of the boards that differ in two plays of a unit.
std::vector<std::size_t> differences(const std::vector<BoardDigest>& one, const std::vector<BoardDigest>& other);

/// The bots that may be the first to have answered differently in two plays of a board on the same machine; empty if
/// the plays are equal. `teams`: of the board.
std::set<BotId> differing_bots(const std::array<Partnership, 2>& teams, const FinishedJob& one,
                               const FinishedJob& other);

}  // namespace tichu::arena
