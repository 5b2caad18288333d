#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/points.h"
#include "engine/words.h"

namespace tichu {

/// What happens when both teams reach the target with equal totals (RULES 9.1).
enum class TieRule : std::uint8_t { PlayOn, Draw };

constexpr std::array<std::string_view, 2> words_of(TieRule) { return {"play_on", "draw"}; }

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

/// The highest target of a game that anything here takes; the lowest is 1.
constexpr int GreatestTarget = 1'000'000;

/// One option: its name in files, flags and records, and the member of Rules whose type is the kind of its value.
struct RulesOption {
  std::string_view name;
  std::variant<bool Rules::*, Points Rules::*, TieRule Rules::*> member;
};

/// The one list of all options, in the order in which they are written. What reads or writes rules walks it; only the
/// protocol's message, the plug-in interface and the Python package list the options again, and tests compare them.
constexpr std::array<RulesOption, 6> RulesOptions{{
    {"partners_may_both_call_grand", &Rules::partners_may_both_call_grand},
    {"tichu_before_push", &Rules::tichu_before_push},
    {"bomb_ignores_wish", &Rules::bomb_ignores_wish},
    {"dragon_only_to_seat_with_cards", &Rules::dragon_only_to_seat_with_cards},
    {"target", &Rules::target},
    {"tie", &Rules::tie},
}};

/// The option of that name; null if there is none.
const RulesOption* rules_option(std::string_view name);
/// The names of all options, for messages: "partners_may_both_call_grand, tichu_before_push, …".
std::string rules_option_names();
/// Calls `visit(name, value)` for each option; `value` is a reference to a bool, Points or TieRule, const if `rules`
/// is.
template <typename AnyRules, typename Visit>
void for_each_option(AnyRules& rules, Visit visit) {
  for (const RulesOption& option : RulesOptions) {
    std::visit([&](auto member) { visit(option.name, rules.*member); }, option.member);
  }
}
/// An option's value as text: true, 1000, draw.
std::string option_text(const Rules& rules, const RulesOption& option);
/// What an option may be set to, for messages: true or false, "play_on" or "draw".
std::string option_values(const RulesOption& option);
/// Sets an option from a text such as `option_text` gives. False, and nothing is changed, if the option has no such
/// value.
bool set_option(Rules& rules, const RulesOption& option, std::string_view text);

/// A named set of option values (RULES 10).
struct Preset {
  std::string_view name;
  Rules rules;
};

/// The five presets: standard, house, online, sheet, gravon, in this order.
const std::array<Preset, 5>& presets();
/// The preset of that name; nullopt if there is none.
std::optional<Rules> preset(std::string_view name);
/// The name of the first preset with exactly these values, or "custom".
std::string_view preset_name(const Rules& rules);
/// The names of all presets, for messages: "standard, house, …".
std::string preset_names();

}  // namespace tichu
