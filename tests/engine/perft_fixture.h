#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/perft.h"
#include "engine/position.h"

namespace tichu::test {

/// A position in which a clause of the rules decides the counts, and the counts (engine/PERFT.md has the format).
struct PerftFixture {
  std::string clause;  ///< such as "7.3"
  std::string name;    ///< what the clause says there
  Position position;
  std::vector<PerftCount> counts;  ///< of depth 1, 2, …
};

/// Reads a file of fixtures. Throws std::runtime_error, with the line, if it is not one.
std::vector<PerftFixture> read_perft_fixtures(const std::string& path);

}  // namespace tichu::test
