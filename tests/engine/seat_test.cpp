#include "engine/seat.h"

#include <gtest/gtest.h>

namespace tichu {
namespace {

// RULES 1.2
TEST(Seat, NextAndRightAreSeatPlusOneAndPartnersFaceEachOther) {
  for (const Seat seat : AllSeats) {
    EXPECT_EQ(seat.next().number(), (seat.number() + 1) % 4);
    EXPECT_EQ(seat.at(Side::Right), seat.next());
    EXPECT_EQ(seat.at(Side::Partner), seat.partner());
    EXPECT_EQ(seat.partner().team(), seat.team());
    EXPECT_EQ(seat.next().team(), opponent(seat.team()));
  }
  EXPECT_EQ(Seat(0).team(), Team::A);
  EXPECT_EQ(Seat(3).team(), Team::B);
}

TEST(Seat, SidesAndSeatsTranslateBothWays) {
  for (const Seat viewer : AllSeats) {
    for (const Seat seat : AllSeats) EXPECT_EQ(viewer.at(seat.seen_from(viewer)), seat);
    for (const Side side : AllSides) EXPECT_EQ(viewer.at(side).seen_from(viewer), side);
  }
}

TEST(SeatSet, HoldsWhatWasPutIn) {
  SeatSet set = Seat(1);
  set.insert(Seat(3));
  EXPECT_EQ(set.size(), 2);
  EXPECT_EQ(set.first(), Seat(1));
  EXPECT_EQ(SeatSet::all() - set, SeatSet(Seat(0)) | Seat(2));
  set.erase(Seat(1));
  EXPECT_FALSE(set.contains(Seat(1)));
  EXPECT_TRUE((set & Seat(0)).empty());
}

}  // namespace
}  // namespace tichu
