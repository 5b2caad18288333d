#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace tichu {

/// A list with room for `Capacity` values in place. Its room is not written before it is used, so that making an empty
/// list costs nothing. Copies copy the values that are there.
template <typename T, int Capacity>
class BoundedList {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  BoundedList() {}
  BoundedList(const BoundedList& other) { *this = other; }
  BoundedList& operator=(const BoundedList& other) {
    if (this != &other) std::uninitialized_copy_n(other.data(), other.size_, data());
    size_ = other.size_;
    return *this;
  }

  /// Adds a value; the list must not be full.
  void add(const T& value) {
    assert(size_ < Capacity);
    std::construct_at(data() + size_++, value);
  }
  /// Adds a default value and gives it, to be filled where it lies; the list must not be full.
  T& add() {
    assert(size_ < Capacity);
    return *std::construct_at(data() + size_++);
  }
  void clear() { size_ = 0; }
  /// Keeps the first values; or takes as present what was written through `data()`.
  void resize(int size) {
    assert(size >= 0 && size <= Capacity);
    size_ = size;
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return room_.values.data(); }
  const T* data() const { return room_.values.data(); }
  T& operator[](int index) { return room_.values[static_cast<std::size_t>(index)]; }
  const T& operator[](int index) const { return room_.values[static_cast<std::size_t>(index)]; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

 private:
  union Room {
    Room() {}
    std::array<T, Capacity> values;
  };

  int size_ = 0;
  Room room_;
};

}  // namespace tichu
