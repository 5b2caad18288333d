#include "arena/tournament/store/stored_results.h"

namespace tichu::arena {

void refuse_damage(const DamagedJob& damaged) { throw DamagedStore(to_text(damaged)); }

}  // namespace tichu::arena
