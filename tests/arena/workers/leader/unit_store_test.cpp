#include "arena/workers/leader/unit_store.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

std::vector<JobNumber> jobs(std::vector<int> numbers) { return {numbers.begin(), numbers.end()}; }

TEST(UnitStore, KnowsItsOpenUnitsWhenItIsOpenedAgain) {
  const TemporaryFolder folder;
  std::string tournament;
  {
    UnitStore book(folder.path());
    tournament = book.tournament();
    BookedUnit first = book.add(jobs({0, 1, 2}), {{}, {}, {}});
    BookedUnit second = book.add(jobs({3, 7}), {{}, {BotId{1}, BotId{4}}});
    BookedUnit third = book.add(jobs({8}), {{BotId{0}}});
    EXPECT_EQ(first.id, (UnitId{tournament, UnitNumber(0)}));
    first.state = UnitState::Stored;
    book.note(first);
    second.state = UnitState::Out;
    second.worker = "w1";
    book.note(second);
    third.state = UnitState::Dropped;
    book.note(third);
  }
  UnitStore book(folder.path());
  EXPECT_EQ(book.tournament(), tournament);
  EXPECT_EQ(tournament.size(), TournamentKeyDigits);
  const std::vector<BookedUnit> open = book.open_units();
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].id, (UnitId{tournament, UnitNumber(1)}));
  EXPECT_EQ(open[0].state, UnitState::Out);
  EXPECT_EQ(open[0].worker, "w1");
  EXPECT_EQ(open[0].jobs, jobs({3, 7}));
  EXPECT_EQ(open[0].given_up, (std::vector<std::vector<BotId>>{{}, {BotId{1}, BotId{4}}}));
  EXPECT_EQ(book.add(jobs({9}), {{}}).id.number, UnitNumber(3));
}

TEST(UnitStore, KnowsWhatWorkersPlayedAndWhichUnitsAreRechecked) {
  const TemporaryFolder folder;
  const std::vector<BoardDigest> digests{{std::string(16, 'd'), false}, {std::string(16, '\0'), true}};
  std::string secret;
  UnitNumber unit;
  {
    UnitStore book(folder.path());
    secret = book.secret();
    BookedUnit booked = book.add(jobs({4, 5}), {{}, {}});
    unit = booked.id.number;
    EXPECT_TRUE(book.unit(unit).digests.empty());
    booked.state = UnitState::Checked;
    booked.worker = "red";
    booked.digests = digests;
    booked.bots = "bots";
    book.note(booked);
    book.set_recheck(unit, RecheckState::Open);
    EXPECT_TRUE(book.open_rechecks().empty()) << "its boards are not stored";
    booked.state = UnitState::Stored;
    book.note(booked);
  }
  UnitStore book(folder.path());
  EXPECT_EQ(book.secret(), secret);
  EXPECT_NE(book.secret(), book.tournament());
  const BookedUnit again = book.unit(unit);
  EXPECT_EQ(again.worker, "red");
  EXPECT_EQ(again.digests, digests);
  EXPECT_EQ(again.bots, "bots");
  EXPECT_EQ(book.open_rechecks(), std::vector<UnitNumber>{unit});
  EXPECT_EQ(book.unconfirmed("red"), std::vector<UnitNumber>{unit});
  book.set_recheck(unit, RecheckState::Valid, "blue");
  EXPECT_TRUE(book.open_rechecks().empty());
  EXPECT_TRUE(book.unconfirmed("red").empty());
  EXPECT_EQ(book.unconfirmed("blue"), std::vector<UnitNumber>{unit});
}

TEST(UnitStore, WritesTogetherWhatIsWrittenWithin) {
  const TemporaryFolder folder;
  UnitStore book(folder.path());
  EXPECT_THROW(book.together([&] {
    book.together([&] { book.set_worker("red", {3, 2, ""}); });
    throw std::runtime_error("the disk is full");
  }),
               std::runtime_error);
  EXPECT_TRUE(book.workers().empty());
  book.together([&] { book.set_worker("red", {3, 2, ""}); });
  EXPECT_EQ(book.workers().at("red").valid_in_a_row, 2u);
}

TEST(UnitStore, WritesInvalidationsWholeOrNotAtAll) {
  const TemporaryFolder folder;
  UnitStore book(folder.path());
  BookedUnit unit = book.add(jobs({4, 5}), {{}, {}});
  EXPECT_THROW(book.together([&] {
    book.add(Invalidation{"red", "it was", jobs({4, 5})});
    throw std::runtime_error("the disk is full");
  }),
               std::runtime_error);
  EXPECT_TRUE(book.invalidations().empty());
  book.together([&] {
    book.add(Invalidation{"red", "it was", jobs({4, 5})});
    unit.state = UnitState::Dropped;
    book.note(unit);
  });
  EXPECT_TRUE(book.open_units().empty());
  EXPECT_EQ(book.unit(unit.id.number).jobs, jobs({4, 5})) << "a unit that is not open any more is still known";
  const std::vector<Invalidation> work = UnitStore(folder.path()).invalidations();
  ASSERT_EQ(work.size(), 1u);
  EXPECT_EQ(work[0].worker, "red");
  EXPECT_EQ(work[0].jobs, jobs({4, 5}));
  book.forget_invalidations();
  EXPECT_TRUE(book.invalidations().empty());
}

TEST(UnitStore, EachTournamentHasANameOfItsOwn) {
  const TemporaryFolder one;
  const TemporaryFolder other;
  EXPECT_NE(UnitStore(one.path()).tournament(), UnitStore(other.path()).tournament());
}

}  // namespace
}  // namespace tichu::arena
