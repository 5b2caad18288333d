// Sends descriptors that nobody takes, from many threads that wait at full queues: the kernel counts those under way by
// user, and whoever has that user, such as the arena's own program in the next box, could pass none any more.

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <system_error>
#include <thread>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class InFlight : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    try {
      for (int thread = 0; thread < 16; ++thread) {
        for (const int type : {SOCK_DGRAM, SOCK_SEQPACKET, SOCK_STREAM}) start(type);
      }
    } catch (const std::system_error&) {
      // As many as its limits leave it.
    }
  }
  static void start(int type) {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, type, 0, ends.data()) != 0) return;
    std::thread([ends] {
      while (sends_descriptors(ends[0])) {
      }
    }).detach();
  }
  static bool sends_descriptors(int socket) {
    constexpr std::size_t Most = 253;  // of one message
    char byte = 'x';
    iovec part{&byte, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(Most * sizeof(int))> control{};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(Most * sizeof(int));
    std::array<int, Most> sent;
    sent.fill(STDERR_FILENO);
    std::memcpy(CMSG_DATA(rights), sent.data(), sizeof(sent));
    return ::sendmsg(socket, &header, 0) >= 0;
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::InFlight>(count, words); }
