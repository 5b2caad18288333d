#include "arena/presentation/watch/progress_display.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <ostream>

#include "arena/text/counted.h"
#include "arena/text/duration_text.h"

namespace tichu::arena {
namespace {

/// How much is done, drawn before the text; empty if it is not known when the tournament ends.
std::string bar_text(const Progress& progress) {
  constexpr std::uint64_t Cells = 12;
  if (!progress.jobs_total || *progress.jobs_total == 0 || progress.may_end_early) return "";
  const std::uint64_t done = std::min(progress.jobs_before + progress.jobs_done, *progress.jobs_total);
  const auto full = static_cast<std::size_t>(static_cast<double>(Cells) * static_cast<double>(done) /
                                             static_cast<double>(*progress.jobs_total));
  return "[" + std::string(full, '#') + std::string(Cells - full, '.') + "] ";
}

/// As much of a line's beginning as fits the terminal, because a rewritten line must not wrap. UTF-8 stays whole.
std::string fitted(std::string line) {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2 || line.size() < size.ws_col) return line;
  std::size_t end = size.ws_col - 1U;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  line.resize(end);
  return line;
}

}  // namespace

std::string progress_text(const Progress& progress) {
  const std::uint64_t done = progress.jobs_before + progress.jobs_done;
  const double seconds = std::chrono::duration<double>(progress.elapsed).count();
  std::string text;
  if (progress.jobs_total && progress.may_end_early) {
    text = counted(done, "board");
    for (const ExpectedTotal& total : progress.expected) {
      text +=
          fmt::format(", {}{} at {}", &total == &progress.expected.front() ? "expected " : "", total.jobs, total.at);
    }
    text += fmt::format(", at most {}", *progress.jobs_total);
  } else if (progress.jobs_total) {
    // A knockout may play more boards than were planned.
    const std::uint64_t total = std::max(*progress.jobs_total, done);
    const double share = total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total);
    text = fmt::format("{:3.0f} %  {} of {}", 100 * share, done, counted(total, "board"));
  } else {
    text = counted(done, "board");
  }
  if (seconds > 0 && progress.jobs_done > 0) {
    text += fmt::format("  {:.0f} rounds/s", static_cast<double>(progress.rounds) / seconds);
    if (progress.jobs_total && !progress.may_end_early) {
      const auto open = static_cast<double>(std::max(*progress.jobs_total, done) - done);
      const double left = seconds * open / static_cast<double>(progress.jobs_done);
      text += fmt::format("  {} left", duration_text(std::chrono::nanoseconds(static_cast<std::int64_t>(left * 1e9))));
    }
  }
  if (progress.workers) text += "  " + progress.workers->text();
  if (!progress.leader.empty()) text += "  " + progress.leader + " leads";
  if (progress.faults > 0) text += "  " + counted(progress.faults, "fault");
  return text;
}

void ProgressDisplay::board_finished(const FinishedJob& finished) {
  if (!finished.faults.empty()) clear();
}

void ProgressDisplay::progressed(const Progress& progress) {
  using std::chrono_literals::operator""ms;
  const std::chrono::nanoseconds pause = terminal_ ? 200ms : 5000ms;
  if (progress.elapsed < last_ + pause) return;
  last_ = progress.elapsed;
  if (terminal_) {
    out_ << '\r' << fitted(bar_text(progress) + progress_text(progress)) << "\x1b[K" << std::flush;
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
