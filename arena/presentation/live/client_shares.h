#pragma once

#include <array>
#include <boost/asio/ip/address.hpp>
#include <cstdint>
#include <map>
#include <optional>

#include "arena/presentation/live/client_bounds.h"

namespace tichu::arena {

/// Who may connect to a server, and who may watch, so that nobody shuts the others out. Addresses of IPv6 with the same
/// first 64 bits are one, since one customer has all of them. To be used by one thread.
///
/// What it does not tell: who is honest. Somebody with nine addresses or more can still take all connections.
class ClientShares {
 private:
  struct Share {
    int clients = 0;
    int watchers = 0;
  };
  /// An address without what its owner can choose.
  using Key = std::array<std::uint8_t, 8>;
  using Shares = std::map<Key, Share>;

 public:
  explicit ClientShares(const ClientBounds& bounds = {}) : bounds_(bounds) {}

  /// A connection; it is given back when this object ends, which must be before the shares do.
  class Place {
   public:
    Place(ClientShares& shares, Shares::iterator share);
    Place(Place&& other) noexcept;
    Place& operator=(Place&&) = delete;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();

    /// Whether this connection may watch from now on; true if it does already.
    bool watch();

   private:
    ClientShares* shares_;
    Shares::iterator share_;
    bool watches_ = false;
  };

  /// A connection for this address; nullopt if it gets none now.
  std::optional<Place> admit(const boost::asio::ip::address& address);
  /// How many connections there are.
  int clients() const { return clients_; }

 private:
  static Key key_of(const boost::asio::ip::address& address);
  /// How many connections an address may have now.
  int allowance() const { return clients_ < bounds_.unshared ? bounds_.unshared : bounds_.of_address; }

  ClientBounds bounds_;
  Shares shares_;
  int clients_ = 0;
  int watchers_ = 0;
};

}  // namespace tichu::arena
