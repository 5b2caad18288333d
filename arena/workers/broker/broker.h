#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/tournament/play/remote_play.h"

namespace tichu::arena {

/// Where a NATS server is, and how it is spoken to.
struct BrokerAddress {
  std::string url;      ///< nats://HOST:PORT or tls://HOST:PORT, with USER:PASSWORD@ or TOKEN@ before the host
  std::string ca_file;  ///< the certificates that the server's must come from (PEM); empty: the system's
  /// Where answers arrive: `_INBOX` if it is empty. Users of a broker that may not see each other's have their own.
  std::string inbox;
};

/// An address without password or token, for people.
std::string public_text(const BrokerAddress& address);

/// What a stream of the broker is for; each is a JetStream stream of its own.
enum class BrokerStream : std::uint8_t {
  Units,    ///< to be played: each goes to one worker at a time until it is acknowledged
  Results,  ///< likewise to one leader
  Bots,     ///< the pieces of artifacts; stay until they are old
};

/// A message that was pulled from a stream. It comes again some time after the last sign of life (`in_progress`) unless
/// it is acknowledged. It may outlive its puller, not the broker. Signs to a broker that is away are lost, which does
/// no harm: then it comes again.
class PulledMessage {
 public:
  /// Where it came from, which is what is answered.
  class Origin {
   public:
    virtual ~Origin() = default;
    virtual std::string_view bytes() const = 0;
    virtual std::string subject() const = 0;
    virtual std::uint64_t deliveries() const = 0;
    virtual std::uint64_t sequence() const = 0;
    virtual void acknowledge() = 0;
    virtual void in_progress() = 0;
    virtual void give_back(std::chrono::milliseconds delay) = 0;
  };

  explicit PulledMessage(std::unique_ptr<Origin> origin) : origin_(std::move(origin)) {}

  std::string_view bytes() const { return origin_->bytes(); }
  std::string subject() const { return origin_->subject(); }
  /// How often it was delivered, this time included.
  std::uint64_t deliveries() const { return origin_->deliveries(); }
  /// Its number in the stream, the same each time that it comes; 0 if that is not known.
  std::uint64_t sequence() const { return origin_->sequence(); }
  void acknowledge() const { origin_->acknowledge(); }
  void in_progress() const { origin_->in_progress(); }
  /// It shall come again, to whoever asks, after this time.
  void give_back(std::chrono::milliseconds delay) const { origin_->give_back(delay); }

 private:
  std::unique_ptr<Origin> origin_;
};

/// Pulls messages from a stream through a consumer that exists. One thread at a time. The broker must outlive it.
class Puller {
 public:
  ~Puller();
  Puller(const Puller&) = delete;
  Puller& operator=(const Puller&) = delete;
  /// At most `most` messages, as soon as there is one; empty if none comes in time. Throws BrokerTrouble.
  std::vector<PulledMessage> pull(int most, std::chrono::milliseconds patience);

 private:
  friend class Broker;
  struct State;
  explicit Puller(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// What somebody has said.
struct HeardMessage {
  std::string subject;  ///< which the server has let them say it under: all that is known of who they are
  std::string bytes;
};

/// What is said on some subjects, to whoever listens at that time. One thread at a time.
class Listener {
 public:
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  /// The next, if one comes in time.
  std::optional<HeardMessage> next(std::chrono::milliseconds patience);

 private:
  friend class Broker;
  explicit Listener(void* subscription) : subscription_(subscription) {}
  void* subscription_;
};

/// A message that is to be added to a stream.
struct OutgoingMessage {
  std::string subject;
  std::string bytes;
  std::string id;  ///< one with an id that came before within two minutes is dropped
};

/// A connection to a NATS server with JetStream. It reconnects by itself for as long as it lives, after pauses with
/// jitter. Any thread. Functions that need the server's answer throw BrokerTrouble if there is none.
class Broker {
 public:
  /// Throws BrokerTrouble if the server cannot be reached, refuses the credentials, or takes no messages as large as
  /// the pieces of results and artifacts.
  Broker(const BrokerAddress& address, const std::string& name);
  ~Broker();
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;

  bool is_connected() const;
  /// How many bytes a message may have, as the server said when it was reached last.
  std::size_t most_bytes() const;
  /// How often it had to connect again: what the server had sent before may be lost.
  std::uint64_t reconnections() const;

  /// Makes all streams that are missing.
  void make_streams();
  /// Makes a durable consumer of the messages with these subjects, unless there is one. A message that was pulled comes
  /// again `patience` after its last sign of life.
  void make_consumer(BrokerStream stream, const std::string& name, const std::string& subjects,
                     std::chrono::milliseconds patience);
  void remove_consumer(BrokerStream stream, const std::string& name);
  /// Whether a consumer gives out nothing of what its stream has now: it has nothing to give out and waits for no
  /// acknowledgement, or it waits for messages beyond the stream's last, whose number a killed server may have
  /// forgotten.
  bool gives_nothing(BrokerStream stream, const std::string& consumer);
  std::unique_ptr<Puller> puller(BrokerStream stream, const std::string& consumer);

  /// Adds a message, once: one with an id that came before within two minutes is dropped. Returns when it is kept.
  void put(const std::string& subject, std::string_view bytes, const std::string& id);
  /// Adds many as `put` does: some hundred are on their way before the first answer is waited for. Returns when all are
  /// kept. If it throws, some may be kept, and all are to be put again under their ids.
  void put_all(const std::vector<OutgoingMessage>& messages);
  /// The latest message with this subject; nullopt if there is none.
  std::optional<std::string> latest(BrokerStream stream, const std::string& subject);
  /// The subjects of all messages in a stream that match.
  std::set<std::string> subjects(BrokerStream stream, const std::string& pattern);
  /// Removes all messages with these subjects.
  void purge(BrokerStream stream, const std::string& pattern);

  /// Says something to whoever listens now. Never fails: nobody may hear it.
  void say(const std::string& subject, std::string_view bytes);
  std::unique_ptr<Listener> listen(const std::string& subjects);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The names of a stream's subjects; `>` after the last stands for all.
const char* subject_root(BrokerStream stream);

}  // namespace tichu::arena
