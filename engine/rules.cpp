#include "engine/rules.h"

namespace tichu {
namespace {

constexpr Rules Gravon{.partners_may_both_call_grand = false,
                       .tichu_before_push = false,
                       .bomb_ignores_wish = true,
                       .dragon_only_to_seat_with_cards = true,
                       .tie = TieRule::Draw};

constexpr std::array<Preset, 5> Presets{{
    {"standard", {}},
    {"house", {}},
    {"online", {}},
    {"sheet", {}},
    {"gravon", Gravon},
}};

}  // namespace

const std::array<Preset, 5>& presets() { return Presets; }

std::optional<Rules> preset(std::string_view name) {
  for (const Preset& preset : Presets) {
    if (preset.name == name) return preset.rules;
  }
  return std::nullopt;
}

std::string_view preset_name(const Rules& rules) {
  for (const Preset& preset : Presets) {
    if (preset.rules == rules) return preset.name;
  }
  return "custom";
}

}  // namespace tichu
