#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/service/ladder/hooks.h"

struct sockaddr;

namespace tichu::arena {

/// Whether hooks may be sent to an address: it belongs to the public internet (not to this machine, nor to a private,
/// shared, link-local, multicast, documentation or reserved network, nor to one of these in an IPv6 disguise: mapped,
/// 6to4, NAT64, Teredo), or to one of `own_networks` ("10.1.0.0/16").
bool may_be_told(const sockaddr& address, const std::vector<std::string>& own_networks = {});

/// Whether a URL of https names by its number, in any notation, or as this machine an address that hooks may not be
/// sent to. A name may resolve to one all the same.
bool names_closed_address(const std::string& url, const std::vector<std::string>& own_networks = {});

/// The body of a delivery: the event and a number by which repeated ones are known, as JSON.
std::string hook_body(const HookDelivery& delivery);

/// The header Tichu-Signature of a body: "sha256=" and its HMAC-SHA-256 under the hook's secret, in hexadecimal.
std::string hook_signature(std::string_view secret, std::string_view body);

/// Whom a delivery may reach, and whose word is taken for who that is.
struct HookRoute {
  std::vector<std::string> own_networks = {};  ///< besides the public internet
  std::string authorities = {};                ///< a file of certificates in PEM; empty: the system's
};

/// Sends one delivery by POST: https alone, to an address alone that may be told, which is judged when it is connected
/// to and not before; no redirects, no proxy, five seconds in all, and nothing of the answer but its status is looked
/// at.
DeliveryOutcome send_hook(const HookDelivery& delivery, const HookRoute& route = {});

/// Sends what is due for as long as it exists, on a thread of its own. A failure of the machine is told to `log`.
class HookSender {
 public:
  HookSender(Hooks& hooks, std::vector<std::string> own_networks, std::function<void(const std::string&)> log);
  ~HookSender();
  HookSender(const HookSender&) = delete;
  HookSender& operator=(const HookSender&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tichu::arena
