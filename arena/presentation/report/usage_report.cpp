#include "arena/presentation/report/usage_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

#include "arena/hosting/player/make_player.h"
#include "arena/text/csv.h"

namespace tichu::arena {
namespace {

using std::chrono::nanoseconds;

constexpr double Median = 0.5;
constexpr double AlmostAll = 0.99;

/// Three digits and a unit.
std::string time_text(nanoseconds time) {
  const auto count = static_cast<double>(time.count());
  if (count < 1e3) return fmt::format("{:.0f} ns", count);
  if (count < 1e6) return fmt::format("{:.3g} µs", count / 1e3);
  if (count < 1e9) return fmt::format("{:.3g} ms", count / 1e6);
  return fmt::format("{:.1f} s", count / 1e9);
}

const BotSpec& bot_of(const TournamentReport& report, const BotUsage& usage) {
  return report.config.bots[static_cast<std::size_t>(usage.bot)];
}

bool is_in_process(const BotSpec& bot) { return bot.kind == BotKind::Plugin && bot.trusted; }
bool is_elsewhere(const BotSpec& bot) { return bot.kind == BotKind::Remote; }

/// A plug-in in the arena's process works on the arena's threads, so only the time of its decisions is known.
nanoseconds processor_time(const TournamentReport& report, const BotUsage& usage) {
  return is_in_process(bot_of(report, usage)) ? usage.time.total : usage.resources.processor;
}

/// The number of cores on which a bot's processes can run at once.
double cores_of_bots(const TournamentConfig& config) {
  if (config.pin && config.sandbox.cores == 1) return 1;
  return std::max(1U, std::thread::hardware_concurrency());
}

bool is_idle(const BotUsage& usage) { return usage.time.decisions == 0 && usage.resources == ResourceUsage{}; }

}  // namespace

std::string usage_table(const TournamentReport& report, std::size_t width) {
  if (std::all_of(report.usage.begin(), report.usage.end(), is_idle)) return "";
  TextTable table("lrrrrrrr");
  table.add({"time and memory of", "decisions", "median", "99 %", "longest", "processor", "memory", "starts"});
  for (const BotUsage& usage : report.usage) {
    if (bot_of(report, usage).kind == BotKind::Person) continue;  // nobody measures how long people think
    const std::uint64_t memory = usage.resources.peak_memory;
    constexpr double MiB = 1 << 20;
    table.add({bot_of(report, usage).name, std::to_string(usage.time.decisions), time_text(usage.time.quantile(Median)),
               time_text(usage.time.quantile(AlmostAll)), time_text(usage.time.longest),
               is_elsewhere(bot_of(report, usage)) ? "-" : time_text(processor_time(report, usage)),
               memory == 0 ? "-" : fmt::format("{:.1f} MiB", static_cast<double>(memory) / MiB),
               has_process(bot_of(report, usage)) ? std::to_string(usage.resources.starts) : "-"});
  }
  std::string text = table.text(width);
  for (const std::string& line : pondering_notes(report)) text += wrapped(line, width) + "\n";
  return text;
}

std::string usage_csv(const TournamentReport& report) {
  std::string text =
      "bot,decisions,median_ns,p99_ns,longest_ns,total_ns,processor_ns,unasked_ns,peak_memory,starts,works_unasked,"
      "retries\n";
  for (const BotUsage& usage : report.usage) {
    const std::uint64_t memory = usage.resources.peak_memory;
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(bot_of(report, usage).name),
                    usage.time.decisions, usage.time.quantile(Median).count(), usage.time.quantile(AlmostAll).count(),
                    usage.time.longest.count(), usage.time.total.count(), processor_time(report, usage).count(),
                    usage.resources.pondering.count(), memory == 0 ? "" : std::to_string(memory),
                    usage.resources.starts, ponders(usage, cores_of_bots(report.config)), usage.time.retries);
  }
  return text;
}

std::vector<std::string> pondering_notes(const TournamentReport& report) {
  std::vector<std::string> lines;
  for (const BotUsage& usage : report.usage) {
    if (!ponders(usage, cores_of_bots(report.config))) continue;
    lines.push_back(
        fmt::format("bot \"{}\" ponders (works while it is not asked): it used {} of processor time in {} starts, at "
                    "least {} of it between "
                    "answers and questions, and its decisions took {}",
                    bot_of(report, usage).name, time_text(usage.resources.processor), usage.resources.starts,
                    time_text(usage.resources.pondering), time_text(usage.time.total)));
  }
  return lines;
}

}  // namespace tichu::arena
