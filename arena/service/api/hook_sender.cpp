#include "arena/service/api/hook_sender.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <future>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>
#include <vector>

#include "arena/presentation/live/http_client.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/ladder/network.h"
#include "arena/text/characters.h"
#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

constexpr long HookSeconds = 5;
constexpr std::size_t AtOnce = 16;
constexpr std::chrono::seconds LookEvery{1};

/// Those that are not of the public internet (IANA's registries of special addresses). Of IPv6 only 2000::/3 is given
/// out.
constexpr std::array<const char*, 20> ClosedNetworks{
    "0.0.0.0/8",      "10.0.0.0/8",     "100.64.0.0/10", "127.0.0.0/8",     "169.254.0.0/16",
    "172.16.0.0/12",  "192.0.0.0/24",   "192.0.2.0/24",  "192.31.196.0/24", "192.52.193.0/24",
    "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/3",    "2001::/23",      "2001:db8::/32", "2002::/16",       "3fff::/20"};

bool is_in_any(const auto& networks, const sockaddr& address) {
  return std::any_of(networks.begin(), networks.end(),
                     [&](const auto& network) { return is_in_network(network, address).value_or(false); });
}

/// What `open_socket` is told, and tells.
struct Gate {
  const std::vector<std::string>& own_networks;
  bool refused = false;
};

/// Called by libcurl with the address that it is about to connect to.
curl_socket_t open_socket(void* opaque, curlsocktype purpose, curl_sockaddr* address) {
  auto& gate = *static_cast<Gate*>(opaque);
  if (purpose != CURLSOCKTYPE_IPCXN || !may_be_told(address->addr, gate.own_networks)) {
    gate.refused = true;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::size_t throw_away(char*, std::size_t, std::size_t count, void*) { return count; }

void forbid_detours(HttpClient& client) {
  client.set(CURLOPT_PROTOCOLS_STR, "https");
  client.set(CURLOPT_PROXY, "");
  client.set(CURLOPT_TIMEOUT, HookSeconds);
  client.set(CURLOPT_FRESH_CONNECT, 1L);
  client.set(CURLOPT_FORBID_REUSE, 1L);
  client.set(CURLOPT_WRITEFUNCTION, throw_away);
  client.set(CURLOPT_OPENSOCKETFUNCTION, open_socket);
}

}  // namespace

bool may_be_told(const sockaddr& address, const std::vector<std::string>& own_networks) {
  if (is_in_any(own_networks, address)) return true;
  const bool may_be_public = address.sa_family == AF_INET ||
                             (address.sa_family == AF_INET6 && is_in_network("2000::/3", address).value_or(false));
  return may_be_public && !is_in_any(ClosedNetworks, address);
}

bool names_closed_address(const std::string& url, const std::vector<std::string>& own_networks) {
  std::string host = in_lower_case(url_part(url, CURLUPART_HOST).value_or(""));
  while (host.ends_with('.')) host.pop_back();
  if (host == "localhost" || host.ends_with(".localhost")) host = "127.0.0.1";
  sockaddr_storage address{};
  if (host.starts_with('[')) {
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    const std::string number = host.substr(1, host.find_first_of("%]") - 1);
    if (::inet_pton(AF_INET6, number.c_str(), &v6.sin6_addr) != 1) return false;
    std::memcpy(&address, &v6, sizeof v6);
  } else {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    if (::inet_aton(host.c_str(), &v4.sin_addr) == 0) return false;
    std::memcpy(&address, &v4, sizeof v4);
  }
  return !may_be_told(reinterpret_cast<const sockaddr&>(address), own_networks);
}

std::string hook_body(const HookDelivery& delivery) {
  ApiJson json{{"delivery", delivery.id}, {"attempt", delivery.attempt}, {"event", json_of(delivery.event)}};
  return json.dump(-1, ' ', false, ApiJson::error_handler_t::replace);
}

std::string hook_signature(std::string_view secret, std::string_view body) {
  crypto_auth_hmacsha256_state state;
  ::crypto_auth_hmacsha256_init(&state, reinterpret_cast<const unsigned char*>(secret.data()), secret.size());
  ::crypto_auth_hmacsha256_update(&state, reinterpret_cast<const unsigned char*>(body.data()), body.size());
  std::array<unsigned char, crypto_auth_hmacsha256_BYTES> hash{};
  ::crypto_auth_hmacsha256_final(&state, hash.data());
  return "sha256=" + hexadecimal_of({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

DeliveryOutcome send_hook(const HookDelivery& delivery, const HookRoute& route) {
  DeliveryOutcome outcome{delivery.id, false, ""};
  const std::string body = hook_body(delivery);
  Gate gate{route.own_networks};
  HttpClient client(0);
  forbid_detours(client);
  client.add_header("Content-Type: application/json");
  client.add_header("Tichu-Signature: " + hook_signature(delivery.hook.secret, body));
  client.set_post(body);
  client.set(CURLOPT_OPENSOCKETDATA, &gate);
  if (!route.authorities.empty()) client.set(CURLOPT_CAINFO, route.authorities.c_str());
  HttpReply reply;
  const CURLcode code = client.perform(delivery.hook.url, reply);
  outcome.ok = code == CURLE_OK && reply.ok();
  if (gate.refused) {
    outcome.problem = "the address is neither of the public internet nor in hook_networks";
  } else if (code != CURLE_OK) {
    outcome.problem = ::curl_easy_strerror(code);
  } else if (!outcome.ok) {
    outcome.problem = "the answer was " + std::to_string(reply.status);
  }
  return outcome;
}

namespace {

/// Sends what is due, each account's at the same time as the others', so that a host that does not answer delays its
/// own account alone. False if nothing was, or if the machine failed: such a delivery stays due.
bool send_due(Hooks& hooks, const std::vector<std::string>& own_networks,
              const std::function<void(const std::string&)>& log) {
  const std::vector<HookDelivery> due = hooks.due_deliveries(AtOnce);
  std::vector<std::future<DeliveryOutcome>> sent;
  sent.reserve(due.size());
  for (const HookDelivery& delivery : due) {
    sent.push_back(std::async(std::launch::async, [&] { return send_hook(delivery, {.own_networks = own_networks}); }));
  }
  bool has_failed = false;
  for (std::future<DeliveryOutcome>& outcome : sent) {
    try {
      hooks.delivered(outcome.get());
    } catch (const std::exception& error) {
      log(std::string("a hook could not be sent: ") + error.what());
      has_failed = true;
    }
  }
  return !due.empty() && !has_failed;
}

}  // namespace

struct HookSender::State {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::jthread thread;
};

HookSender::HookSender(Hooks& hooks, std::vector<std::string> own_networks, std::function<void(const std::string&)> log)
    : state_(std::make_unique<State>()) {
  if (::sodium_init() < 0) throw std::runtime_error("libsodium cannot be started");
  state_->thread = std::jthread([state = state_.get(), &hooks, own_networks = std::move(own_networks),
                                 log = std::move(log)](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      try {
        if (send_due(hooks, own_networks, log)) continue;
      } catch (const std::exception& error) {
        log(std::string("hooks: ") + error.what());
      }
      std::unique_lock lock(state->mutex);
      state->wake.wait_for(lock, stop, LookEvery, [] { return false; });
    }
  });
}

HookSender::~HookSender() = default;

}  // namespace tichu::arena
