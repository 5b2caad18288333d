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
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

namespace tichu::arena {
namespace {

/// A killed process is gone within milliseconds; more is only waited for on a host that hardly runs.
constexpr int PatienceMilliseconds = 1000;

/// How the line begins that names a pidfd's process in its description (proc(5), fdinfo).
constexpr std::string_view PidOfPidfd = "Pid:";

/// Whether the process has ended, or does within that time.
bool ends_within(int pidfd, int milliseconds) {
  pollfd watched{pidfd, POLLIN, 0};
  return ::poll(&watched, 1, milliseconds) == 1;
}

/// The descriptor that came with a message; none where none did.
FileDescriptor received_descriptor(msghdr& header) {
  const cmsghdr* rights = CMSG_FIRSTHDR(&header);
  if (rights == nullptr || rights->cmsg_type != SCM_RIGHTS) return {};
  int number = -1;
  std::memcpy(&number, CMSG_DATA(rights), sizeof(int));
  return FileDescriptor(number);
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
    const ssize_t size = ::recvmsg(channel_.number(), &header, MSG_CMSG_CLOEXEC);
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

bool Box::is_made_by(std::chrono::steady_clock::time_point deadline, int outermost) {
  using std::chrono::ceil;
  using std::chrono::milliseconds;
  while (true) {
    receive();
    if (ready_ || end_.setup_failure) return true;
    const auto rest = ceil<milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    std::array<pollfd, 2> watched{pollfd{channel_.number(), POLLIN, 0}, pollfd{outermost, POLLIN, 0}};
    const int count = ::poll(watched.data(), watched.size(), static_cast<int>(std::max<std::int64_t>(rest, 0)));
    if (count == 0) return false;
    // An end without a word, of tichu-box or of bubblewrap, is seen by the end of the outermost process.
    if (watched[1].revents != 0 || (watched[0].revents & (POLLIN | POLLHUP)) == POLLHUP) return true;
  }
}

bool Box::program_ended() {
  receive();
  return end_.status || end_.exec_error || end_.setup_failure || end_.memory_exceeded || end_.processor_exceeded;
}

std::optional<pid_t> Box::first_process() {
  receive();
  if (!first_process_.is_open()) return std::nullopt;
  std::ifstream description("/proc/self/fdinfo/" + std::to_string(first_process_.number()));
  for (std::string line; std::getline(description, line);) {
    if (!line.starts_with(PidOfPidfd)) continue;
    const long number = std::strtol(line.c_str() + PidOfPidfd.size(), nullptr, 10);
    return number > 0 ? std::optional(static_cast<pid_t>(number)) : std::nullopt;  // -1 of one that has ended
  }
  return std::nullopt;
}

void Box::command(int outermost, BoxOrder to_first_process, int to_fence) {
  receive();
  if (!ready_) return;
  if (first_process_.is_open()) {
    send(to_first_process);
  } else {
    ::syscall(SYS_pidfd_send_signal, outermost, to_fence, nullptr, 0);
  }
}

void Box::send(BoxOrder order) {
  const auto is_full = [&] {
    return ::send(channel_.number(), &order, sizeof(order), MSG_NOSIGNAL) < 0 && errno == EAGAIN;
  };
  pollfd room{channel_.number(), POLLOUT, 0};
  while (is_full() && ::poll(&room, 1, PatienceMilliseconds) == 1) {
  }
}

void Box::kill(int outermost) {
  if (ends_within(outermost, 0)) return;
  receive();
  if (!first_process_.is_open()) {
    // Still being made, or a fence, which is its own outermost process. What has not begun yet ends by itself when it
    // finds the channel closed.
    channel_.close();
    return;
  }
  ::syscall(SYS_pidfd_send_signal, first_process_.number(), SIGKILL, nullptr, 0);
  ends_within(outermost, PatienceMilliseconds);
}

BoxEnd Box::end() {
  receive();
  if (first_process_.is_open()) ends_within(first_process_.number(), PatienceMilliseconds);
  if (!ready_ && !end_.setup_failure && channel_.is_open()) end_.setup_failure = "it ended before it stood";
  const MemoryEnd of_group = group_.memory_end();
  end_.memory_exceeded = end_.memory_exceeded || of_group == MemoryEnd::Group;
  end_.machine_short = of_group == MemoryEnd::Machine;
  return end_;
}

}  // namespace tichu::arena
