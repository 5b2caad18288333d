#include "arena/presentation/live/address_owner.h"

#include <algorithm>
#include <array>

namespace tichu::arena {

namespace ip = boost::asio::ip;

ip::address plain_address(const ip::address& address) {
  const bool is_mapped = address.is_v6() && address.to_v6().is_v4_mapped();
  return is_mapped ? ip::address(ip::make_address_v4(ip::v4_mapped, address.to_v6())) : address;
}

namespace {

/// The address of IPv4 that a network of IPv6 alone reaches as 64:ff9b::/96 (NAT64, RFC 6052); else the address.
/// Nobody is trusted by this: whoever forges such an address is counted as another client, and is no other.
ip::address without_nat64(const ip::address& address) {
  constexpr std::array<unsigned char, 12> Prefix{0x00, 0x64, 0xff, 0x9b};
  if (!address.is_v6()) return address;
  const auto bytes = address.to_v6().to_bytes();
  if (!std::equal(Prefix.begin(), Prefix.end(), bytes.begin())) return address;
  ip::address_v4::bytes_type last{};
  std::copy(bytes.begin() + Prefix.size(), bytes.end(), last.begin());
  return ip::address_v4(last);
}

}  // namespace

std::string address_owner(const ip::address& address) {
  const ip::address plain = without_nat64(plain_address(address));
  if (plain.is_v4()) return plain.to_string();
  auto bytes = plain.to_v6().to_bytes();
  std::fill(bytes.begin() + bytes.size() / 2, bytes.end(), 0);
  return ip::address_v6(bytes).to_string() + "/64";
}

}  // namespace tichu::arena
