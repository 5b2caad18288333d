#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>

namespace tichu::arena {

/// What a thread has had of the processors since it began.
struct ThreadTime {
  std::chrono::nanoseconds ran{0};
  std::chrono::nanoseconds waited{0};  ///< ready to run, while others ran
};

/// Of threads by their numbers.
using ThreadTimes = std::map<pid_t, ThreadTime>;

/// Of all threads of a process and its descendants, as the kernel counts them (/proc/PID/task/TID/schedstat and
/// children); of the first few hundred where there are more. Nothing where the kernel does not tell.
ThreadTimes thread_times(pid_t process);

/// For how long other programs kept some threads from a processor, in a time of which `before` is the begin and `now`
/// the end: the longest that one of them waited, but not the time in which any of them ran, for threads that wait for
/// each other are kept by nobody else.
std::chrono::nanoseconds withheld(const ThreadTimes& before, const ThreadTimes& now, std::chrono::nanoseconds passed);

}  // namespace tichu::arena
