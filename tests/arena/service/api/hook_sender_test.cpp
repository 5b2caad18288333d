#include "arena/service/api/hook_sender.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/arena/loopback_listener.h"

namespace tichu::arena {
namespace {

bool may_tell(const char* text, const std::vector<std::string>& own_networks = {}) {
  sockaddr_storage storage{};
  auto* v4 = reinterpret_cast<sockaddr_in*>(&storage);
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&storage);
  if (::inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
    storage.ss_family = AF_INET;
  } else {
    EXPECT_EQ(::inet_pton(AF_INET6, text, &v6->sin6_addr), 1) << text;
    storage.ss_family = AF_INET6;
  }
  return may_be_told(reinterpret_cast<const sockaddr&>(storage), own_networks);
}

TEST(Hooks, GoToThePublicInternetAlone) {
  for (const char* open : {"1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1",
                           "193.168.0.1", "223.255.255.255", "2606:4700::1111", "2a00::1", "2001:4860:4860::8888"}) {
    EXPECT_TRUE(may_tell(open)) << open;
  }
  for (const char* closed : {"0.0.0.0",
                             "0.1.2.3",
                             "10.0.0.1",
                             "100.64.0.1",
                             "127.0.0.1",
                             "127.255.255.255",
                             "169.254.169.254",
                             "172.16.0.1",
                             "172.31.255.255",
                             "192.0.0.1",
                             "192.0.2.1",
                             "192.88.99.1",
                             "192.168.1.1",
                             "198.18.0.1",
                             "198.19.255.255",
                             "198.51.100.1",
                             "203.0.113.1",
                             "224.0.0.1",
                             "240.0.0.1",
                             "255.255.255.255",
                             "::",
                             "::1",
                             "::ffff:127.0.0.1",
                             "::ffff:8.8.8.8",
                             "::127.0.0.1",
                             "64:ff9b::7f00:1",
                             "100::1",
                             "fc00::1",
                             "fd12::1",
                             "fe80::1",
                             "fec0::1",
                             "ff02::1",
                             "2001::1",
                             "2001:2::1",
                             "2001:10::1",
                             "2001:db8::1",
                             "2002:7f00:1::",
                             "3fff::1",
                             "4000::1"}) {
    EXPECT_FALSE(may_tell(closed)) << closed;
  }
}

TEST(Hooks, AreRefusedIfTheirUrlNamesAClosedAddress) {
  for (const char* host :
       {"127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001", "10.1.2.3", "169.254.169.254", "localhost",
        "LOCALHOST.", "a.localhost", "[::1]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]"}) {
    EXPECT_TRUE(names_closed_address("https://" + std::string(host) + ":8443/x")) << host;
  }
  for (const char* host :
       {"8.8.8.8", "[2606:4700::1111]", "example.com", "127.0.0.1.example.com", "localhost.example"}) {
    EXPECT_FALSE(names_closed_address("https://" + std::string(host) + "/")) << host;
  }
}

TEST(Hooks, GoToTheOperatorsOwnNetworksIfTheSettingsNameThem) {
  const std::vector<std::string> own{"10.1.0.0/17", "192.168.7.9/32", "fd12:3400::/23"};
  for (const char* open : {"10.1.0.0", "10.1.127.255", "192.168.7.9", "fd12:3400::1", "fd12:35ff::1", "8.8.8.8"}) {
    EXPECT_TRUE(may_tell(open, own)) << open;
  }
  for (const char* closed : {"10.1.128.0", "10.0.255.255", "192.168.7.8", "fd12:3600::1", "::ffff:10.1.0.1",
                             "127.0.0.1", "169.254.169.254", "::1"}) {
    EXPECT_FALSE(may_tell(closed, own)) << closed;
  }
  EXPECT_FALSE(names_closed_address("https://10.1.0.1/", own));
  EXPECT_FALSE(names_closed_address("https://[fd12:3400::1]/", own));
  EXPECT_TRUE(names_closed_address("https://10.2.0.1/", own));
  EXPECT_TRUE(names_closed_address("https://localhost/", own));
}

TEST(Hooks, NeverConnectToThisMachine) {
  const LoopbackListener listener;
  for (const std::string host : {"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "2130706433",
                                 "0x7f000001", "017700000001"}) {
    HookDelivery delivery;
    delivery.hook.url = "https://" + host + ":" + std::to_string(listener.port()) + "/";
    delivery.hook.secret = "s";
    const DeliveryOutcome outcome = send_hook(delivery);
    EXPECT_FALSE(outcome.ok) << host;
    EXPECT_FALSE(listener.was_called()) << host;
  }
}

TEST(Hooks, UseNoOtherProtocol) {
  const LoopbackListener listener;
  for (const std::string scheme : {"http", "ftp", "file", "gopher", "dict", "telnet"}) {
    HookDelivery delivery;
    delivery.hook.url = scheme + "://8.8.8.8.invalid:" + std::to_string(listener.port()) + "/etc/passwd";
    EXPECT_FALSE(send_hook(delivery).ok) << scheme;
  }
}

TEST(Hooks, AreSigned) {
  // RFC 4231, test case 2.
  EXPECT_EQ(hook_signature("Jefe", "what do ya want for nothing?"),
            "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(Hooks, TellAnEventAndWhichAttemptItIs) {
  HookDelivery delivery;
  delivery.id = 7;
  delivery.attempt = 2;
  delivery.event.kind = "version.state";
  delivery.event.bot = "fox";
  delivery.event.detail = "\xff\"";
  const std::string body = hook_body(delivery);
  EXPECT_EQ(body.find("{\"delivery\":7,\"attempt\":2,\"event\":{"), 0u) << body;
  EXPECT_NE(body.find("\"bot\":\"fox\""), std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
