#include "arena/tournament/workers/unit_book.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

std::vector<JobNumber> jobs(std::vector<int> numbers) { return {numbers.begin(), numbers.end()}; }

TEST(UnitBook, KnowsItsOpenUnitsWhenItIsOpenedAgain) {
  const TemporaryFolder folder;
  std::string tournament;
  {
    UnitBook book(folder.path());
    tournament = book.tournament();
    const BookedUnit first = book.add(jobs({0, 1, 2}), {{}, {}, {}});
    BookedUnit second = book.add(jobs({3, 7}), {{}, {BotId{1}, BotId{4}}});
    const BookedUnit third = book.add(jobs({8}), {{BotId{0}}});
    EXPECT_EQ(first.id, (UnitId{tournament, UnitNumber(0), 1}));
    book.close(first.id.number, UnitBook::End::Stored, "w1");
    ++second.id.attempt;
    book.note_attempt(second.id);
    book.close(third.id.number, UnitBook::End::Aside, "w2");
  }
  UnitBook book(folder.path());
  EXPECT_EQ(book.tournament(), tournament);
  EXPECT_EQ(tournament.size(), TournamentKeyDigits);
  const std::vector<BookedUnit> open = book.open_units();
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].id, (UnitId{tournament, UnitNumber(1), 2}));
  EXPECT_EQ(open[0].jobs, jobs({3, 7}));
  EXPECT_EQ(open[0].given_up, (std::vector<std::vector<BotId>>{{}, {BotId{1}, BotId{4}}}));
  EXPECT_EQ(book.add(jobs({9}), {{}}).id.number, UnitNumber(3));
}

TEST(UnitBook, EachTournamentHasANameOfItsOwn) {
  const TemporaryFolder one;
  const TemporaryFolder other;
  EXPECT_NE(UnitBook(one.path()).tournament(), UnitBook(other.path()).tournament());
}

}  // namespace
}  // namespace tichu::arena
