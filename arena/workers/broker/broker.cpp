#include "arena/workers/broker/broker.h"

#include <nats/nats.h>

#include <algorithm>
#include <limits>

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;

/// More than what stands around the bytes of any message.
constexpr std::int64_t HeaderBytes = 1024;
/// A piece of an artifact, with what is around it (`MostPieceBytes`).
constexpr std::size_t LeastBytes = std::size_t{600} << 10;

void require(const std::string& what, natsStatus status) {
  if (status != NATS_OK) throw BrokerTrouble("the broker: " + what + ": " + natsStatus_GetText(status));
}

}  // namespace

std::string public_text(const BrokerAddress& address) {
  const std::size_t scheme = address.url.find("://");
  const std::size_t host = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t at = address.url.rfind('@');
  if (at == std::string::npos || at < host) return address.url;
  return address.url.substr(0, host) + address.url.substr(at + 1);
}

Listener::~Listener() { natsSubscription_Destroy(static_cast<natsSubscription*>(subscription_)); }

std::optional<HeardMessage> Listener::next(milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  constexpr int MostSkipped = 1000;
  const Clock::time_point deadline = Clock::now() + patience;
  for (int skipped = 0; skipped < MostSkipped; ++skipped) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    natsMsg* message = nullptr;
    const natsStatus status = natsSubscription_NextMsg(&message, static_cast<natsSubscription*>(subscription_),
                                                       std::max<std::int64_t>(left.count(), 0));
    // The library takes an empty message with such a header for the server's: here it is its sender's, and says
    // nothing. What was lost since too much waited comes again.
    if (status == NATS_NO_RESPONDERS || status == NATS_SLOW_CONSUMER) continue;
    if (status != NATS_OK) return std::nullopt;
    HeardMessage heard{natsMsg_GetSubject(message),
                       {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))}};
    natsMsg_Destroy(message);
    return heard;
  }
  return std::nullopt;
}

struct Broker::State {
  natsOptions* options = nullptr;
  natsConnection* connection = nullptr;

  ~State() {
    if (connection != nullptr) natsConnection_Close(connection);
    natsConnection_Destroy(connection);
    natsOptions_Destroy(options);
  }

  void set_options(const BrokerAddress& address, const std::string& name) {
    require("no memory", natsOptions_Create(&options));
    require("not the address of a NATS server: " + public_text(address),
            natsOptions_SetURL(options, address.url.c_str()));
    natsOptions_SetName(options, name.c_str());
    natsOptions_SetMaxReconnect(options, std::numeric_limits<int>::max());
    natsOptions_SetReconnectWait(options, 250);
    natsOptions_SetReconnectJitter(options, 250, 500);
    natsOptions_SetPingInterval(options, 5000);
    natsOptions_SetMaxPingsOut(options, 3);
    natsOptions_SetTimeout(options, 5000);
    if (address.ca_file.empty()) return;
    require("TLS is not to be had", natsOptions_SetSecure(options, true));
    require("no certificates in " + address.ca_file,
            natsOptions_LoadCATrustedCertificates(options, address.ca_file.c_str()));
  }
};

Broker::Broker(const BrokerAddress& address, const std::string& name) : state_(std::make_unique<State>()) {
  state_->set_options(address, name);
  const natsStatus connected = natsConnection_Connect(&state_->connection, state_->options);
  if (connected == NATS_SSL_ERROR) {
    throw BrokerTrouble("the broker: " + public_text(address) +
                        " has no certificate that is trusted for this name: use the name that the certificate is for, "
                        "and if it is one of your own, name its file with --nats-ca");
  }
  require("cannot connect to " + public_text(address), connected);
  if (most_bytes() < LeastBytes) {
    throw BrokerTrouble("the broker: " + public_text(address) + " takes messages of less than " +
                        std::to_string(LeastBytes) + " bytes: set max_payload in its configuration to 1 MB");
  }
}

Broker::~Broker() = default;

bool Broker::is_connected() const { return natsConnection_Status(state_->connection) == NATS_CONN_STATUS_CONNECTED; }

std::uint64_t Broker::reconnections() const {
  natsStatistics* made = nullptr;
  require("no memory", natsStatistics_Create(&made));
  const std::unique_ptr<natsStatistics, void (*)(natsStatistics*)> statistics(made, natsStatistics_Destroy);
  std::uint64_t reconnections = 0;
  require("no statistics", natsConnection_GetStats(state_->connection, made));
  require("no statistics", natsStatistics_GetCounts(made, nullptr, nullptr, nullptr, nullptr, &reconnections));
  return reconnections;
}

std::size_t Broker::most_bytes() const {
  const std::int64_t most = natsConnection_GetMaxPayload(state_->connection);
  return static_cast<std::size_t>(std::max<std::int64_t>(most - HeaderBytes, 0));
}

void Broker::publish(const std::string& subject, std::string_view bytes) {
  natsConnection_Publish(state_->connection, subject.c_str(), bytes.data(), static_cast<int>(bytes.size()));
}

std::unique_ptr<Listener> Broker::listen(const std::string& subjects) {
  natsSubscription* subscription = nullptr;
  require("cannot listen to " + subjects,
          natsConnection_SubscribeSync(&subscription, state_->connection, subjects.c_str()));
  std::unique_ptr<Listener> listener(new Listener(subscription));
  require("cannot listen to " + subjects,
          natsSubscription_SetPendingLimits(subscription, Listener::MostWaiting, Listener::MostWaitingBytes));
  return listener;
}

}  // namespace tichu::arena
