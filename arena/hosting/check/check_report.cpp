#include "arena/hosting/check/check_report.h"

#include <algorithm>

namespace tichu::arena {

bool CheckReport::ok() const { return count(CheckVerdict::Failed) == 0; }

int CheckReport::count(CheckVerdict verdict) const {
  return static_cast<int>(std::count_if(results.begin(), results.end(),
                                        [verdict](const CheckResult& result) { return result.verdict == verdict; }));
}

}  // namespace tichu::arena
