#include "arena/hosting/player/processor_denial.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "arena/hosting/player/process_usage.h"
#include "arena/hosting/player/time_limits.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

/// For how long a bot that is denied a processor is waited for, whatever its limit.
constexpr std::chrono::seconds LongestDenial{10};

struct ThreadState {
  char state = '?';
  std::chrono::nanoseconds of_children{0};  ///< of its process, ended and waited for
  long nice = 0;
  long policy = 0;
};

/// Of the line in /proc/PID/task/TID/stat: what follows on the name in brackets, which may hold anything.
ThreadState thread_state(const std::string& line) {
  // Numbers of fields as in proc(5).
  constexpr int State = 3;
  constexpr int TimeOfChildren = 16;
  constexpr int SystemTimeOfChildren = 17;
  constexpr int Nice = 19;
  constexpr int Policy = 41;
  ThreadState found;
  const std::size_t end_of_name = line.rfind(')');
  if (end_of_name == std::string::npos) return found;
  std::istringstream words(line.substr(end_of_name + 1));
  const std::chrono::nanoseconds tick = 1s / std::max(1L, ::sysconf(_SC_CLK_TCK));
  std::string word;
  for (int field = State; field <= Policy && words >> word; ++field) {
    if (field == State) found.state = word.front();
    if (field == TimeOfChildren || field == SystemTimeOfChildren) found.of_children += tick * std::stoll(word);
    if (field == Nice) found.nice = std::stol(word);
    if (field == Policy) found.policy = std::stol(word);
  }
  return found;
}

ThreadCounts thread_counts(const std::filesystem::path& folder, const ThreadState& state) {
  ThreadCounts counts;
  std::int64_t ran = 0;
  std::int64_t waited = 0;
  if (std::ifstream(folder / "schedstat") >> ran >> waited) {
    counts.ran = std::chrono::nanoseconds(ran);
    counts.waited = std::chrono::nanoseconds(waited);
  }
  counts.is_runnable = state.state == 'R';
  counts.gives_way = state.nice > ::getpriority(PRIO_PROCESS, 0) || state.policy == SCHED_IDLE;
  return counts;
}

void add_process(pid_t process, SchedulerCounts& counts) {
  counts.ran += processor_time_of(process);
  std::chrono::nanoseconds of_children{0};
  for (const std::filesystem::path& thread : thread_folders(process)) {
    std::string line;
    if (!std::getline(std::ifstream(thread / "stat"), line)) continue;
    const ThreadState state = thread_state(line);
    of_children = std::max(of_children, state.of_children);
    counts.threads[std::stoi(thread.filename())] = thread_counts(thread, state);
  }
  counts.ran += of_children;
}

/// Whether a thread that does not give way is runnable.
bool wants_processor(const SchedulerCounts& counts) {
  return std::any_of(counts.threads.begin(), counts.threads.end(),
                     [](const auto& thread) { return thread.second.is_runnable && !thread.second.gives_way; });
}

}  // namespace

SchedulerCounts scheduler_counts(pid_t first) {
  SchedulerCounts counts;
  for (const pid_t process : with_descendants(first)) add_process(process, counts);
  return counts;
}

std::chrono::nanoseconds denied_time(const SchedulerCounts& before, const SchedulerCounts& now) {
  const std::chrono::nanoseconds ran_together = now.ran - before.ran;
  std::chrono::nanoseconds most{0};
  for (const auto& [number, counts] : now.threads) {
    if (counts.gives_way) continue;
    const auto former = before.threads.find(number);
    const ThreadCounts then = former == before.threads.end() ? ThreadCounts{} : former->second;
    const std::chrono::nanoseconds by_others = ran_together - (counts.ran - then.ran);
    most = std::max(most, counts.waited - then.waited - std::max<std::chrono::nanoseconds>(by_others, 0ns));
  }
  return most;
}

OwnDeadline::OwnDeadline(Clock::time_point start, std::chrono::milliseconds limit,
                         std::function<SchedulerCounts()> look)
    : start_(start), limit_(limit), look_(std::move(look)), until_(start + limit) {}

void OwnDeadline::begin_counting(Clock::time_point planned, Clock::time_point now) {
  before_ = look_();
  began_ = now;
  denied_ = denied_before_ = now > planned + Lateness ? now - planned : 0ns;
}

SchedulerCounts OwnDeadline::update() {
  SchedulerCounts now = look_();
  denied_ = std::max(denied_, denied_before_ + denied_time(*before_, now));
  return now;
}

bool OwnDeadline::is_postponed(Clock::time_point now) {
  if (!before_) return false;
  const SchedulerCounts counts = update();
  const Clock::time_point end = start_ + limit_ + denied_;
  // A wait that lasts still is in no count: it shows by a runnable thread and no time used since the last look.
  const bool is_denied = wants_processor(counts) && (!ran_at_last_look_ || *ran_at_last_look_ == counts.ran);
  ran_at_last_look_ = counts.ran;
  if (end <= now && !is_denied) return false;
  if (now > start_ + limit_ + LongestDenial) {
    throw MachineSlow("the machine has more to do than it can: a bot was ready to go on, and was denied a processor");
  }
  until_ = is_denied ? std::max(end, now + Lateness) : end;
  return true;
}

bool OwnDeadline::is_met(Clock::time_point seen) {
  if (seen <= start_ + limit_) return true;
  if (!before_) return is_in_time(seen, until_);
  ran_at_last_look_ = update().ran;
  const std::chrono::nanoseconds used = *ran_at_last_look_ - before_->ran;
  if (seen <= start_ + limit_ + denied_) return true;
  return seen > until_ + Lateness && used < limit_;
}

std::chrono::nanoseconds OwnDeadline::own_time(Clock::time_point seen) {
  constexpr int PartWorthALook = 10;
  if (before_ && seen - start_ >= limit_ / PartWorthALook) update();
  return std::clamp<std::chrono::nanoseconds>(seen - start_ - denied_, 0ns, limit_);
}

UseOfTime OwnDeadline::use_of_time(Clock::time_point now) const {
  constexpr int PartOfWaiting = 20;
  if (!before_ || !ran_at_last_look_) return UseOfTime::Unknown;
  const std::chrono::nanoseconds used = *ran_at_last_look_ - before_->ran;
  const std::chrono::nanoseconds had = now - began_ - (denied_ - denied_before_);
  if (used >= had / 2) return UseOfTime::Computed;
  return used < had / PartOfWaiting ? UseOfTime::Waited : UseOfTime::Unknown;
}

}  // namespace tichu::arena
