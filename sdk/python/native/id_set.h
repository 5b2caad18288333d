#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sdk/python/native/action_ids.h"

namespace tichu::training {

/// A set of action ids: one bit each, so that what is legal is asked, counted and walked in rising order without
/// sorting.
class IdSet {
 public:
  static constexpr std::size_t Words = (ActionIds::Count + 63) / 64;

  void clear() { words_.fill(0); }
  void insert(int id) { words_[static_cast<std::size_t>(id) >> 6] |= std::uint64_t{1} << (id & 63); }
  /// Inserts `count` ids from `first` on.
  void insert_range(int first, int count) {
    for (int id = first; id < first + count; ++id) insert(id);
  }
  /// Whether an id is in the set; any number may be asked.
  bool contains(std::int64_t id) const {
    if (id < 0 || id >= ActionIds::Count) return false;
    return ((words_[static_cast<std::size_t>(id) >> 6] >> (id & 63)) & 1) != 0;
  }
  int size() const {
    int count = 0;
    for (const std::uint64_t word : words_) count += std::popcount(word);
    return count;
  }
  /// The n-th lowest id, n from 0; the set must hold more than n.
  int nth(int n) const {
    for (std::size_t i = 0;; ++i) {
      const int here = std::popcount(words_[i]);
      if (n >= here) {
        n -= here;
        continue;
      }
      std::uint64_t word = words_[i];
      for (; n > 0; --n) word &= word - 1;
      return static_cast<int>(64 * i) + std::countr_zero(word);
    }
  }
  /// Calls `body(id)` for each id, rising.
  template <typename Body>
  void each(Body body) const {
    for (std::size_t i = 0; i < Words; ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        body(static_cast<int>(64 * i) + std::countr_zero(word));
      }
    }
  }
  const std::array<std::uint64_t, Words>& words() const { return words_; }

 private:
  std::array<std::uint64_t, Words> words_{};
};

}  // namespace tichu::training
