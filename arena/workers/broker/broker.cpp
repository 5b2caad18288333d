#include "arena/workers/broker/broker.h"

#include <nats/nats.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t NanosecondsOfSecond = 1'000'000'000;
/// Above the time after which a leader or worker sends a message again whose acknowledgement was lost.
constexpr std::int64_t DuplicateWindow = 120 * NanosecondsOfSecond;
/// Artifacts that no leader has put for so long are nobody's.
constexpr std::int64_t BotsMaxAge = 30 * 24 * 3600 * NanosecondsOfSecond;
/// How long an answer of the server is waited for.
constexpr std::int64_t AnswerWaitMs = 2000;
/// Messages that are put at a time, far less than a server holds for a connection.
constexpr std::size_t MostOnTheWay = 256;
constexpr std::size_t MostBytesOnTheWay = std::size_t{4} << 20;
/// More than the headers of any message have.
constexpr std::int64_t HeaderBytes = 1024;
/// A piece of a result or of an artifact, with what is around it (`MostPartBytes`).
constexpr std::size_t LeastBytes = std::size_t{600} << 10;
constexpr std::size_t InboxDigits = 22;

const char* stream_name(BrokerStream stream) {
  constexpr std::array Names{"TICHU_UNITS", "TICHU_RESULTS", "TICHU_BOTS"};
  return Names[static_cast<std::size_t>(stream)];
}

[[noreturn]] void fail(const std::string& what, natsStatus status, jsErrCode code = static_cast<jsErrCode>(0)) {
  throw BrokerTrouble("the broker: " + what + ": " + natsStatus_GetText(status) +
                      (code == 0 ? "" : " (JetStream error " + std::to_string(static_cast<int>(code)) + ")"));
}

void require(const std::string& what, natsStatus status, jsErrCode code = static_cast<jsErrCode>(0)) {
  if (status != NATS_OK) fail(what, status, code);
}

/// A message of a stream, and the subscription that it came by, which it needs to be answered.
class StreamMessage : public PulledMessage::Origin {
 public:
  StreamMessage(natsMsg* message, std::shared_ptr<void> subscription)
      : message_(message), subscription_(std::move(subscription)) {
    jsMsgMetaData* data = nullptr;
    if (natsMsg_GetMetaData(&data, message) != NATS_OK) return;
    deliveries_ = data->NumDelivered;
    sequence_ = data->Sequence.Stream;
    jsMsgMetaData_Destroy(data);
  }
  StreamMessage(const StreamMessage&) = delete;
  StreamMessage& operator=(const StreamMessage&) = delete;
  ~StreamMessage() override { natsMsg_Destroy(message_); }

  std::string_view bytes() const override {
    return {natsMsg_GetData(message_), static_cast<std::size_t>(natsMsg_GetDataLength(message_))};
  }
  std::string subject() const override { return natsMsg_GetSubject(message_); }
  std::uint64_t deliveries() const override { return deliveries_; }
  std::uint64_t sequence() const override { return sequence_; }
  void acknowledge() override { natsMsg_Ack(message_, nullptr); }
  void in_progress() override { natsMsg_InProgress(message_, nullptr); }
  void give_back(milliseconds delay) override { natsMsg_NakWithDelay(message_, delay.count(), nullptr); }

 private:
  natsMsg* message_;
  std::shared_ptr<void> subscription_;
  std::uint64_t deliveries_ = 1;
  std::uint64_t sequence_ = 0;
};

jsStreamConfig stream_config(BrokerStream stream, const char** subjects) {
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  config.Name = stream_name(stream);
  config.Subjects = subjects;
  config.SubjectsLen = 1;
  config.Storage = js_FileStorage;
  config.Duplicates = DuplicateWindow;
  if (stream == BrokerStream::Bots) {
    config.Retention = js_LimitsPolicy;
    config.MaxAge = BotsMaxAge;
    config.MaxMsgsPerSubject = 1;
    config.AllowDirect = true;
  } else {
    config.Retention = js_WorkQueuePolicy;
  }
  return config;
}

}  // namespace

const char* subject_root(BrokerStream stream) {
  constexpr std::array Roots{"tichu.unit.", "tichu.result.", "tichu.bot."};
  return Roots[static_cast<std::size_t>(stream)];
}

std::string public_text(const BrokerAddress& address) {
  const std::size_t scheme = address.url.find("://");
  const std::size_t host = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t at = address.url.rfind('@');
  if (at == std::string::npos || at < host) return address.url;
  return address.url.substr(0, host) + address.url.substr(at + 1);
}

