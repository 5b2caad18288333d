#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/points.h"

namespace tichu {

/// What happens when both teams reach the target with equal totals (RULES 9.1).
enum class TieRule : std::uint8_t { PlayOn, Draw };

/// The options of RULES 10. A default-made value is the preset `standard`.
struct Rules {
  bool partners_may_both_call_grand = true;
  bool tichu_before_push = true;
  bool bomb_ignores_wish = false;
  bool dragon_only_to_seat_with_cards = false;
  TieRule tie = TieRule::PlayOn;
  Points target{1000};
  friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

/// A named set of option values (RULES 10).
struct Preset {
  std::string_view name;
  Rules rules;
};

/// The five presets: standard, house, online, sheet, gravon, in this order.
const std::array<Preset, 5>& presets();
/// The preset of that name, or nothing.
std::optional<Rules> preset(std::string_view name);
/// The name of the first preset with exactly these values, or "custom".
std::string_view preset_name(const Rules& rules);

}  // namespace tichu
