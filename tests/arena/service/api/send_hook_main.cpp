// Sends one hook to a server of this machine, whom the given authorities vouch for, and prints what came of it: for
// tests of the sending itself. send_hook URL SECRET AUTHORITIES
#include <sodium.h>

#include <iostream>

#include "arena/service/api/hook_sender.h"

int main(int argc, char** argv) {
  if (argc != 4 || sodium_init() < 0) return 2;
  tichu::arena::HookDelivery delivery;
  delivery.id = 7;
  delivery.attempt = 2;
  delivery.hook.url = argv[1];
  delivery.hook.secret = argv[2];
  delivery.event.kind = "season.ended";
  const auto outcome = tichu::arena::send_hook(delivery, {{"127.0.0.0/8"}, argv[3]});
  std::cout << (outcome.ok ? "ok" : outcome.problem) << std::endl;
  return outcome.ok ? 0 : 1;
}
