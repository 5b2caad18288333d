#include "engine/rules.h"

#include <charconv>

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

std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(Points value) { return std::to_string(value.value()); }
std::string value_text(TieRule value) { return std::string(to_text(value)); }

bool read_value(std::string_view text, bool& value) {
  if (text != "true" && text != "false") return false;
  value = text == "true";
  return true;
}

bool read_value(std::string_view text, Points& value) {
  int points = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), points);
  if (error != std::errc{} || end != text.data() + text.size() || points < 1 || points > GreatestTarget) return false;
  value = Points(points);
  return true;
}

bool read_value(std::string_view text, TieRule& value) {
  const std::optional<TieRule> known = from_text<TieRule>(text);
  if (known) value = *known;
  return known.has_value();
}

std::string values_like(bool) { return "true or false"; }
std::string values_like(Points) { return "a whole number from 1 to " + std::to_string(GreatestTarget); }
std::string values_like(TieRule) { return choices<TieRule>(); }

template <typename Table>
std::string names_of(const Table& table) {
  std::string names;
  for (const auto& row : table) {
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

}  // namespace

const RulesOption* rules_option(std::string_view name) {
  for (const RulesOption& option : RulesOptions) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

std::string rules_option_names() { return names_of(RulesOptions); }

std::string option_text(const Rules& rules, const RulesOption& option) {
  return std::visit([&](auto member) { return value_text(rules.*member); }, option.member);
}

std::string option_values(const RulesOption& option) {
  return std::visit([](auto member) { return values_like(Rules().*member); }, option.member);
}

bool set_option(Rules& rules, const RulesOption& option, std::string_view text) {
  return std::visit([&](auto member) { return read_value(text, rules.*member); }, option.member);
}

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

std::string preset_names() { return names_of(Presets); }

}  // namespace tichu
