#include "arena/hosting/player/wait_set.h"

#include <sys/epoll.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

namespace tichu::arena {
namespace {

constexpr std::uint32_t TimerBit = 1U << 31;

}  // namespace

WaitSet::WaitSet()
    : set_(::epoll_create1(EPOLL_CLOEXEC)), timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) {
  if (!set_.is_open() || !timer_.is_open()) throw_host_error("cannot wait for a bot");
  add(timer_.fd(), EPOLLIN, TimerBit);
}

void WaitSet::add(int descriptor, std::uint32_t events, std::uint32_t bit) {
  epoll_event event{};
  event.events = events;
  event.data.u32 = bit;
  if (::epoll_ctl(set_.fd(), EPOLL_CTL_ADD, descriptor, &event) != 0) throw_host_error("cannot wait for a bot");
}

void WaitSet::add_reader(int descriptor, std::uint32_t bit) { add(descriptor, EPOLLIN, bit); }

void WaitSet::add_writer(int descriptor, std::uint32_t bit) { add(descriptor, EPOLLOUT, bit); }

void WaitSet::remove(int descriptor) { ::epoll_ctl(set_.fd(), EPOLL_CTL_DEL, descriptor, nullptr); }

void WaitSet::set_timer(Clock::time_point time) {
  // The steady clock of this library counts as CLOCK_MONOTONIC does. A time of 0 would stop the timer.
  const std::int64_t since =
      std::max<std::int64_t>(1, std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count());
  itimerspec setting{};
  setting.it_value = {static_cast<time_t>(since / 1'000'000'000), static_cast<long>(since % 1'000'000'000)};
  if (::timerfd_settime(timer_.fd(), TFD_TIMER_ABSTIME, &setting, nullptr) != 0) {
    throw_host_error("cannot wait for a bot");
  }
  goes_off_ = time;
}

std::optional<std::uint32_t> WaitSet::wait(Clock::time_point deadline) {
  while (true) {
    if (goes_off_ >= deadline) set_timer(deadline);  // goes off at once where that is over
    std::array<epoll_event, 8> events;
    const int count = ::epoll_wait(set_.fd(), events.data(), static_cast<int>(events.size()), -1);
    if (count < 0 && errno != EINTR) throw_host_error("cannot wait for a bot");
    if (count < 0) return 0;
    std::uint32_t ready = 0;
    for (int i = 0; i < count; ++i) ready |= events[static_cast<std::size_t>(i)].data.u32;
    const bool has_gone_off = (ready & TimerBit) != 0;
    // It stays so until it is set again.
    if (has_gone_off) goes_off_ = Clock::time_point::max();
    ready &= ~TimerBit;
    if (ready != 0) return ready;
    if (has_gone_off && Clock::now() >= deadline) return std::nullopt;
  }
}

}  // namespace tichu::arena
