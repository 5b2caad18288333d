#include "arena/workers/commands/workers_behind_broker.h"

#include "arena/installation.h"
#include "arena/workers/leader/booked_invalidations.h"
#include "arena/workers/leader/remote_executor.h"

namespace tichu::arena {

OtherMachines workers_behind_broker() {
  return {[](const std::string& url, const std::string& certificates) {
            return remote_play({url, certificates}, bundled_bots_folder());
          },
          booked_invalidations};
}

}  // namespace tichu::arena
