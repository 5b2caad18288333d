#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {

/// Where the ranges of user numbers that arenas use are locked. Only a root comes to it.
constexpr const char* RangeLocks = "/run/tichu-arena-users";

/// Whom bots become. The kernel counts pipes, waiting signals, threads and more by user, so that bots of one user would
/// have less if others took more, and could read that. A root gives each box a user number of its own, from a range
/// that no system hands out; in a container without those numbers all are nobody. Each object has a range of its own,
/// held by a lock on a file in RangeLocks, so that objects of one arena and of several share none. Several threads may
/// use it at once.
class UsersOfBoxes {
 public:
  /// A user that one box has until this object is gone, or none.
  class Lease {
   public:
    Lease() = default;
    /// `number`: of those that the arena gives out.
    Lease(UsersOfBoxes& from, std::size_t number, uid_t user) : from_(&from), number_(number), user_(user) {}
    Lease(Lease&& other) noexcept
        : from_(std::exchange(other.from_, nullptr)), number_(other.number_), user_(other.user_) {}
    Lease& operator=(Lease&& other) noexcept;
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { give_back(); }

    /// The user, with a group of the same number; nullopt if the bot stays who the arena is.
    std::optional<uid_t> user() const { return from_ == nullptr ? std::nullopt : std::optional(user_); }

   private:
    void give_back();

    UsersOfBoxes* from_ = nullptr;
    std::size_t number_ = 0;
    uid_t user_ = 0;
  };

  /// Finds out what this process may do, and takes a range. Throws std::runtime_error if no range is free, and
  /// std::system_error if RangeLocks cannot be used.
  UsersOfBoxes();

  /// The user of the next box. If users are different no other box on this machine has it; those given back are given
  /// out again as late as possible. This object must outlive the lease. Throws std::runtime_error if more boxes stand
  /// than there are numbers, which is more than tournaments may have.
  Lease take();
  /// Whether each box has a number of its own.
  bool are_different() const { return kind_ == Kind::Different; }

 private:
  enum class Kind : std::uint8_t { Arenas, Nobody, Different };

  Kind kind_ = Kind::Arenas;
  FileDescriptor range_lock_;  ///< while it is open the range is this object's, if users are different
  uid_t first_ = 0;            ///< of the range
  std::mutex mutex_;
  std::vector<bool> taken_;  ///< by number within the range
  std::size_t next_ = 0;
};

}  // namespace tichu::arena
