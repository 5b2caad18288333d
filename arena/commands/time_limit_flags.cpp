#include "arena/commands/time_limit_flags.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "arena/commands/number_flags.h"

namespace tichu::arena {

void add_time_limit_flags(CLI::App& command, TimeLimitFlags& flags) {
  for (const auto& setting : TimeLimitSettings) {
    const auto take = [&flags, &setting](std::uint64_t value) {
      flags[setting.key] = static_cast<std::int64_t>(value);
    };
    const std::string about = fmt::format("milliseconds: {} [{}]", setting.meaning, setting.number(TimeLimits()));
    command.add_option_function<std::uint64_t>(flag_of(setting.key), take, about)
        ->transform(whole_number(static_cast<std::uint64_t>(setting.least), static_cast<std::uint64_t>(setting.most)));
  }
}

TimeLimits limits_with(const TimeLimitFlags& flags, const TimeLimits& limits) {
  TimeLimits changed = limits;
  for (const auto& setting : TimeLimitSettings) {
    if (const auto given = flags.find(setting.key); given != flags.end()) setting.set(changed, given->second);
  }
  return changed;
}

}  // namespace tichu::arena
