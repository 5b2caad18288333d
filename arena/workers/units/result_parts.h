#pragma once

#include <cstddef>
#include <cstdint>
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

/// Puts together the pieces of the result that a worker is sending, one after the other from the first. If one is lost,
/// the rest is dropped: a worker sends its result again until it is taken.
class ResultAssembly {
 public:
  /// Takes a piece. The whole's bytes if it is the last; nullopt as long as some are missing. The error says what is
  /// wrong with the whole: a digest that is not that of its bytes, or more bytes than a result may have.
  OrInputError<std::optional<std::string>> take(const ResultPart& part, const std::string& from);

 private:
  std::string digest_;  ///< of the result
  std::string bytes_;
  std::uint32_t next_ = 0;  ///< the number of the next piece
};

}  // namespace tichu::arena
