#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// A result in pieces that a broker takes (units::Part): compressed if that is worth it, and with a digest of the
/// whole, so that no piece of another result, and no result whose bytes changed on the way, is ever taken for it. One
/// piece if it is small. Throws std::length_error if it is more than MostResultBytes.
std::vector<std::string> result_parts(const units::UnitResult& result);

/// Puts together the pieces of the result that a worker is sending, one after the other from the first. If one is lost,
/// the rest is dropped: a worker sends its result again until it is taken.
class ResultAssembly {
 public:
  /// Takes a piece. The result if it is the last; nullopt as long as some are missing. The error says what is wrong with
  /// the whole: a digest that is not that of its bytes, more bytes than a result may have, or no result.
  OrInputError<std::optional<units::UnitResult>> take(const units::Part& part, const std::string& from);

 private:
  std::string digest_;  ///< of the result
  std::string bytes_;
  std::uint32_t next_ = 0;  ///< the number of the next piece
};

}  // namespace tichu::arena
