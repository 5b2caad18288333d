#include "tests/bots/hostile_remark.h"

#include <limits>
#include <string>

namespace tichu::tests {

Remark hostile_remark(std::size_t number) {
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  constexpr double Nan = std::numeric_limits<double>::quiet_NaN();
  switch (number % HostileRemarks) {
    case 0:
      return {std::string(10'000, 'x'), 1.5, {}};
    case 1:
      return {"\xff\xfe\xc0\x80\xed\xa0\x80 cut \xe2\x82", {}, {}};
    case 2:
      return {"<script>document.title = 'owned'</script>\x1b[2J\x07\r\n'); DROP TABLE jobs; --\xe2\x80\xae", Nan, {}};
    case 3:
      return {"", Infinity, {{"pass", 0.5}}};
    case 4:
      return {"", -1e300, {{"</td><img src=x onerror=alert(1)>", -0.5}, {"pass", 1.5}, {"", Nan}}};
    case 5:
      return {"", {}, std::vector<MoveProbability>(1000, {"7j 7s", 0.001})};
    case 6:
      return {"", {}, {{std::string(50'000, 'm'), 1}}};
    default:
      return {std::string("a zero: \0.", 10), -0.0, {{"\x80", -Infinity}}};
  }
}

}  // namespace tichu::tests
