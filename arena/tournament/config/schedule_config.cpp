#include "arena/tournament/config/schedule_config.h"

#include <array>
#include <utility>

namespace tichu::arena {
namespace {

constexpr std::array<std::pair<ScheduleKind, std::string_view>, 6> Names{{{ScheduleKind::RoundRobin, "round-robin"},
                                                                          {ScheduleKind::Gauntlet, "gauntlet"},
                                                                          {ScheduleKind::Swiss, "swiss"},
                                                                          {ScheduleKind::Knockout, "knockout"},
                                                                          {ScheduleKind::Mixed, "mixed"},
                                                                          {ScheduleKind::Ladder, "ladder"}}};

}  // namespace

std::string_view to_text(ScheduleKind kind) { return Names[static_cast<std::size_t>(kind)].second; }

std::optional<ScheduleKind> schedule_named(std::string_view name) {
  for (const auto& [kind, known] : Names) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::string schedule_names() {
  std::string names;
  for (const auto& [kind, name] : Names) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

}  // namespace tichu::arena
