#include "arena/tournament/store/stored_results.h"

#include <stdexcept>

namespace tichu::arena {

void refuse_damage(const DamagedJob& damaged) { throw std::runtime_error(to_text(damaged)); }

}  // namespace tichu::arena
