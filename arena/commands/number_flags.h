#pragma once

#include <cstdint>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class Validator;
}

namespace tichu::arena {

/// For `Option::transform`: a whole number in decimal digits from `low` to `high`. CLI11 itself reads "-1" as a very
/// large number and "010" as eight; here leading zeros have no meaning.
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);

/// The same without bounds, such as for a seed.
CLI::Validator whole_number();

/// For `Option::check`: a number from `low` to `high`. NaN, which CLI::Range lets pass, is refused.
CLI::Validator number_within(double low, double high);

}  // namespace tichu::arena
