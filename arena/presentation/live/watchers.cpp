#include "arena/presentation/live/watchers.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <exception>

#include "arena/presentation/live/network_work.h"

namespace tichu::arena {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

/// A connection that gets a stream until it ends.
class Watchers::Watcher : public std::enable_shared_from_this<Watcher> {
 public:
  Watcher(Watchers& all, ClientConnection connection, Place place, std::shared_ptr<void> kept)
      : kept_(std::move(kept)), all_(all), connection_(std::move(connection)), place_(std::move(place)) {}

  const Place& place() const { return place_; }

  /// Sends what the stream has to say; drops it if the last message is still being sent.
  void send(const StreamUpdate& pulse) {
    if (writing_) return;
    if (!pulse.text) return end_stream();
    place_.second = pulse.cursor;
    if (pulse.text->empty()) return;
    text_ = *pulse.text;
    writing_ = true;
    connection_.write(http::make_chunk(asio::buffer(text_)), [self = shared_from_this()](error_code error) {
      self->writing_ = false;
      self->connection_.wait_for_ever();
      if (error) self->stop();
    });
  }

  /// A watcher sends nothing more; whatever it sends, or its end, ends its stream.
  void await_leaving() {
    connection_.socket().async_read_some(asio::buffer(byte_),
                                         [self = shared_from_this()](error_code, std::size_t) { self->stop(); });
  }

  void end_if_silent(ClientConnection::Clock::time_point now) {
    if (connection_.is_late(now)) connection_.close();
  }

 private:
  /// Ends the stream, since what it told of is gone: who asks again is told so.
  void end_stream() {
    writing_ = true;
    connection_.write(http::make_chunk_last(), [self = shared_from_this()](error_code) { self->stop(); });
  }

  void stop() {
    all_.watchers_.erase(shared_from_this());
    connection_.close();
  }

  std::shared_ptr<void> kept_;
  Watchers& all_;
  ClientConnection connection_;
  Place place_;
  std::string text_;
  std::array<char, 1> byte_{};
  bool writing_ = false;
};

void Watchers::add(ClientConnection connection, const HttpResponse& made, std::shared_ptr<void> kept) {
  const auto watcher =
      std::make_shared<Watcher>(*this, std::move(connection), Place{made.stream, made.cursor}, std::move(kept));
  watchers_.insert(watcher);
  if (made.body) watcher->send({made.body, made.cursor});
  watcher->await_leaving();
}

void Watchers::pulse() {
  if (pulsing_ || watchers_.empty()) return;
  const auto pulses = std::make_shared<Pulses>();
  for (const auto& watcher : watchers_) (*pulses)[watcher->place()];
  asio::post(pool_, [this, pulses] {
    for (auto& [place, found] : *pulses) {
      try {
        found = site_.pulse(place.first, place.second);
      } catch (const std::exception& error) {
        log_failure("the stream " + place.first + " failed: " + error.what());  // the next pulse may find it readable
      }
    }
    post_surely(network_, [this, pulses] {
      pulsing_ = false;
      send(pulses, {watchers_.begin(), watchers_.end()});
    });
  });
  pulsing_ = true;
}

/// Tells some of the watchers and then the rest, so that who asks something meanwhile does not wait for all of them.
void Watchers::send(const std::shared_ptr<const Pulses>& pulses, std::vector<std::shared_ptr<Watcher>> watchers) {
  constexpr std::size_t AtATime = 16;
  pulsing_ = false;  // whatever is thrown, the next pulse is sent
  for (std::size_t i = 0; i < AtATime && !watchers.empty(); ++i) {
    const std::shared_ptr<Watcher> watcher = std::move(watchers.back());
    watchers.pop_back();
    const auto pulse = pulses->find(watcher->place());
    if (pulse != pulses->end() && pulse->second) watcher->send(*pulse->second);
  }
  if (watchers.empty()) return;
  asio::post(network_, [this, pulses, watchers = std::move(watchers)]() mutable { send(pulses, std::move(watchers)); });
  pulsing_ = true;
}

void Watchers::end_silent(ClientConnection::Clock::time_point now) {
  for (const auto& watcher : watchers_) watcher->end_if_silent(now);
}

}  // namespace tichu::arena
