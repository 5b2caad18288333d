#include "arena/hosting/sandbox/box/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

#include "arena/hosting/sandbox/box_protocol.h"

namespace tichu::arena {
namespace {

void send_message(const BoxReport& message, int descriptor) {
  BoxReport copy = message;
  iovec part{&copy, sizeof(copy)};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  if (descriptor >= 0) {
    header.msg_control = control;
    header.msg_controllen = sizeof(control);
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(rights), &descriptor, sizeof(int));
  }
  ::sendmsg(BoxChannel, &header, MSG_NOSIGNAL);
}

}  // namespace

void report(BoxReportKind kind, int value, int descriptor) {
  BoxReport message;
  message.kind = kind;
  message.value = value;
  send_message(message, descriptor);
}

void report_failed_setup(const char* step, int error) {
  BoxReport message;
  message.kind = BoxReportKind::SetupFailed;
  message.value = error;
  std::strncpy(message.step, step, sizeof(message.step) - 1);
  send_message(message, -1);
  ::_exit(127);
}

bool is_abandoned() {
  pollfd watched{BoxChannel, 0, 0};
  return ::poll(&watched, 1, 0) != 0;
}

}  // namespace tichu::arena