struct Puller::State {
  jsCtx* context = nullptr;
  std::string stream;
  std::string consumer;
  std::shared_ptr<void> subscription;  ///< shared with the messages that came by it

  void subscribe() {
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = stream.c_str();
    options.Consumer = consumer.c_str();
    options.ManualAck = true;
    jsErrCode code{};
    natsSubscription* made = nullptr;
    const natsStatus status = js_PullSubscribe(&made, context, nullptr, consumer.c_str(), nullptr, &options, &code);
    require("cannot pull from the stream " + stream, status, code);
    subscription.reset(made, [](natsSubscription* ended) { natsSubscription_Destroy(ended); });
  }
  void unsubscribe() { subscription.reset(); }
};

Puller::Puller(std::unique_ptr<State> state) : state_(std::move(state)) {}
Puller::~Puller() { state_->unsubscribe(); }

std::vector<PulledMessage> Puller::pull(int most, milliseconds patience) {
  if (state_->subscription == nullptr) state_->subscribe();
  natsMsgList list{};
  jsErrCode code{};
  const natsStatus status = natsSubscription_Fetch(&list, static_cast<natsSubscription*>(state_->subscription.get()),
                                                   most, patience.count(), &code);
  if (status == NATS_TIMEOUT) return {};
  if (status != NATS_OK) {
    // The consumer may be gone with all that the server had.
    state_->unsubscribe();
    fail("cannot pull from the stream " + state_->stream, status, code);
  }
  std::vector<PulledMessage> messages;
  messages.reserve(static_cast<std::size_t>(list.Count));
  for (int i = 0; i < list.Count; ++i)
    messages.emplace_back(std::make_unique<StreamMessage>(std::exchange(list.Msgs[i], nullptr), state_->subscription));
  natsMsgList_Destroy(&list);
  return messages;
}

Listener::~Listener() { natsSubscription_Destroy(static_cast<natsSubscription*>(subscription_)); }

std::optional<HeardMessage> Listener::next(milliseconds patience) {
  natsMsg* message = nullptr;
  if (natsSubscription_NextMsg(&message, static_cast<natsSubscription*>(subscription_), patience.count()) != NATS_OK) {
    return std::nullopt;
  }
  HeardMessage heard{natsMsg_GetSubject(message),
                     {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))}};
  natsMsg_Destroy(message);
  return heard;
}

struct Broker::State {
  natsOptions* options = nullptr;
  natsConnection* connection = nullptr;
  jsCtx* context = nullptr;
  // Of `put_all`:
  std::mutex putting;
  std::string inboxes;                  ///< where answers to this connection arrive
  std::string inbox;                    ///< among these, the one for its answers, each under its number
  natsSubscription* answers = nullptr;  ///< null: it does not listen for any
  std::uint64_t next_answer = 0;

  ~State() {
    natsSubscription_Destroy(answers);
    jsCtx_Destroy(context);
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
    if (!address.inbox.empty()) natsOptions_SetCustomInboxPrefix(options, address.inbox.c_str());
    // A request that an absent server never saw fails at once instead of at its deadline.
    natsOptions_SetFailRequestsOnDisconnect(options, true);
    if (address.ca_file.empty()) return;
    require("TLS is not to be had", natsOptions_SetSecure(options, true));
    require("no certificates in " + address.ca_file,
            natsOptions_LoadCATrustedCertificates(options, address.ca_file.c_str()));
  }

  /// At an inbox of its own: what still comes to an earlier one is of messages that are put again.
  void listen_for_answers() {
    if (answers != nullptr) return;
    inbox = inboxes + "." + random_hexadecimal(InboxDigits);
    require("cannot listen for answers", natsConnection_SubscribeSync(&answers, connection, (inbox + ".*").c_str()));
  }
  void forget_answers() { natsSubscription_Destroy(std::exchange(answers, nullptr)); }

  /// Sends a message; the answer comes under `number`.
  void send(const OutgoingMessage& outgoing, std::uint64_t number) const {
    natsMsg* made = nullptr;
    const std::string reply = inbox + "." + std::to_string(number);
    require("cannot make a message for " + outgoing.subject,
            natsMsg_Create(&made, outgoing.subject.c_str(), reply.c_str(), outgoing.bytes.data(),
                           static_cast<int>(outgoing.bytes.size())));
    const std::unique_ptr<natsMsg, void (*)(natsMsg*)> message(made, natsMsg_Destroy);
    require("no memory", natsMsgHeader_Set(made, "Nats-Msg-Id", outgoing.id.c_str()));
    require("cannot send " + outgoing.subject, natsConnection_PublishMsg(connection, made));
  }

