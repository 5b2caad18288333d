#include "bots/sampler/budget.h"

#include <charconv>
#include <stdexcept>
#include <string>

namespace tichu::sampler {
namespace {

constexpr std::int64_t MostMilliseconds = 600'000;
constexpr std::int64_t MostSimulations = 1'000'000'000;

std::int64_t read_count(const std::string& name, const std::string& text, std::int64_t most) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 1 || count > most) {
    throw std::invalid_argument("option " + name + " is \"" + text + "\"; it must be a whole number from 1 to " +
                                std::to_string(most));
  }
  return count;
}

}  // namespace

Budget Budget::of(const BotSetup& setup) {
  for (const auto& [name, value] : setup.options) {
    if (name == "time_ms" || name == "simulations") continue;
    throw std::invalid_argument("unknown option " + name + "; there are time_ms and simulations");
  }
  Budget budget;
  const auto time = setup.option("time_ms");
  const auto simulations = setup.option("simulations");
  if (time && simulations) {
    throw std::invalid_argument("options time_ms and simulations are both given; a budget is one of them");
  }
  if (time) budget.time_ = std::chrono::milliseconds(read_count("time_ms", *time, MostMilliseconds));
  if (simulations) budget.simulations_ = read_count("simulations", *simulations, MostSimulations);
  return budget;
}

void Budget::start() {
  if (simulations_ == 0) end_ = std::chrono::steady_clock::now() + time_;
}

bool Budget::is_spent(std::int64_t playouts) const {
  return simulations_ != 0 ? playouts >= simulations_ : std::chrono::steady_clock::now() >= end_;
}

}  // namespace tichu::sampler
