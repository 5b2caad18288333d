#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <optional>

namespace tichu::arena {

/// Whom bots become. The kernel counts pipes, waiting signals, threads and more by user, so that bots of one user would
/// have less if others took more, and could read that. A root gives each box a user number of its own, from a range
/// that no system hands out; in a container without that range all are nobody. Several threads may use it at once.
class UsersOfBoxes {
 public:
  /// Finds out what this process may do.
  UsersOfBoxes();

  /// The user of the next box, with a group of the same number; nullopt if bots stay who the arena is. None of the
  /// latest four thousand boxes of this arena has had the number, nor has one of another arena here.
  std::optional<uid_t> next();
  /// Whether each box has a number of its own.
  bool are_different() const { return kind_ == Kind::Different; }

 private:
  enum class Kind : std::uint8_t { Arenas, Nobody, Different };

  Kind kind_ = Kind::Arenas;
  std::atomic<std::uint32_t> given_ = 0;
};

}  // namespace tichu::arena
