#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tichu::arena {

/// One measured figure.
struct BenchFigure {
  std::string name;  ///< such as "playout, 1 thread"
  double value = 0;
  std::string unit;  ///< such as "rounds/s", "ns", "bytes"
};

/// All figures of a run. `signature`, from the engine's benchmark, is a hash of every event of the first 10,000 rounds:
/// it must not depend on the compiler, the build type or the number of threads, and changes only with the rules, the
/// deals or the order of the generator.
struct BenchReport {
  std::vector<BenchFigure> figures;
  std::optional<std::uint64_t> signature;
};

/// A signature as 16 hexadecimal digits.
std::string signature_text(std::uint64_t signature);

/// The report for people, a line per figure.
std::string bench_text(const BenchReport& report);

/// The report as one JSON object, with a line end.
std::string bench_json(const BenchReport& report);

}  // namespace tichu::arena
