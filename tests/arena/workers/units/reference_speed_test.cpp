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

TEST(MachineSpeed, IsMeasuredAgainIfTheMachineSeemsTooSlow) {
  Measured machine{{100, 300}};
  EXPECT_FALSE(machine.speed.reaches(200, Start + seconds(29)));
  EXPECT_EQ(machine.measurements, 1);
  EXPECT_TRUE(machine.speed.reaches(200, Start + seconds(30)));
  EXPECT_EQ(machine.speed.best(), 300);
}

TEST(MachineSpeed, IsTheBestThatWasMeasured) {
  Measured machine{{300, 100, 200}};
  EXPECT_FALSE(machine.speed.reaches(400, Start + seconds(30)));
  EXPECT_FALSE(machine.speed.reaches(400, Start + seconds(59)));
  EXPECT_EQ(machine.measurements, 2);
  EXPECT_FALSE(machine.speed.reaches(400, Start + seconds(60)));
  EXPECT_EQ(machine.measurements, 3);
  EXPECT_EQ(machine.speed.best(), 300);
}

TEST(MachineSpeed, IsNotMeasuredAgainIfItSuffices) {
  Measured machine{{300}};
  EXPECT_TRUE(machine.speed.reaches(300, Start + seconds(100)));
  EXPECT_EQ(machine.measurements, 1);
}

TEST(MachineSpeed, StaysWhatWasGiven) {
  MachineSpeed speed(
      50, [] { return 300.0; }, Start);
  EXPECT_FALSE(speed.reaches(200, Start + seconds(100)));
  EXPECT_EQ(speed.best(), 50);
}

TEST(ReferenceSpeed, IsMeasured) { EXPECT_GT(reference_speed(), 0); }

}  // namespace
}  // namespace tichu::arena
