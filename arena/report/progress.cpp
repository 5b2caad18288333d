#include "arena/report/progress.h"

#include <fmt/format.h>

#include <ostream>

namespace tichu::arena {

std::string duration_text(std::chrono::nanoseconds duration) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(duration).count();
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

std::string progress_text(const Progress& progress) {
  const double share =
      progress.jobs_total == 0 ? 1 : static_cast<double>(progress.jobs_done) / static_cast<double>(progress.jobs_total);
  const double seconds = std::chrono::duration<double>(progress.elapsed).count();
  std::string text = fmt::format("{:3.0f} %  {} of {} boards", 100 * share, progress.jobs_done, progress.jobs_total);
  if (seconds > 0 && progress.jobs_done > 0) {
    const double left = seconds * (1 - share) / share;
    text += fmt::format("  {:.0f} rounds/s  {} left", static_cast<double>(progress.rounds) / seconds,
                        duration_text(std::chrono::nanoseconds(static_cast<std::int64_t>(left * 1e9))));
  }
  if (progress.faults > 0) text += fmt::format("  {} {}", progress.faults, progress.faults == 1 ? "fault" : "faults");
  return text;
}

void ProgressDisplay::update(const Progress& progress) {
  using std::chrono_literals::operator""ms;
  const std::chrono::nanoseconds pause = terminal_ ? 200ms : 5000ms;
  if (progress.elapsed < last_ + pause) return;
  last_ = progress.elapsed;
  if (terminal_) {
    out_ << '\r' << progress_text(progress) << "\x1b[K" << std::flush;
    shown_ = true;
  } else {
    out_ << progress_text(progress) << '\n' << std::flush;
  }
}

void ProgressDisplay::clear() {
  if (!shown_) return;
  out_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace tichu::arena
