#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "arena/tournament/play/board_executor.h"

namespace tichu::arena {

/// The broker cannot be reached, or does not do what it is asked, at present: to be tried again. `what` is a sentence.
class BrokerTrouble : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Workers that play in place of this process, as a tournament sees them: what they are reached by is their own affair
/// (arena/workers).
class RemotePlay {
 public:
  RemotePlay() = default;
  virtual ~RemotePlay() = default;
  RemotePlay(const RemotePlay&) = delete;
  RemotePlay& operator=(const RemotePlay&) = delete;

  /// Where the tournament in `folder` is played; `program` is the leader's name, version and revision. `rests` is asked
  /// often, by any thread: whether no new boards shall be given out at present. Empty: never.
  virtual ExecutorFactory executor(const std::filesystem::path& folder, const std::string& program,
                                   const std::function<bool()>& rests) const = 0;
};

}  // namespace tichu::arena
