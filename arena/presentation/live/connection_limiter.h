#pragma once

#include <boost/asio/ip/address.hpp>
#include <map>
#include <optional>
#include <string>

#include "arena/presentation/live/client_bounds.h"

namespace tichu::arena {

/// Who may connect to a server, and who may watch, so that nobody shuts the others out. Addresses of one owner
/// (address_owner.h) are one. To be used by one thread.
///
/// What it does not tell: who is honest. Somebody with nine addresses or more can still take all connections.
class ConnectionLimiter {
 private:
  struct Share {
    int clients = 0;
    int watchers = 0;
  };
  using Shares = std::map<std::string, Share>;  ///< by owner of an address

 public:
  explicit ConnectionLimiter(const ClientBounds& bounds = {}) : bounds_(bounds) {}

  /// A connection; it is given back when this object ends, which must be before the shares do.
  class Slot {
   public:
    Slot(ConnectionLimiter& shares, Shares::iterator share);
    Slot(Slot&& other) noexcept;
    Slot& operator=(Slot&&) = delete;
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    ~Slot();

    /// Whether this connection may watch from now on; true if it does already.
    bool watch();

   private:
    ConnectionLimiter* shares_;
    Shares::iterator share_;
    bool watches_ = false;
  };

  /// A connection for this address; nullopt if it gets none now.
  std::optional<Slot> admit(const boost::asio::ip::address& address);
  /// How many connections there are.
  int clients() const { return clients_; }

 private:
  /// How many connections an address may have now.
  int allowance() const { return clients_ < bounds_.unshared ? bounds_.unshared : bounds_.of_address; }

  ClientBounds bounds_;
  Shares shares_;
  int clients_ = 0;
  int watchers_ = 0;
};

}  // namespace tichu::arena
