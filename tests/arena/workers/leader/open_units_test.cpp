#include "arena/workers/leader/open_units.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

using std::chrono::duration;
using std::chrono::seconds;

constexpr OpenUnits::Time Now{};

/// A leader with one unit.
struct BookedLeader {
  TemporaryFolder folder;
  UnitStore book{folder.path()};
  OpenUnits units{book};
  OpenUnit& open = units.add({book.add({JobNumber(0)}, {{}}), {WaitingJob{}}});

  /// As the book has it.
  BookedUnit booked() { return book.unit(open.number()); }
};

TEST(OpenUnits, HaveOneStateThatTheBookHasToo) {
  BookedLeader leader;
  EXPECT_EQ(leader.units.ready().size(), 1u);
  EXPECT_EQ(leader.units.unplayed(), 1u);
  leader.units.give(leader.open, "red", Now);
  EXPECT_TRUE(leader.units.ready().empty());
  EXPECT_EQ(leader.units.out_at("red"), 1u);
  EXPECT_EQ(leader.booked().state, UnitState::Out);
  EXPECT_EQ(leader.booked().worker, "red");
  leader.units.check(leader.open, "red", 1);
  EXPECT_EQ(leader.units.out_at("red"), 0u);
  EXPECT_EQ(leader.units.unplayed(), 0u);
  const UnitNumber number = leader.open.number();
  leader.units.close(number, UnitState::Stored);
  EXPECT_EQ(leader.book.unit(number).state, UnitState::Stored);
  EXPECT_EQ(leader.book.unit(number).worker, "red");
  EXPECT_TRUE(leader.units.all().empty());
}

TEST(OpenUnits, AreGivenOutAgainToOthersAfterALoss) {
  BookedLeader leader;
  leader.units.give(leader.open, "red", Now);
  leader.units.take_back(leader.open);
  EXPECT_EQ(leader.open.had, std::set<std::string>{"red"});
  EXPECT_EQ(leader.units.ready().size(), 1u);
  EXPECT_EQ(leader.booked().state, UnitState::Ready);
}

TEST(OpenUnits, AreKeptTwiceAsLongWhenTheyWereKeptTooLongAndSixteenTimesAtMost) {
  BookedLeader leader;
  const duration<double> first = longest_kept(leader.open, 0.1);
  EXPECT_EQ(first, seconds(26));
  for (const int times : {2, 4, 8, 16, 16, 16}) {
    ++leader.open.times_kept;
    EXPECT_EQ(longest_kept(leader.open, 0.1), times * first);
  }
  EXPECT_GT(longest_kept(leader.open, 0), seconds(600)) << "as long as nothing is measured";
}

TEST(OpenUnits, AreAsManyAsCoresNeedUpToABound) {
  EXPECT_EQ(units_wanted(0), 3u);
  EXPECT_EQ(units_wanted(4), 9u);
  EXPECT_EQ(units_wanted(1'000'000), MostOpenUnits);
}

}  // namespace
}  // namespace tichu::arena
