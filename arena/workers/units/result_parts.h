#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/text/input_error.h"
#include "arena/workers/units/unit.h"

namespace tichu::arena {

/// An encoded result in pieces that a broker takes, each a message: compressed if that is worth it, and with a digest
/// of the whole, so that no piece of another result, and no result whose bytes changed on the way, is ever taken for
/// it. One piece if it is small. Throws std::length_error if it is more than MostResultBytes.
std::vector<std::string> result_parts(const UnitResult& result);

/// A piece as its message says.
struct ResultPart {
  UnitId id;
  std::uint32_t part = 0;  ///< from 0
  std::uint32_t parts = 1;
  std::string digest;  ///< 16 bytes
  std::string bytes;
};

OrInputError<ResultPart> decode_part(std::string_view bytes, const std::string& from);

/// Puts together the pieces of the result that a worker is sending, in whatever order they come and however often. A
/// piece of another result begins that one, and what has come of the former is forgotten.
class ResultAssembly {
 public:
  /// Takes a piece. The whole's bytes once all are there (again whenever one comes after that); nullopt as long as some
  /// are missing. The error says what is wrong with the whole: a digest that is not that of its bytes, more bytes than
  /// a result may have, two pieces of the same number. After an error the assembly is empty, and begins anew.
  OrInputError<std::optional<std::string>> take(ResultPart part, const std::string& from);

  /// Bytes that it holds.
  std::size_t bytes() const { return held_; }

 private:
  std::optional<ResultPart> first_;  ///< without its bytes
  std::map<std::uint32_t, std::string> pieces_;
  std::size_t held_ = 0;
};

}  // namespace tichu::arena
