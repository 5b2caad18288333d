#pragma once

#include <boost/asio/ip/address.hpp>
#include <string>

namespace tichu::arena {

/// The address; one of IPv4 that is written as one of IPv6 (::ffff:192.0.2.1), as sockets for both tell it, becomes
/// what it is.
boost::asio::ip::address plain_address(const boost::asio::ip::address& address);

/// Whom an address stands for where shares and rates are counted, as text: an address of IPv4, also one that is
/// written as one of IPv6 (::ffff:192.0.2.1, 64:ff9b::192.0.2.1), stands for itself; of other ones of IPv6 the first 64
/// bits count, since one customer has all addresses that begin with them: "2001:db8:0:7::/64".
std::string address_owner(const boost::asio::ip::address& address);

}  // namespace tichu::arena
