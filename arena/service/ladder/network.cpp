#include "arena/service/ladder/network.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

#include "arena/text/number_text.h"

namespace tichu::arena {
namespace {

/// An IP address in the order of the network; an IPv4 address has four bytes.
struct AddressBytes {
  std::array<unsigned char, 16> bytes{};
  int size = 0;  ///< 0: the address is of another family
};

AddressBytes bytes_of(const sockaddr& address) {
  AddressBytes found;
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    found.size = sizeof v4.sin_addr;
    std::memcpy(found.bytes.data(), &v4.sin_addr, sizeof v4.sin_addr);
  } else if (address.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    found.size = sizeof v6.sin6_addr;
    std::memcpy(found.bytes.data(), &v6.sin6_addr, sizeof v6.sin6_addr);
  }
  return found;
}

}  // namespace

std::optional<bool> is_in_network(const std::string& network, const sockaddr& address) {
  const std::size_t slash = network.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const std::string begin = network.substr(0, slash);
  AddressBytes first;
  if (::inet_pton(AF_INET, begin.c_str(), first.bytes.data()) == 1) {
    first.size = 4;
  } else if (::inet_pton(AF_INET6, begin.c_str(), first.bytes.data()) == 1) {
    first.size = 16;
  }
  const int bits = number_from<int>(std::string_view(network).substr(slash + 1)).value_or(-1);
  if (first.size == 0 || bits < 0 || bits > 8 * first.size) return std::nullopt;
  const AddressBytes asked = bytes_of(address);
  if (asked.size != first.size) return false;
  for (int bit = 0; bit < bits; ++bit) {
    const auto byte = static_cast<std::size_t>(bit / 8);
    if (((asked.bytes.at(byte) ^ first.bytes.at(byte)) >> (7 - bit % 8) & 1) != 0) return false;
  }
  return true;
}

}  // namespace tichu::arena
