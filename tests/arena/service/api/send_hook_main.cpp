// Sends one hook to a server of this machine, whom the given authorities vouch for, and prints what came of it: for
// tests of the sending itself. send_hook URL SECRET AUTHORITIES
#include <netinet/in.h>
#include <sodium.h>

#include <cstring>
#include <iostream>

#include "arena/service/api/hook_sender.h"

namespace {

bool is_this_machine(const sockaddr& address) {
  if (address.sa_family != AF_INET) return false;
  sockaddr_in v4{};
  std::memcpy(&v4, &address, sizeof v4);
  return v4.sin_addr.s_addr == htonl(INADDR_LOOPBACK);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 || sodium_init() < 0) return 2;
  tichu::arena::HookDelivery delivery;
  delivery.id = 7;
  delivery.attempt = 2;
  delivery.hook.url = argv[1];
  delivery.hook.secret = argv[2];
  delivery.event.kind = "season.ended";
  const auto outcome = tichu::arena::send_hook(delivery, {is_this_machine, argv[3]});
  std::cout << (outcome.ok ? "ok" : outcome.problem) << std::endl;
  return outcome.ok ? 0 : 1;
}
