#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
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

/// An argument that is a whole number, such as "12". Throws std::invalid_argument if it is another text, or too large.
template <typename Number = std::uint64_t>
Number whole_number(const std::string& argument) {
  Number number = 0;
  const char* end = argument.data() + argument.size();
  const auto read = std::from_chars(argument.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || number < 0) {
    throw std::invalid_argument("\"" + argument + "\" must be a whole number of at least 0 that is not too large");
  }
  return number;
}

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
