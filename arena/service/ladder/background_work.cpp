#include "arena/service/ladder/background_work.h"

#include <sys/resource.h>

namespace tichu::arena {

void begin_background_work(bool behind_rated) {
  // A third of the weight of others: enough to be left at once for who wakes up, and far from being starved by them.
  constexpr int Niceness = 5;
  constexpr int NicenessBehindRated = 10;  // a third of that again
  // Of Linux this sets the calling thread alone. Where it is forbidden everything works as well, but answers come
  // later.
  ::setpriority(PRIO_PROCESS, 0, behind_rated ? NicenessBehindRated : Niceness);
}

}  // namespace tichu::arena
