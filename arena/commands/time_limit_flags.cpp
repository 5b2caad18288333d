#include "arena/commands/time_limit_flags.h"

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "arena/commands/number_flags.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;

/// The flags' names, and what they set.
struct NamedLimit {
  const char* flag;
  const char* about;
  std::optional<milliseconds> TimeLimitFlags::*given;
  milliseconds TimeLimits::*limit;
};

constexpr NamedLimit NamedLimits[] = {
    {"--start-ms", "milliseconds from a bot's start to the beginning of its greeting", &TimeLimitFlags::start,
     &TimeLimits::start},
    {"--handshake-ms", "milliseconds from there to the end of the greeting", &TimeLimitFlags::handshake,
     &TimeLimits::handshake},
    {"--decision-ms", "milliseconds a bot may take for a decision", &TimeLimitFlags::decision, &TimeLimits::decision},
    {"--round-ms", "milliseconds for all decisions of a seat in a round together", &TimeLimitFlags::round,
     &TimeLimits::round},
    {"--shutdown-ms", "milliseconds a bot may take to end", &TimeLimitFlags::shutdown, &TimeLimits::shutdown}};

}  // namespace

void add_time_limit_flags(CLI::App& command, TimeLimitFlags& flags) {
  const CLI::Validator up_to_an_hour = whole_number(1, 3'600'000);
  const TimeLimits by_default;
  for (const NamedLimit& named : NamedLimits) {
    const auto take = [&given = flags.*named.given](std::uint64_t value) { given = milliseconds(value); };
    const std::string about = named.about + std::string(" [") + std::to_string((by_default.*named.limit).count()) + "]";
    command.add_option_function<std::uint64_t>(named.flag, take, about)->transform(up_to_an_hour);
  }
}

TimeLimits apply(const TimeLimitFlags& flags, const TimeLimits& limits) {
  TimeLimits changed = limits;
  for (const NamedLimit& named : NamedLimits) changed.*named.limit = (flags.*named.given).value_or(limits.*named.limit);
  return changed;
}

}  // namespace tichu::arena
