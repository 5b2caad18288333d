#pragma once

#include <compare>
#include <cstdint>

namespace tichu {

/// Points of cards, tricks, calls and scores (RULES 2.2, 8). A round's score lies in -425..400.
class Points {
 public:
  constexpr Points() = default;
  constexpr explicit Points(int value) : value_(value) {}
  constexpr int value() const { return value_; }

  constexpr Points& operator+=(Points other) {
    value_ += other.value_;
    return *this;
  }
  constexpr Points& operator-=(Points other) {
    value_ -= other.value_;
    return *this;
  }
  friend constexpr Points operator+(Points a, Points b) { return Points(a.value_ + b.value_); }
  friend constexpr Points operator-(Points a, Points b) { return Points(a.value_ - b.value_); }
  friend constexpr Points operator-(Points a) { return Points(-a.value_); }
  friend constexpr auto operator<=>(Points, Points) = default;

 private:
  std::int32_t value_ = 0;
};

}  // namespace tichu
