#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tichu::arena {

/// How many times of each size there were. A time is known to a tenth: each power of two has four classes. Counts of
/// several rounds or tournaments add up.
class TimeCounts {
 public:
  void add(std::chrono::nanoseconds time) { ++counts_[class_of(time)]; }
  TimeCounts& operator+=(const TimeCounts& other);
  /// The time that `share` (0 to 1) of all do not exceed, to a tenth; 0 if there are none.
  std::chrono::nanoseconds quantile(double share) const;

  /// How many times there are in all.
  std::uint64_t total() const;

  /// The counts that are not 0, such as "17:3 18:40", by rising numbers of classes.
  std::string text() const;
  /// Reads what `text` writes; nullopt for any other text.
  static std::optional<TimeCounts> from(std::string_view text);

  friend bool operator==(const TimeCounts&, const TimeCounts&) = default;

 private:
  static constexpr int ClassesOfOctave = 4;
  /// All below 64 ns are one class: the clock is hardly finer.
  static constexpr int FirstOctave = 6;
  /// Above 2^42 ns, more than an hour, there are no limits of time, so that the last class takes the rest.
  static constexpr int LastOctave = 42;
  static constexpr std::size_t Classes = 1 + (LastOctave - FirstOctave) * ClassesOfOctave;

  static std::size_t class_of(std::chrono::nanoseconds time);
  /// The middle of a class.
  static std::chrono::nanoseconds time_of(std::size_t number);

  std::array<std::uint32_t, Classes> counts_{};
};

/// How long decisions took together. One that came too late counts with its limit.
struct TimeSums {
  std::uint64_t decisions = 0;
  std::chrono::nanoseconds total{0};
  std::chrono::nanoseconds longest{0};

  TimeSums& operator+=(const TimeSums& other);
};

/// How a bot spent its time on decisions, and how often it was asked again in them. It is twenty times as large as its
/// sums: keep those alone where nobody asks for the counts.
struct ThinkTime : TimeSums {
  TimeCounts counts;
  std::uint64_t retries = 0;  ///< after answers that were illegal or could not be read, and were no faults

  void add(std::chrono::nanoseconds time);
  ThinkTime& operator+=(const ThinkTime& other);
  /// As `TimeCounts::quantile`, never more than the longest.
  std::chrono::nanoseconds quantile(double share) const;
};

}  // namespace tichu::arena