  void put_all(const std::vector<OutgoingMessage>& messages) {
    for (std::size_t next = 0; next < messages.size();) {
      const std::uint64_t first = next_answer;
      std::size_t bytes = 0;
      std::size_t count = 0;
      while (next < messages.size() && count < MostOnTheWay && bytes < MostBytesOnTheWay) {
        bytes += messages[next].bytes.size();
        send(messages[next], next_answer++);
        ++next;
        ++count;
      }
      await_answers(first, count);
    }
  }

  /// Waits for the answers to `count` messages, of which the first has the number `first`; for as long as they come.
  void await_answers(std::uint64_t first, std::size_t count) const {
    using Clock = std::chrono::steady_clock;
    constexpr std::int64_t BetweenLooksMs = 100;
    const milliseconds patience(AnswerWaitMs);
    std::vector<bool> has_come(count);
    Clock::time_point deadline = Clock::now() + patience;
    for (std::size_t left = count; left > 0;) {
      natsMsg* came = nullptr;
      const natsStatus status = natsSubscription_NextMsg(&came, answers, BetweenLooksMs);
      if (status == NATS_TIMEOUT) {
        if (natsConnection_Status(connection) != NATS_CONN_STATUS_CONNECTED)
          fail("is away", NATS_CONNECTION_DISCONNECTED);
        if (Clock::now() > deadline) fail("does not say that it keeps messages", status);
        continue;
      }
      if (status == NATS_NO_RESPONDERS) fail("has no stream for a message", status);
      require("does not say that it keeps messages", status);
      const std::unique_ptr<natsMsg, void (*)(natsMsg*)> message(came, natsMsg_Destroy);
      const std::uint64_t number = answered(came);
      if (number < first || number - first >= count || has_come[number - first]) continue;
      expect_kept(came);
      has_come[number - first] = true;
      --left;
      deadline = Clock::now() + patience;
    }
  }

  /// Which message this is the answer to.
  std::uint64_t answered(const natsMsg* message) const {
    const std::string_view subject = natsMsg_GetSubject(message);
    std::uint64_t number = std::numeric_limits<std::uint64_t>::max();
    const std::size_t begin = std::min(subject.size(), inbox.size() + 1);
    std::from_chars(subject.data() + begin, subject.data() + subject.size(), number);
    return number;
  }

  /// Throws unless the server says that it keeps a message.
  static void expect_kept(natsMsg* message) {
    const std::string_view text(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message)));
    const nlohmann::json said = nlohmann::json::parse(text, nullptr, false);
    if (said.is_object() && said.contains("stream") && !said.contains("error")) return;
    throw BrokerTrouble("the broker: does not keep a message: " + std::string(text.substr(0, 200)));
  }
};

