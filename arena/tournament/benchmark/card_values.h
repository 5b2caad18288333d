#pragma once

#include <functional>
#include <optional>

#include "arena/tournament/benchmark/card_boards.h"

namespace tichu::arena {

/// Points per round, with half the 95 % interval; nullopt if the boards do not tell it.
struct CardValue {
  double points = 0;
  std::optional<double> error95;
};

/// A value as faults fell, and with substitutes in the place of a bot at fault.
struct CardValues {
  CardValue with_faults;
  CardValue without_faults;
};

/// Over the boards that `counts` takes. Errors are those of means over board numbers.
CardValues values_of(const MeasuredBoards& measured, const std::function<bool(const MeasuredBoard&)>& counts);
/// Over the boards against an opponent.
CardValues values_against(const MeasuredBoards& measured, std::size_t opponent);

}  // namespace tichu::arena
