#include "arena/hosting/match/think_time_counts.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <numeric>

namespace tichu::arena {

std::size_t TimeCounts::class_of(std::chrono::nanoseconds time) {
  const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
  if (count < (1ULL << FirstOctave)) return 0;
  const int octave = static_cast<int>(std::bit_width(count)) - 1;
  const auto quarter = (count >> (octave - 2)) & (ClassesOfOctave - 1);
  const std::size_t number = 1 + static_cast<std::size_t>(octave - FirstOctave) * ClassesOfOctave + quarter;
  return std::min(number, Classes - 1);
}

std::chrono::nanoseconds TimeCounts::time_of(std::size_t number) {
  if (number == 0) return std::chrono::nanoseconds((std::int64_t{1} << FirstOctave) / 2);
  const auto octave = FirstOctave + static_cast<int>((number - 1) / ClassesOfOctave);
  const auto quarter = static_cast<std::int64_t>((number - 1) % ClassesOfOctave);
  const std::int64_t width = std::int64_t{1} << (octave - 2);
  return std::chrono::nanoseconds((std::int64_t{1} << octave) + quarter * width + width / 2);
}

TimeCounts& TimeCounts::operator+=(const TimeCounts& other) {
  for (std::size_t i = 0; i < Classes; ++i) counts_[i] += other.counts_[i];
  return *this;
}

std::uint64_t TimeCounts::total() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

std::chrono::nanoseconds TimeCounts::quantile(double share) const {
  const std::uint64_t all = total();
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(all)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < Classes; ++i) {
    seen += counts_[i];
    if (seen > 0 && seen >= wanted) return time_of(i);
  }
  return std::chrono::nanoseconds(0);
}

std::string TimeCounts::text() const {
  std::string text;
  for (std::size_t i = 0; i < Classes; ++i) {
    if (counts_[i] == 0) continue;
    text += (text.empty() ? "" : " ") + std::to_string(i) + ":" + std::to_string(counts_[i]);
  }
  return text;
}

std::optional<TimeCounts> TimeCounts::from(std::string_view text) {
  TimeCounts read;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    std::size_t number = 0;
    std::uint32_t count = 0;
    auto parsed = std::from_chars(at, end, number);
    if (parsed.ec != std::errc{} || parsed.ptr == end || *parsed.ptr != ':' || number >= Classes) return std::nullopt;
    parsed = std::from_chars(parsed.ptr + 1, end, count);
    if (parsed.ec != std::errc{} || (parsed.ptr != end && *parsed.ptr != ' ')) return std::nullopt;
    read.counts_[number] = count;
    at = parsed.ptr == end ? end : parsed.ptr + 1;
  }
  return read;
}

void ThinkTime::add(std::chrono::nanoseconds time) {
  ++decisions;
  total += time;
  longest = std::max(longest, time);
  counts.add(time);
}

TimeSums& TimeSums::operator+=(const TimeSums& other) {
  decisions += other.decisions;
  total += other.total;
  longest = std::max(longest, other.longest);
  return *this;
}

ThinkTime& ThinkTime::operator+=(const ThinkTime& other) {
  TimeSums::operator+=(other);
  counts += other.counts;
  retries += other.retries;
  return *this;
}

std::chrono::nanoseconds ThinkTime::quantile(double share) const { return std::min(counts.quantile(share), longest); }

}  // namespace tichu::arena
