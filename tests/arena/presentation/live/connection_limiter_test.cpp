#include "arena/presentation/live/connection_limiter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arena/presentation/live/address_owner.h"

namespace tichu::arena {
namespace {

using Slots = std::vector<ConnectionLimiter::Slot>;

/// How many of `wanted` connections an address gets; it keeps them.
int admitted(ConnectionLimiter& shares, const std::string& address, int wanted, Slots& slots) {
  int count = 0;
  for (int i = 0; i < wanted; ++i) {
    if (auto slot = shares.admit(boost::asio::ip::make_address(address))) {
      slots.push_back(std::move(*slot));
      ++count;
    }
  }
  return count;
}

TEST(ConnectionLimiter, LeaveHalfOfTheConnectionsToOthers) {
  ConnectionLimiter shares;
  Slots slots;
  EXPECT_EQ(admitted(shares, "10.0.0.1", 1000, slots), UnsharedClients);
  for (int i = 2; i < 10; ++i) {
    EXPECT_EQ(admitted(shares, "10.0.0." + std::to_string(i), 1000, slots), ClientsOfAddress) << i;
  }
  EXPECT_EQ(shares.clients(), MostClients);
  EXPECT_EQ(admitted(shares, "10.0.0.99", 1, slots), 0);
  slots.clear();
  EXPECT_EQ(shares.clients(), 0);
  EXPECT_EQ(admitted(shares, "10.0.0.1", 1, slots), 1);
}

TEST(ConnectionLimiter, TakeAnIPv6NetworkOf64BitsForOneAddress) {
  ConnectionLimiter shares;
  Slots slots;
  EXPECT_EQ(admitted(shares, "2001:db8::1", 200, slots) + admitted(shares, "2001:db8::2", 200, slots), UnsharedClients);
  EXPECT_EQ(admitted(shares, "2001:db8::ffff:1:2:3", 1, slots), 0);
  EXPECT_EQ(admitted(shares, "2001:db8:0:1::1", 100, slots), ClientsOfAddress);
  // The same address, as a socket for both versions tells it.
  EXPECT_EQ(admitted(shares, "10.0.0.1", 100, slots), ClientsOfAddress);
  EXPECT_EQ(admitted(shares, "::ffff:10.0.0.1", 100, slots), 0);
  EXPECT_EQ(admitted(shares, "::ffff:10.0.0.2", 100, slots), ClientsOfAddress);
}

TEST(AddressOwner, IsOneForAllAddressesOfACustomer) {
  const auto owner = [](const char* text) { return address_owner(boost::asio::ip::make_address(text)); };
  EXPECT_EQ(owner("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(owner("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(owner("64:ff9b::192.0.2.1"), "192.0.2.1") << "as a network of IPv6 alone reaches it";
  EXPECT_NE(owner("64:ff9b::192.0.2.2"), owner("64:ff9b::192.0.2.1"));
  EXPECT_EQ(owner("64:ff9b::1:192.0.2.1"), "64:ff9b::/64") << "another prefix";
  EXPECT_FALSE(plain_address(boost::asio::ip::make_address("64:ff9b::127.0.0.1")).is_loopback()) << "nobody is trusted";
  EXPECT_EQ(owner("2001:db8:0:7::1"), "2001:db8:0:7::/64");
  EXPECT_EQ(owner("2001:db8:0:7:ffff:ffff:ffff:ffff"), "2001:db8:0:7::/64");
  EXPECT_NE(owner("2001:db8:0:8::1"), owner("2001:db8:0:7::1"));
  EXPECT_EQ(owner("::1"), "::/64");
  EXPECT_TRUE(plain_address(boost::asio::ip::make_address("::ffff:127.0.0.1")).is_loopback());
}

TEST(ConnectionLimiter, KeepConnectionsForQuestions) {
  ConnectionLimiter shares;
  std::vector<Slots> all(60);
  int watching = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    // Whoever cannot watch leaves, as the server makes it.
    for (int n = 0; n < 300; ++n) {
      auto slot = shares.admit(boost::asio::ip::make_address("10.0.0." + std::to_string(i)));
      if (!slot || !slot->watch()) continue;
      EXPECT_TRUE(slot->watch());
      all[i].push_back(std::move(*slot));
      ++watching;
    }
    EXPECT_LT(all[i].size(), static_cast<std::size_t>(i == 0 ? UnsharedClients : ClientsOfAddress)) << i;
  }
  EXPECT_EQ(watching, MostWatchers);
  Slots slots;
  EXPECT_EQ(admitted(shares, "10.1.0.1", 10, slots), 10);
  // A watcher that leaves makes room for another.
  EXPECT_FALSE(slots.back().watch());
  all.front().clear();
  EXPECT_TRUE(slots.back().watch());
}

}  // namespace
}  // namespace tichu::arena
