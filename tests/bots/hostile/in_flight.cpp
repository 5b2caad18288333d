// Sends descriptors that nobody takes, from many threads that wait at full queues: the kernel counts those under way by
// user, and whoever has that user, such as the arena's own program in the next box, could pass none any more. Does so
// before it greets, so that the boxes of the same table are still to come.

#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class InFlight : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void start() override {
    if (harmless()) return;
    // The kernel looks at the count before it waits for room in a queue, and adds to it afterwards: so all wait, and
    // then get room.
    constexpr int Queues = 56;
    std::vector<int> receivers;
    for (int i = 0; i < Queues; ++i) {
      const std::array<int, 2> ends = one_way(i);
      if (ends[0] < 0) break;
      while (::send(ends[0], "x", 1, MSG_DONTWAIT) == 1) {
      }
      if (!starts_thread(ends[0])) break;
      receivers.push_back(ends[1]);
    }
    ::usleep(100'000);
    char byte = 0;
    for (const int receiver : receivers) ::recv(receiver, &byte, 1, MSG_DONTWAIT);
    ::usleep(100'000);
  }
  /// A sender and its receiver, which has no peer: only then a queue has a bound. -1 if there is none.
  static std::array<int, 2> one_way(int number) {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_DGRAM, 0, ends.data()) != 0) return {-1, -1};
    const sockaddr nobody{AF_UNSPEC, {}};
    for (const int end : ends) ::connect(end, &nobody, sizeof(nobody));
    const std::string name = "in-flight-" + std::to_string(std::random_device()()) + "-" + std::to_string(number);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), address.sun_path + 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    const auto* where = reinterpret_cast<const sockaddr*>(&address);
    const bool stands = ::bind(ends[1], where, size) == 0 && ::connect(ends[0], where, size) == 0;
    return stands ? ends : std::array<int, 2>{-1, -1};
  }
  static bool starts_thread(int socket) {
    pthread_attr_t small;
    ::pthread_attr_init(&small);
    ::pthread_attr_setstacksize(&small, 65536);
    pthread_t thread{};
    const auto work = [](void* end) -> void* {
      sends_descriptors(static_cast<int>(reinterpret_cast<std::intptr_t>(end)));
      return nullptr;
    };
    return ::pthread_create(&thread, &small, work, reinterpret_cast<void*>(static_cast<std::intptr_t>(socket))) == 0;
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
