#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "arena/seats/remote_seat.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/text/digest.h"

namespace tichu::arena {

/// The seats of a ladder's remote bots, each behind its own token. Any thread.
class LadderSeats {
 public:
  /// `database` and `settings` must outlive this object.
  LadderSeats(LadderDatabase& database, const LadderSettings& settings, const ServerKey& key)
      : database_(database), settings_(settings), key_(key) {}

  /// A bot and its seat.
  struct Place {
    std::int64_t bot = 0;
    std::shared_ptr<RemoteSeat> seat;
  };

  /// Opens and closes seats as the database now says. Clients of seats that close are sent away for good.
  void refresh();
  /// The seat that this token opens; null if it opens none. Waits for nothing, and takes as long for a wrong secret.
  std::shared_ptr<RemoteSeat> seat_of(std::string_view token) const;
  std::vector<Place> all() const;
  /// Breaks off what is asked at all of them, and all that is asked until it is called with false.
  void break_off(bool is_off);
  /// Whether this seat is open still.
  bool has(const RemoteSeat& seat) const;

 private:
  struct Door {
    Place place;
    std::string token;  ///< its id
    std::string hash;   ///< of its secret
  };

  LadderDatabase& database_;
  const LadderSettings& settings_;
  const ServerKey key_;
  std::mutex refresh_mutex_;  ///< what is read last is installed last
  mutable std::mutex mutex_;
  std::vector<Door> doors_;
};

}  // namespace tichu::arena
