#include "arena/workers/units/reference_speed.h"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>

namespace tichu::arena {
namespace {

using std::chrono::seconds;

constexpr MachineSpeed::Time Start{};

/// A machine that is measured with these speeds, one after the other.
struct Measured {
  std::deque<double> speeds;
  int measurements = 0;
  MachineSpeed speed{std::nullopt, [this] { return next(); }, Start};

  double next() {
    ++measurements;
    const double first = speeds.front();
    speeds.pop_front();
    return first;
  }
};

TEST(MachineSpeed, IsTheBestThatWasMeasured) {
  Measured machine{{300, 100, 400}};
  machine.speed.measure_again(Start + seconds(30));
  EXPECT_EQ(machine.measurements, 2);
  EXPECT_EQ(machine.speed.best(), 300);
  machine.speed.measure_again(Start + seconds(60));
  EXPECT_EQ(machine.speed.best(), 400);
}

TEST(MachineSpeed, IsNotMeasuredMoreOftenThanEachHalfMinute) {
  Measured machine{{100, 300}};
  machine.speed.measure_again(Start + seconds(29));
  EXPECT_EQ(machine.measurements, 1);
  EXPECT_EQ(machine.speed.best(), 100);
}

TEST(MachineSpeed, StaysWhatWasGiven) {
  MachineSpeed speed(
      50, [] { return 300.0; }, Start);
  speed.measure_again(Start + seconds(100));
  EXPECT_EQ(speed.best(), 50);
}

TEST(ReferenceSpeed, IsMeasured) { EXPECT_GT(reference_speed(), 0); }

}  // namespace
}  // namespace tichu::arena
