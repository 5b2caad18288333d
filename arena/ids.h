#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>

namespace tichu::arena {

/// A bot's number in its tournament's list of bots.
enum class BotId : std::uint16_t {};

/// The number of a bot or pair in its tournament's list of entrants.
enum class EntrantId : std::uint16_t {};

/// Two bots that play as partners; the first sits at the lower seat number. Both are the same in a plain round robin.
struct Partnership {
  std::array<BotId, 2> bots{};
  friend auto operator<=>(const Partnership&, const Partnership&) = default;
};

/// The number of a `Thing`, from 0. Numbers of different things are different types, so that nobody can swap them.
template <typename Thing>
class NumberOf {
 public:
  constexpr NumberOf() = default;
  /// `value` is not negative.
  constexpr explicit NumberOf(std::integral auto value) : value_(static_cast<std::uint64_t>(value)) {
    assert(std::cmp_greater_equal(value, 0));
  }
  constexpr std::uint64_t value() const { return value_; }
  friend constexpr auto operator<=>(NumberOf, NumberOf) = default;

  /// In decimal digits.
  friend std::string to_string(NumberOf number) { return std::to_string(number.value_); }
  /// As a number in JSON: the hook of nlohmann's library.
  template <typename Json>
  friend void to_json(Json& json, NumberOf number) {
    json = number.value_;
  }
  /// As a number on a stream.
  template <typename Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, NumberOf number) {
    return stream << number.value_;
  }

 private:
  std::uint64_t value_ = 0;
};

/// A job of a tournament, in the order in which its schedule gives them out.
using JobNumber = NumberOf<struct JobTag>;
/// A board of a pairing. Boards with the same number have the same cards in all pairings.
using BoardNumber = NumberOf<struct BoardTag>;
/// A seating of a board, 0 to 3: one of its tables.
using SeatingNumber = NumberOf<struct SeatingTag>;
/// A round at its table.
using RoundNumber = NumberOf<struct RoundTag>;

}  // namespace tichu::arena
