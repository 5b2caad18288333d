#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/analysis/round_analysis.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// A round that a person played.
struct OwnRound {
  Record record;
  std::optional<Record> house;            ///< of the same cards by the house's pair, if it has played them to the end
  std::optional<RoundAnalysis> analysis;  ///< in which the person's decisions are judged
};

/// A table of people that is kept. Who sits at seat 0 is the person whose boards these are.
struct OwnTable {
  std::string name;  ///< of its folder
  std::array<std::string, 4> names;
  bool is_game = false;
  bool is_coached = false;
  std::size_t people = 1;
  std::int64_t stored = 0;       ///< when something was last stored, in seconds since 1970
  std::vector<OwnRound> rounds;  ///< by job and round

  /// Whether its rounds count: the person was alone with bots, and nobody helped.
  bool counts() const { return people == 1 && !is_coached; }
};

/// The tables of a folder of results, the oldest first. Tables that cannot be read are passed over, and rounds of
/// damaged boards.
std::vector<OwnTable> read_own_tables(const std::filesystem::path& results);

/// One of them; nullopt if there is none of this name.
std::optional<OwnTable> read_own_table(const std::filesystem::path& results, const std::string& name);

}  // namespace tichu::arena