Broker::Broker(const BrokerAddress& address, const std::string& name) : state_(std::make_unique<State>()) {
  state_->set_options(address, name);
  state_->inboxes = address.inbox.empty() ? "_INBOX" : address.inbox;
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
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = AnswerWaitMs;
  require("no JetStream", natsConnection_JetStream(&state_->context, state_->connection, &options));
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

void Broker::make_streams() {
  for (const BrokerStream stream : {BrokerStream::Units, BrokerStream::Results, BrokerStream::Bots}) {
    const std::string subjects = std::string(subject_root(stream)) + ">";
    const char* list = subjects.c_str();
    jsStreamConfig config = stream_config(stream, &list);
    jsErrCode code{};
    const natsStatus status = js_AddStream(nullptr, state_->context, &config, nullptr, &code);
    if (code == JSStreamNameExistErr) continue;
    if (code == JSNotEnabledErr || status == NATS_NO_RESPONDERS || code == JSNotEnabledForAccountErr) {
      throw BrokerTrouble("the broker has no JetStream: start nats-server with -js (arena/README.md, Many machines)");
    }
    require(std::string("cannot make the stream ") + stream_name(stream), status, code);
  }
}

void Broker::make_consumer(BrokerStream stream, const std::string& name, const std::string& subjects,
                           milliseconds patience) {
  jsConsumerConfig config;
  jsConsumerConfig_Init(&config);
  config.Durable = name.c_str();
  config.AckPolicy = js_AckExplicit;
  config.AckWait = std::chrono::nanoseconds(patience).count();
  config.FilterSubject = subjects.c_str();
  config.MaxAckPending = 65'536;
  config.MaxWaiting = 8192;
  jsErrCode code{};
  const natsStatus status = js_AddConsumer(nullptr, state_->context, stream_name(stream), &config, nullptr, &code);
  if (code == JSConsumerNameExistErr) return;
  require("cannot make the consumer " + name, status, code);
}

void Broker::remove_consumer(BrokerStream stream, const std::string& name) {
  jsErrCode code{};
  const natsStatus status = js_DeleteConsumer(state_->context, stream_name(stream), name.c_str(), nullptr, &code);
  if (code == JSConsumerNotFoundErr || status == NATS_NOT_FOUND) return;
  require("cannot remove the consumer " + name, status, code);
}

bool Broker::gives_nothing(BrokerStream stream, const std::string& consumer) {
  jsErrCode code{};
  jsConsumerInfo* known = nullptr;
  const natsStatus status =
      js_GetConsumerInfo(&known, state_->context, stream_name(stream), consumer.c_str(), nullptr, &code);
  require("cannot look at the consumer " + consumer, status, code);
  const bool is_idle = known->NumPending == 0 && known->NumAckPending == 0;
  const std::uint64_t delivered = known->Delivered.Stream;
  jsConsumerInfo_Destroy(known);
  // In this order: meanwhile the stream can only have grown.
  jsStreamInfo* info = nullptr;
  const natsStatus found = js_GetStreamInfo(&info, state_->context, stream_name(stream), nullptr, &code);
  require(std::string("cannot look into the stream ") + stream_name(stream), found, code);
  const std::uint64_t last = info->State.LastSeq;
  jsStreamInfo_Destroy(info);
  return is_idle || delivered > last;
}

std::unique_ptr<Puller> Broker::puller(BrokerStream stream, const std::string& consumer) {
  auto state = std::make_unique<Puller::State>();
  state->context = state_->context;
  state->stream = stream_name(stream);
  state->consumer = consumer;
  return std::unique_ptr<Puller>(new Puller(std::move(state)));
}

void Broker::put(const std::string& subject, std::string_view bytes, const std::string& id) {
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MsgId = id.c_str();
  jsErrCode code{};
  const natsStatus status = js_Publish(nullptr, state_->context, subject.c_str(), bytes.data(),
                                       static_cast<int>(bytes.size()), &options, &code);
  require("does not keep a message for " + subject, status, code);
}

void Broker::put_all(const std::vector<OutgoingMessage>& messages) {
  const std::scoped_lock lock(state_->putting);
  try {
    state_->listen_for_answers();
    state_->put_all(messages);
  } catch (const BrokerTrouble&) {
    state_->forget_answers();
    throw;
  }
}

std::optional<std::string> Broker::latest(BrokerStream stream, const std::string& subject) {
  natsMsg* message = nullptr;
  jsDirectGetMsgOptions options;
  jsDirectGetMsgOptions_Init(&options);
  options.LastBySubject = subject.c_str();
  const natsStatus status = js_DirectGetMsg(&message, state_->context, stream_name(stream), nullptr, &options);
  if (status == NATS_NOT_FOUND) return std::nullopt;
  require("cannot get " + subject, status);
  std::string bytes(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message)));
  natsMsg_Destroy(message);
  return bytes;
}

std::set<std::string> Broker::subjects(BrokerStream stream, const std::string& pattern) {
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = AnswerWaitMs;
  options.Stream.Info.SubjectsFilter = pattern.c_str();
  jsStreamInfo* info = nullptr;
  jsErrCode code{};
  const natsStatus status = js_GetStreamInfo(&info, state_->context, stream_name(stream), &options, &code);
  require(std::string("cannot look into the stream ") + stream_name(stream), status, code);
  std::set<std::string> found;
  const jsStreamStateSubjects* subjects = info->State.Subjects;
  for (int i = 0; subjects != nullptr && i < subjects->Count; ++i) found.insert(subjects->List[i].Subject);
  jsStreamInfo_Destroy(info);
  return found;
}

void Broker::purge(BrokerStream stream, const std::string& pattern) {
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = AnswerWaitMs;
  options.Stream.Purge.Subject = pattern.c_str();
  jsErrCode code{};
  const natsStatus status = js_PurgeStream(state_->context, stream_name(stream), &options, &code);
  require("cannot remove " + pattern, status, code);
}

void Broker::say(const std::string& subject, std::string_view bytes) {
  natsConnection_Publish(state_->connection, subject.c_str(), bytes.data(), static_cast<int>(bytes.size()));
}

std::unique_ptr<Listener> Broker::listen(const std::string& subjects) {
  natsSubscription* subscription = nullptr;
  require("cannot listen to " + subjects,
          natsConnection_SubscribeSync(&subscription, state_->connection, subjects.c_str()));
  return std::unique_ptr<Listener>(new Listener(subscription));
}

}  // namespace tichu::arena
