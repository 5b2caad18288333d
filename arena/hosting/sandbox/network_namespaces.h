#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {

/// Empty network namespaces, in which not even the loopback is up: one for each box that runs. The kernel takes some
/// ten milliseconds to make and unmake one, so one whose box has ended serves the next: nothing is left in it, since
/// sockets end with their processes. A table's worth is kept while no box runs. Several threads may use it at once.
class NetworkNamespaces {
 public:
  /// The descriptors to enter, in this order: for an ordinary user the user namespace that owns the other, then the
  /// network namespace.
  using Entered = std::vector<FileDescriptor>;

  /// A namespace that one box has until this object is gone, or none.
  class Lease {
   public:
    Lease() = default;
    Lease(NetworkNamespaces& from, Entered entered) : from_(&from), entered_(std::move(entered)) {}
    Lease(Lease&& other) noexcept : from_(std::exchange(other.from_, nullptr)), entered_(std::move(other.entered_)) {}
    Lease& operator=(Lease&& other) noexcept;
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { give_back(); }

    const Entered& entered() const { return entered_; }

   private:
    void give_back();

    NetworkNamespaces* from_ = nullptr;
    Entered entered_;
  };

  /// Empty if the kernel refuses namespaces. Throws std::system_error. This object must outlive what it leases.
  Lease take();

 private:
  std::mutex mutex_;
  std::vector<Entered> free_;
  std::size_t taken_ = 0;
};

}  // namespace tichu::arena
