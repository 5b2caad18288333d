#include "arena/hosting/sandbox/box/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tichu::arena {
namespace {

/// 0 or the errno. By the one call that a jailed bot's filter leaves.
int send_message(const BoxReport& message) {
  return ::send(BoxChannel, &message, sizeof(message), MSG_NOSIGNAL) < 0 ? errno : 0;
}

/// The same, with a descriptor.
int send_message(const BoxReport& message, int descriptor) {
  BoxReport copy = message;
  iovec part{&copy, sizeof(copy)};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  header.msg_control = control;
  header.msg_controllen = sizeof(control);
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(rights), &descriptor, sizeof(int));
  return ::sendmsg(BoxChannel, &header, MSG_NOSIGNAL) < 0 ? errno : 0;
}

}  // namespace

void report(BoxReportKind kind, int value) {
  BoxReport message;
  message.kind = kind;
  message.value = value;
  send_message(message);
}

void report_ready(int descriptor) {
  BoxReport message;
  message.kind = BoxReportKind::Ready;
  const int error = descriptor < 0 ? send_message(message) : send_message(message, descriptor);
  if (error != 0 && error != EPIPE) report_failed_setup("handing over its process", error);
}

void report_failed_setup(const char* step, int error) {
  BoxReport message;
  message.kind = BoxReportKind::SetupFailed;
  message.value = error;
  std::strncpy(message.step, step, sizeof(message.step) - 1);
  send_message(message);
  ::_exit(127);
}

bool is_abandoned() {
  pollfd watched{BoxChannel, 0, 0};
  return ::poll(&watched, 1, 0) != 0;
}

}  // namespace tichu::arena
