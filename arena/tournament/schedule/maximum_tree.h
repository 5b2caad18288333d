#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace tichu::arena {

/// The largest of many values, each of which may change: a tree of pairwise winners. A change takes the logarithm of
/// their number.
class MaximumTree {
 public:
  /// The value of an element without one.
  static constexpr double None = -std::numeric_limits<double>::infinity();

  /// There are so many elements from now on, at least as many as before; new ones have no value.
  void grow(std::size_t size) {
    if (size <= leaves_) return;
    std::vector<double> values = std::move(values_);
    const std::size_t before = leaves_;
    while (leaves_ < size) leaves_ = leaves_ == 0 ? 1 : 2 * leaves_;
    values_.assign(2 * leaves_, None);
    for (std::size_t i = 0; i < before; ++i) values_[leaves_ + i] = values[before + i];
    for (std::size_t node = leaves_; node-- > 1;) values_[node] = larger(node);
  }
  void set(std::size_t element, double value) {
    std::size_t node = leaves_ + element;
    if (values_[node] == value) return;
    values_[node] = value;
    while (node > 1) {
      node /= 2;
      const double above = larger(node);
      if (values_[node] == above) return;
      values_[node] = above;
    }
  }
  double largest() const {
    if (leaves_ == 0) return None;  // in a ?: clang-tidy takes an infinite constant for one that is out of range
    return values_[1];
  }
  /// Of equals the first. There must be one.
  std::size_t element_of_largest() const {
    std::size_t node = 1;
    while (node < leaves_) node = values_[2 * node] == values_[node] ? 2 * node : 2 * node + 1;
    return node - leaves_;
  }

 private:
  double larger(std::size_t node) const {
    return values_[2 * node] < values_[2 * node + 1] ? values_[2 * node + 1] : values_[2 * node];
  }

  std::size_t leaves_ = 0;      ///< a power of 2
  std::vector<double> values_;  ///< node 1 is the root; those below node n are 2n and 2n + 1
};

}  // namespace tichu::arena
