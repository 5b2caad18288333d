#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/statistics/sequential/test_measure.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// Who meets whom.
enum class ScheduleKind : std::uint8_t {
  RoundRobin,  ///< everyone everyone
  Gauntlet,    ///< candidates the field
  Swiss,       ///< those of about the same standing, round by round
  Knockout,    ///< who loses is out
  Mixed,       ///< every bot with every other as partner
  Ladder,      ///< without end, whatever tells most; entrants come and go
};

constexpr std::array<std::string_view, 6> words_of(ScheduleKind) {
  return {"round-robin", "gauntlet", "swiss", "knockout", "mixed", "ladder"};
}

/// Rounds of a Swiss tournament; more than this are a slip of the keyboard.
constexpr std::int64_t MaxSwissRounds = 10'000;

/// What schedules may be told.
struct ScheduleConfig {
  ScheduleKind kind = ScheduleKind::RoundRobin;
  std::vector<std::string> candidates;  ///< names of a gauntlet's; none: the first entrant
  std::optional<std::uint64_t> rounds;  ///< of Swiss, at least 1; nullopt: by the number of entrants
  std::optional<std::uint64_t> limit;   ///< of a ladder: boards in all, at least 1; nullopt: until it is stopped
  /// Of a ladder: whose a bot is, by its name; others are nobody's.
  std::map<std::string, std::string> owners = {};
  /// Names of those whom a gauntlet's candidates meet; none: all that are not candidates.
  std::vector<std::string> opponents = {};
  friend bool operator==(const ScheduleConfig&, const ScheduleConfig&) = default;
};

/// What a tournament is asked that is a sequential test and stops by itself (arena/statistics/sequential/README.md).
struct TestConfig {
  TestMeasure measure = TestMeasure::Points;
  double first = 0;     ///< "not stronger": by no more than this, in points per round or Elo
  double second = 2;    ///< "stronger": by this
  double alpha = 0.05;  ///< chance to accept if the first holds
  double beta = 0.05;   ///< chance to reject if the second holds
  /// Of a test over a pool: the folder of a stored tournament whose boards of the second bot are taken as they are.
  std::optional<std::filesystem::path> baseline = std::nullopt;
  friend bool operator==(const TestConfig&, const TestConfig&) = default;
};

}  // namespace tichu::arena
