#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

#include "arena/tournament/play/board_executor.h"

namespace tichu::arena {

/// The broker cannot be reached, or does not do what it is asked, at present: to be tried again. `what` is a sentence.
class BrokerTrouble : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Workers that play in place of this process (arena/workers): where the tournament in `folder` is played. `program` is
/// the leader's name, version and revision. `rests` is asked often, by any thread: whether no new boards shall be given
/// out at present. Empty: never.
using RemotePlay = std::function<ExecutorFactory(const std::filesystem::path& folder, const std::string& program,
                                                 const std::function<bool()>& rests)>;

}  // namespace tichu::arena
