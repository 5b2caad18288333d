#pragma once

#include <optional>
#include <string>

struct sockaddr;

namespace tichu::arena {

/// Whether an address lies in a network, which is written as an address and the number of its leading bits that count:
/// "10.1.0.0/16", "fd00::/8". Nullopt if the text is no network.
std::optional<bool> is_in_network(const std::string& network, const sockaddr& address);

}  // namespace tichu::arena
