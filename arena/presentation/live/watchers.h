#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/presentation/live/client_connection.h"
#include "arena/presentation/live/http_handler.h"

namespace tichu::arena {

/// The clients that watch streams, and what they are told. Lives on the network's thread, and as long as the network
/// runs; the site is asked by the pool's threads.
class Watchers {
 public:
  Watchers(HttpHandler& site, boost::asio::io_context& network, boost::asio::thread_pool& pool)
      : site_(site), network_(network), pool_(pool) {}
  Watchers(const Watchers&) = delete;
  Watchers& operator=(const Watchers&) = delete;

  /// One more: it has been sent the head of the answer, and is sent its first events. `kept` lives as long as the
  /// connection.
  void add(ClientConnection connection, const HttpResponse& made, std::shared_ptr<void> kept);
  /// Asks once for each stream that is watched what it has to say, and tells all its watchers.
  void pulse();
  /// Ends the connections whose clients do not take what they are sent.
  void end_silent(ClientConnection::Clock::time_point now);
  std::size_t size() const { return watchers_.size(); }
  /// Nobody watches any more.
  void clear() { watchers_.clear(); }

 private:
  class Watcher;
  using Place = std::pair<std::string, std::uint64_t>;  ///< a stream, and a cursor of it
  /// nullopt: it is not known this time.
  using Pulses = std::map<Place, std::optional<StreamUpdate>>;

  void send(const std::shared_ptr<const Pulses>& pulses, std::vector<std::shared_ptr<Watcher>> watchers);

  HttpHandler& site_;
  boost::asio::io_context& network_;
  boost::asio::thread_pool& pool_;
  bool pulsing_ = false;
  std::set<std::shared_ptr<Watcher>> watchers_;
};

}  // namespace tichu::arena
