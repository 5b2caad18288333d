// Calls somebody on the loopback.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class NetworkCaller : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* anybody = reinterpret_cast<const sockaddr*>(&address);
    const int stream = ::socket(AF_INET, SOCK_STREAM, 0);
    if (::connect(stream, anybody, sizeof(address)) == 0) succeeded("a connection");
    const int datagrams = ::socket(AF_INET, SOCK_DGRAM, 0);
    if (::sendto(datagrams, "x", 1, 0, anybody, sizeof(address)) == 1) succeeded("a datagram");
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::NetworkCaller>(count, words); }
