#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace tichu {

/// One of the two partnerships: A holds the seats 0 and 2, B the seats 1 and 3 (RULES 1.2).
enum class Team : std::uint8_t { A = 0, B = 1 };

constexpr Team opponent(Team team) { return team == Team::A ? Team::B : Team::A; }

/// A seat as another seat sees it: the places relative to one's own in the order of play.
enum class Side : std::uint8_t { Me = 0, Right = 1, Partner = 2, Left = 3 };

constexpr std::array<Side, 4> AllSides{Side::Me, Side::Right, Side::Partner, Side::Left};
constexpr std::array<Side, 3> OtherSides{Side::Right, Side::Partner, Side::Left};

/// A place at the table, 0..3 in the order of play (RULES 1.2).
class Seat {
 public:
  constexpr Seat() = default;
  constexpr explicit Seat(int number) : number_(static_cast<std::uint8_t>(number)) {
    assert(number >= 0 && number < 4);
  }
  constexpr int number() const { return number_; }
  /// The seat whose turn comes after this one: seat + 1.
  constexpr Seat next() const { return Seat((number_ + 1) & 3); }
  constexpr Seat partner() const { return Seat((number_ + 2) & 3); }
  constexpr Team team() const { return static_cast<Team>(number_ & 1); }
  /// Where this seat sits, seen from `viewer`.
  constexpr Side seen_from(Seat viewer) const { return static_cast<Side>((number_ - viewer.number_) & 3); }
  /// The seat that this one sees at `side`.
  constexpr Seat at(Side side) const { return Seat((number_ + static_cast<int>(side)) & 3); }
  friend constexpr auto operator<=>(Seat, Seat) = default;

 private:
  std::uint8_t number_ = 0;
};

constexpr std::array<Seat, 4> AllSeats{Seat(0), Seat(1), Seat(2), Seat(3)};

/// A set of seats.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  constexpr SeatSet(Seat seat) : bits_(static_cast<std::uint8_t>(1 << seat.number())) {}
  static constexpr SeatSet all() { return from_bits(15); }
  static constexpr SeatSet none() { return {}; }
  static constexpr SeatSet from_bits(int bits) {
    SeatSet set;
    set.bits_ = static_cast<std::uint8_t>(bits & 15);
    return set;
  }
  constexpr int bits() const { return bits_; }
  constexpr bool contains(Seat seat) const { return ((bits_ >> seat.number()) & 1) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr void insert(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ | (1 << seat.number())); }
  constexpr void erase(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ & ~(1 << seat.number())); }
  /// The seat of the set with the lowest number; the set must not be empty.
  constexpr Seat first() const {
    assert(!empty());
    return Seat(std::countr_zero(bits_));
  }
  friend constexpr SeatSet operator|(SeatSet a, SeatSet b) { return from_bits(a.bits_ | b.bits_); }
  friend constexpr SeatSet operator&(SeatSet a, SeatSet b) { return from_bits(a.bits_ & b.bits_); }
  friend constexpr SeatSet operator-(SeatSet a, SeatSet b) { return from_bits(a.bits_ & ~b.bits_); }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;

 private:
  std::uint8_t bits_ = 0;
};

/// One value for each seat.
template <typename T>
struct PerSeat {
  std::array<T, 4> values{};
  constexpr T& operator[](Seat seat) { return values[static_cast<std::size_t>(seat.number())]; }
  constexpr const T& operator[](Seat seat) const { return values[static_cast<std::size_t>(seat.number())]; }
  friend constexpr bool operator==(const PerSeat&, const PerSeat&) = default;
};

/// One value for each team.
template <typename T>
struct PerTeam {
  std::array<T, 2> values{};
  constexpr T& operator[](Team team) { return values[static_cast<std::size_t>(team)]; }
  constexpr const T& operator[](Team team) const { return values[static_cast<std::size_t>(team)]; }
  friend constexpr bool operator==(const PerTeam&, const PerTeam&) = default;
};

/// One value for each side, that is, for each seat as one's own seat sees it.
template <typename T>
struct PerSide {
  std::array<T, 4> values{};
  constexpr T& operator[](Side side) { return values[static_cast<std::size_t>(side)]; }
  constexpr const T& operator[](Side side) const { return values[static_cast<std::size_t>(side)]; }
  friend constexpr bool operator==(const PerSide&, const PerSide&) = default;
};

}  // namespace tichu
