#include "arena/report/estimate_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arena/report/number_text.h"

namespace tichu::arena {
nlohmann::ordered_json number_or_null(std::optional<double> value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

std::string interval_text(const IntervalEstimate& estimate, int decimals) {
  const auto end = [&](const std::optional<double>& value) { return value ? signed_number(*value, decimals) : "open"; };
  const auto error = estimate.error95();
  return fmt::format("{}{} [{}, {}]", signed_number(estimate.value, decimals),
                     error ? fmt::format(" ±{:.{}f}", *error, decimals) : "", end(estimate.low), end(estimate.high));
}

std::string estimate_text(const EloEstimate& estimate) {
  return fmt::format(
      "Elo             {}\n"
      "normalized Elo  {}\n"
      "LOS             {:.2f} %\n"
      "boards          {}, score {:.2f} %\n",
      interval_text(estimate.elo, 2),
      estimate.normalized ? interval_text(*estimate.normalized, 2) : "unknown, as all boards ended alike",
      100 * estimate.superiority, estimate.boards, 100 * estimate.score);
}

nlohmann::ordered_json interval_json(const IntervalEstimate& estimate) {
  return {{"value", estimate.value},
          {"low", number_or_null(estimate.low)},
          {"high", number_or_null(estimate.high)},
          {"error95", number_or_null(estimate.error95())}};
}

nlohmann::ordered_json estimate_json(const EloEstimate& estimate) {
  return {
      {"boards", estimate.boards},
      {"score", estimate.score},
      {"elo", interval_json(estimate.elo)},
      {"normalized_elo", estimate.normalized ? interval_json(*estimate.normalized) : nlohmann::ordered_json(nullptr)},
      {"likelihood_of_superiority", estimate.superiority}};
}

}  // namespace tichu::arena
