#include "bots/sampler/budget.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

namespace tichu::sampler {
namespace {

constexpr std::int64_t MostMilliseconds = 600'000;
constexpr std::int64_t MostSimulations = 1'000'000'000;
constexpr std::int64_t MostThreads = 256;
/// For how many guesses a thread is sent to work at once if the time is the limit: sending costs some microseconds, a
/// guess with ten actions fifty.
constexpr std::size_t GuessesATime = 4;

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

Budget Budget::with_threads_of(const BotSetup& setup) {
  Budget budget = of(setup);
  if (const auto threads = setup.option("threads")) {
    budget.threads_ = static_cast<std::size_t>(read_count("threads", *threads, MostThreads));
  }
  return budget;
}

void Budget::start(int parts, int times) {
  left_ = (times * simulations_ + parts - 1) / parts;
  if (simulations_ == 0) end_ = std::chrono::steady_clock::now() + time_ / parts;
}

std::size_t Budget::guesses(std::size_t most, std::size_t actions) const {
  if (simulations_ == 0) {
    if (std::chrono::steady_clock::now() >= end_) return 0;
    return threads_ == 1 ? 1 : std::min(most, GuessesATime * threads_);
  }
  if (left_ <= 0) return 0;
  return std::min(most, (static_cast<std::size_t>(left_) + actions - 1) / actions);
}

}  // namespace tichu::sampler
