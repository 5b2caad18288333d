#include "arena/hosting/sandbox/box.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

namespace tichu::arena {
namespace {

/// A killed process is gone within milliseconds. Only a host that hardly runs needs more.
constexpr int TimeoutMilliseconds = 1000;

/// How the line begins that names a pidfd's process in its description (proc(5), fdinfo).
constexpr std::string_view PidOfPidfd = "Pid:";

/// Whether the process has ended, or does within that time.
bool ends_within(int pidfd, int milliseconds) {
  pollfd watched{pidfd, POLLIN, 0};
  return ::poll(&watched, 1, milliseconds) == 1;
}

/// The descriptor that came with a message, if one did.
FileDescriptor received_descriptor(msghdr& header) {
  const cmsghdr* rights = CMSG_FIRSTHDR(&header);
  if (rights == nullptr || rights->cmsg_type != SCM_RIGHTS) return {};
  int fd = -1;
  std::memcpy(&fd, CMSG_DATA(rights), sizeof(int));
  return FileDescriptor(fd);
}

}  // namespace

void Box::receive() {
  while (channel_.is_open()) {
    BoxReport message;
    iovec part{&message, sizeof(message)};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof(control);
    const ssize_t size = ::recvmsg(channel_.fd(), &header, MSG_CMSG_CLOEXEC);
    if (size != sizeof(message)) return;
    switch (message.kind) {
      case BoxReportKind::Ready:
        ready_ = true;
        first_process_ = received_descriptor(header);
        break;
      case BoxReportKind::SetupFailed:
        message.step[sizeof(message.step) - 1] = 0;
        end_.setup_failure = std::string(message.step) + ": " + ::strerror(message.value);
        break;
      case BoxReportKind::NotExecuted:
        end_.exec_error = message.value;
        break;
      case BoxReportKind::MemoryExceeded:
        end_.memory_exceeded = true;
        break;
      case BoxReportKind::ProcessorExceeded:
        end_.processor_exceeded = true;
        break;
      case BoxReportKind::Ended:
        end_.status = message.value;
        break;
    }
  }
}

bool Box::is_made_by(std::chrono::steady_clock::time_point deadline) {
  using std::chrono::ceil;
  using std::chrono::milliseconds;
  while (true) {
    receive();
    if (ready_ || end_.setup_failure) return true;
    const auto rest = ceil<milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    std::array<pollfd, 2> watched{pollfd{channel_.fd(), POLLIN, 0}, pollfd{outermost_, POLLIN, 0}};
    const int count = ::poll(watched.data(), watched.size(), static_cast<int>(std::max<std::int64_t>(rest, 0)));
    if (count == 0) return false;
    // If tichu-box or bubblewrap ends without a report, the outermost process has ended.
    if (watched[1].revents != 0 || (watched[0].revents & (POLLIN | POLLHUP)) == POLLHUP) return true;
  }
}

bool Box::has_failed() {
  receive();
  return end_.setup_failure || (!ready_ && !end_.exec_error);
}

bool Box::program_ended() {
  receive();
  return end_.status || end_.exec_error || end_.setup_failure || end_.memory_exceeded || end_.processor_exceeded;
}

std::optional<pid_t> Box::first_process() {
  receive();
  if (!first_process_.is_open()) return std::nullopt;
  std::ifstream description("/proc/self/fdinfo/" + std::to_string(first_process_.fd()));
  for (std::string line; std::getline(description, line);) {
    if (!line.starts_with(PidOfPidfd)) continue;
    const long number = std::strtol(line.c_str() + PidOfPidfd.size(), nullptr, 10);
    return number > 0 ? std::optional(static_cast<pid_t>(number)) : std::nullopt;  // -1 of one that has ended
  }
  return std::nullopt;
}

void Box::halt() { command(BoxOrder::Halt, SIGSTOP); }

void Box::resume() { command(BoxOrder::Resume, SIGCONT); }

void Box::command(BoxOrder to_first_process, int to_jailed_bot) {
  receive();
  if (!ready_) return;
  if (first_process_.is_open()) {
    send(to_first_process);
  } else {
    ::syscall(SYS_pidfd_send_signal, outermost_, to_jailed_bot, nullptr, 0);
  }
}

void Box::send(BoxOrder order) {
  const auto is_full = [&] {
    return ::send(channel_.fd(), &order, sizeof(order), MSG_NOSIGNAL) < 0 && errno == EAGAIN;
  };
  pollfd room{channel_.fd(), POLLOUT, 0};
  while (is_full() && ::poll(&room, 1, TimeoutMilliseconds) == 1) {
  }
}

void Box::kill() {
  if (ends_within(outermost_, 0)) return;
  receive();
  if (!first_process_.is_open()) {
    // Still being made, or a jailed bot, which is its own outermost process. What has not begun yet ends by itself when
    // it finds the channel closed.
    channel_.close();
    return;
  }
  ::syscall(SYS_pidfd_send_signal, first_process_.fd(), SIGKILL, nullptr, 0);
  ends_within(outermost_, TimeoutMilliseconds);
}

BoxEnd Box::end() {
  receive();
  if (first_process_.is_open()) ends_within(first_process_.fd(), TimeoutMilliseconds);
  if (has_failed() && !end_.setup_failure && channel_.is_open()) end_.setup_failure = "it ended before it stood";
  const MemoryEnd of_group = group_.memory_end();
  end_.memory_exceeded = end_.memory_exceeded || of_group == MemoryEnd::Group;
  end_.machine_short = of_group == MemoryEnd::Machine;
  return end_;
}

}  // namespace tichu::arena
