#include "arena/presentation/live/address_owner.h"

#include <algorithm>

namespace tichu::arena {

namespace ip = boost::asio::ip;

ip::address plain_address(const ip::address& address) {
  const bool is_mapped = address.is_v6() && address.to_v6().is_v4_mapped();
  return is_mapped ? ip::address(ip::make_address_v4(ip::v4_mapped, address.to_v6())) : address;
}

std::string address_owner(const ip::address& address) {
  const ip::address plain = plain_address(address);
  if (plain.is_v4()) return plain.to_string();
  auto bytes = plain.to_v6().to_bytes();
  std::fill(bytes.begin() + bytes.size() / 2, bytes.end(), 0);
  return ip::address_v6(bytes).to_string() + "/64";
}

}  // namespace tichu::arena
