#include "bots/steady/weight_options.h"

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tichu::steady {
namespace {

/// Every weight by its name.
std::vector<std::pair<std::string_view, float*>> all_weights(Weights& weights) {
  return {{"cost_winner", &weights.cost.winner},
          {"cost_shed_single", &weights.cost.shed_single},
          {"cost_shed_pair", &weights.cost.shed_pair},
          {"cost_shed_other", &weights.cost.shed_other},
          {"cost_quad", &weights.cost.quad},
          {"cost_straight_flush", &weights.cost.straight_flush},
          {"cost_phoenix_single", &weights.cost.phoenix_single},
          {"cost_dog", &weights.cost.dog},
          {"lead", &weights.trick.lead},
          {"lead_caller", &weights.trick.lead_caller},
          {"lead_for_double", &weights.trick.lead_for_double},
          {"partner_lead", &weights.trick.partner_lead},
          {"partner_lead_caller", &weights.trick.partner_lead_caller},
          {"partner_takes", &weights.trick.partner_takes},
          {"points", &weights.trick.points},
          {"willing", &weights.trick.willing},
          {"willing_passed", &weights.trick.willing_passed},
          {"danger_1", &weights.trick.danger_1},
          {"danger_2", &weights.trick.danger_2},
          {"danger_3", &weights.trick.danger_3},
          {"danger_5", &weights.trick.danger_5},
          {"danger_any", &weights.trick.danger_any},
          {"danger_caller", &weights.trick.danger_caller},
          {"danger_double", &weights.trick.danger_double},
          {"tichu", &weights.tichu},
          {"grand", &weights.grand},
          {"gift_to_opponent", &weights.gift_to_opponent},
          {"gift_to_partner", &weights.gift_to_partner},
          {"gift_to_caller", &weights.gift_to_caller},
          {"parity", &weights.parity}};
}

float read_weight(const std::string& name, const std::string& text) {
  constexpr float Most = 1000;
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(std::abs(value) <= Most)) {
    throw std::invalid_argument("option " + name + " is \"" + text + "\"; it must be a number from -1000 to 1000");
  }
  return value;
}

}  // namespace

Weights weights_of(const BotSetup& setup) {
  Weights weights;
  for (const auto& [name, where] : all_weights(weights)) {
    if (const auto text = setup.option(name)) *where = read_weight(std::string(name), *text);
  }
  return weights;
}

}  // namespace tichu::steady
