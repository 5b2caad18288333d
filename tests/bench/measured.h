#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace tichu::testing {

/// The mean of what was added.
struct Mean {
  double sum = 0;
  double squares = 0;
  double count = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
    count += 1;
  }
  double value() const { return sum / count; }
  /// Half of its 95 % interval; what was added is independent of each other.
  double error() const { return 1.96 * std::sqrt(std::max(0.0, squares / count - value() * value()) / count); }
};

/// The `main` of a program `name`: what `run` returns of its arguments; 1 if that throws, which is told on standard
/// error.
inline int run_main(const char* name, int (*run)(const std::vector<std::string>&), int count, char** arguments) {
  try {
    return run({arguments + 1, arguments + count});
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "%s: %s\n", name, fault.what());
    return 1;
  }
}

}  // namespace tichu::testing
