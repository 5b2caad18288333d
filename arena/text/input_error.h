#pragma once

#include <string>
#include <tl/expected.hpp>

namespace tichu::arena {

/// What is wrong with what a user gave: a file, a flag or a command. For people.
struct InputError {
  /// Where it stands: "FILE:LINE:COLUMN", or the flag, such as "--bot".
  std::string where;
  /// The key or flag value concerned; empty if the whole is wrong.
  std::string key;
  /// What is wrong and what would be right, one sentence.
  std::string problem;

  /// Whether it is no mistake of the user: what was asked for is there, but damaged.
  bool damaged = false;

  /// Where, key and problem in one line.
  std::string text() const { return where + ": " + (key.empty() ? "" : key + ": ") + problem; }
};

template <typename T>
using OrInputError = tl::expected<T, InputError>;

}  // namespace tichu::arena
