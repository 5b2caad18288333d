#include "arena/presentation/report/estimate_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arena/text/json_or_null.h"
#include "arena/text/number_text.h"

namespace tichu::arena {

std::string interval_text(const IntervalEstimate& estimate, int decimals) {
  const auto end = [&](const std::optional<double>& value) { return value ? signed_number(*value, decimals) : "open"; };
  const auto error = estimate.error95();
  return fmt::format("{}{} [{}, {}]", signed_number(estimate.value, decimals),
                     error ? fmt::format(" ±{:.{}f}", *error, decimals) : "", end(estimate.low), end(estimate.high));
}

std::string estimate_note(const EloEstimate& estimate) {
  if (estimate.boards == 0) return "There are no boards, so nothing is known: 0 and one half are placeholders.";
  if (estimate.normalized) {
    const bool is_bounded = estimate.elo.low && estimate.elo.high;
    return is_bounded ? "" : "Elo is kept within ±1200; an open end of the interval lies beyond that.";
  }
  const std::string seen = "this many boards would have shown another result with a probability of at least 97.5 %";
  if (estimate.score > 0 && estimate.score < 1) {
    return "All boards ended alike, so their variance is not known. The interval comes from what was not seen: "
           "outside of it " +
           seen + ".";
  }
  const bool is_won = estimate.score > 0.5;
  return fmt::format(
      "Every board was {}, and any great {} explains that: the Elo itself only comes from adding 0.001 boards to "
      "each empty cell, as fishtest does. Use the interval: {} {:+.2f} {}; it has no bound on the other side.",
      is_won ? "won" : "lost", is_won ? "strength" : "weakness", is_won ? "below" : "above",
      (is_won ? estimate.elo.low : estimate.elo.high).value_or(0), seen);
}

std::string estimate_text(const EloEstimate& estimate) {
  const std::string note = estimate_note(estimate);
  return fmt::format(
             "Elo             {}\n"
             "normalized Elo  {}\n"
             "LOS             {:.2f} %\n"
             "boards          {}, score {:.2f} %\n",
             interval_text(estimate.elo, 2),
             estimate.normalized ? interval_text(*estimate.normalized, 2) : "unknown, because all boards ended alike",
             100 * estimate.superiority, estimate.boards, 100 * estimate.score) +
         (note.empty() ? "" : note + "\n");
}

nlohmann::ordered_json interval_json(const IntervalEstimate& estimate) {
  return {{"value", estimate.value},
          {"low", or_null(estimate.low)},
          {"high", or_null(estimate.high)},
          {"error95", or_null(estimate.error95())}};
}

std::string estimate_json(const EloEstimate& estimate) {
  const std::string note = estimate_note(estimate);
  const nlohmann::ordered_json json{
      {"format", "tichu-elo/1"},
      {"boards", estimate.boards},
      {"score", estimate.score},
      {"elo", interval_json(estimate.elo)},
      {"normalized_elo", estimate.normalized ? interval_json(*estimate.normalized) : nlohmann::ordered_json(nullptr)},
      {"likelihood_of_superiority", estimate.superiority},
      {"note", note.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(note)}};
  return json.dump(1) + "\n";
}

std::string likelihood_ratio_text(const LikelihoodRatio& ratio) {
  return fmt::format("LLR {} [{:.2f}, {:.2f}]: {}, {} Elo {} against {}, {} boards\n", signed_number(ratio.value, 4),
                     ratio.errors.lower(), ratio.errors.upper(), to_text(ratio.errors.judge(ratio.value)),
                     to_text(ratio.model), ratio.elo1, ratio.elo0, ratio.boards);
}

std::string likelihood_ratio_json(const LikelihoodRatio& ratio) {
  const nlohmann::ordered_json json{{"format", "tichu-llr/1"},
                                    {"model", to_text(ratio.model)},
                                    {"elo0", ratio.elo0},
                                    {"elo1", ratio.elo1},
                                    {"alpha", ratio.errors.alpha},
                                    {"beta", ratio.errors.beta},
                                    {"boards", ratio.boards},
                                    {"llr", ratio.value},
                                    {"lower", ratio.errors.lower()},
                                    {"upper", ratio.errors.upper()},
                                    {"verdict", to_text(ratio.errors.judge(ratio.value))}};
  return json.dump(1) + "\n";
}

}  // namespace tichu::arena
