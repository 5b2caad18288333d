#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace tichu::arena {

/// Whom bots become. The kernel counts pipes, waiting signals, threads and more by user, so that bots of one user would
/// have less if others took more, and could read that. A root gives each box a user number of its own, from a range
/// that no system hands out; in a container without that range all are nobody. Several threads may use it at once.
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

  /// Finds out what this process may do.
  UsersOfBoxes();

  /// The user of the next box. If users are different no other box of this arena has it, nor one of another arena here;
  /// those given back are given out again as late as possible. This object must outlive the lease. Throws
  /// std::runtime_error if more boxes stand than there are numbers, which is more than tournaments may have.
  Lease take();
  /// Whether each box has a number of its own.
  bool are_different() const { return kind_ == Kind::Different; }

 private:
  enum class Kind : std::uint8_t { Arenas, Nobody, Different };

  Kind kind_ = Kind::Arenas;
  std::mutex mutex_;
  std::vector<bool> taken_;  ///< by number within this arena's range, if users are different
  std::size_t next_ = 0;
};

}  // namespace tichu::arena
