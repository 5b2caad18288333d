#include "arena/commands/time_limit_flags.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <string>

#include "arena/commands/number_flags.h"

namespace tichu::arena {

namespace {

template <typename Limits, typename Value, std::size_t Count>
void add_flags(CLI::App& command, const LimitSetting<Limits, Value> (&settings)[Count], TimeLimitFlags& flags) {
  for (const auto& setting : settings) {
    const auto take = [&flags, &setting](std::uint64_t value) {
      flags[setting.key] = static_cast<std::int64_t>(value);
    };
    const std::string about = fmt::format("milliseconds: {} [{}]", setting.meaning, setting.number(Limits()));
    command.add_option_function<std::uint64_t>(flag_of(setting.key), take, about)
        ->transform(whole_number(static_cast<std::uint64_t>(setting.least), static_cast<std::uint64_t>(setting.most)));
  }
}

template <typename Limits, typename Value, std::size_t Count>
void take_flags(const TimeLimitFlags& flags, const LimitSetting<Limits, Value> (&settings)[Count], Limits& limits) {
  for (const auto& setting : settings) {
    if (const auto given = flags.find(setting.key); given != flags.end()) setting.set(limits, given->second);
  }
}

}  // namespace

void add_time_limit_flags(CLI::App& command, TimeLimitFlags& flags) { add_flags(command, TimeLimitSettings, flags); }

void add_remote_limit_flags(CLI::App& command, TimeLimitFlags& flags) {
  add_flags(command, RemoteLimitSettings, flags);
}

TimeLimits limits_with(const TimeLimitFlags& flags, const TimeLimits& limits) {
  TimeLimits changed = limits;
  take_flags(flags, TimeLimitSettings, changed);
  take_flags(flags, RemoteLimitSettings, changed.remote);
  return changed;
}

}  // namespace tichu::arena
