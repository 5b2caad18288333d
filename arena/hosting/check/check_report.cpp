#include "arena/hosting/check/check_report.h"

#include <algorithm>

namespace tichu::arena {

bool CheckReport::ok() const { return count(CheckVerdict::Failed) == 0; }

int CheckReport::count(CheckVerdict verdict) const {
  return static_cast<int>(std::count_if(results.begin(), results.end(),
                                        [verdict](const CheckResult& result) { return result.verdict == verdict; }));
}

std::string_view to_text(CheckVerdict verdict) {
  switch (verdict) {
    case CheckVerdict::Passed:
      return "pass";
    case CheckVerdict::Advised:
      return "advice";
    case CheckVerdict::Failed:
      return "fail";
    case CheckVerdict::Skipped:
      return "skip";
  }
  return "";
}

}  // namespace tichu::arena
