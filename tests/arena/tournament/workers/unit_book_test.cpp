#include "arena/tournament/workers/unit_book.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
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

TEST(UnitBook, RemembersWhatWasSaidOfUnitsInItsOrder) {
  const TemporaryFolder folder;
  std::string secret;
  {
    UnitBook book(folder.path());
    secret = book.secret();
    book.add({TrustEvent::Kind::First, UnitNumber(3), "red", std::string("\0digest", 7)});
    book.add({TrustEvent::Kind::Again, UnitNumber(3), "blue", ""});
    book.add({TrustEvent::Kind::Home, UnitNumber(3), "", "home"});
  }
  UnitBook book(folder.path());
  EXPECT_EQ(book.secret(), secret);
  EXPECT_NE(book.secret(), book.tournament());
  const std::vector<TrustEvent> events = book.trust_events();
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].kind, TrustEvent::Kind::First);
  EXPECT_EQ(events[0].unit, UnitNumber(3));
  EXPECT_EQ(events[0].worker, "red");
  EXPECT_EQ(events[0].digest, std::string("\0digest", 7));
  EXPECT_EQ(events[1].worker, "blue");
  EXPECT_EQ(events[2].kind, TrustEvent::Kind::Home);
}

TEST(UnitBook, KeepsAuditsUntilTheyAreRemoved) {
  const TemporaryFolder folder;
  const std::string digest(16, 'd');
  {
    UnitBook book(folder.path());
    book.add(BookedAudit{UnitNumber(1), {digest, "", std::string(300, 'b')}, "bots"});
    book.add(BookedAudit{UnitNumber(2), {digest}, "bots"});
    book.remove_audit(UnitNumber(2));
  }
  const std::vector<BookedAudit> audits = UnitBook(folder.path()).audits();
  ASSERT_EQ(audits.size(), 1u);
  EXPECT_EQ(audits[0].unit, UnitNumber(1));
  EXPECT_EQ(audits[0].digests, (std::vector<std::string>{digest, "", std::string(300, 'b')}));
  EXPECT_EQ(audits[0].bots, "bots");
}

TEST(UnitBook, WritesFalseWorkWholeOrNotAtAll) {
  const TemporaryFolder folder;
  UnitBook book(folder.path());
  const BookedUnit unit = book.add(jobs({4, 5}), {{}, {}});
  book.note({{TrustEvent::Kind::Unaudited, unit.id.number, "red"}, {unit.id.number, {}, ""}});
  EXPECT_EQ(book.player_of(unit.id.number), "red");
  EXPECT_THROW(book.together([&] {
    book.add(FalseWork{"red", "it was", jobs({4, 5})});
    throw std::runtime_error("the disk is full");
  }),
               std::runtime_error);
  EXPECT_TRUE(book.false_work().empty());
  book.together([&] {
    book.add(FalseWork{"red", "it was", jobs({4, 5})});
    book.close(unit.id.number, UnitBook::End::Dropped, "");
  });
  EXPECT_TRUE(book.open_units().empty());
  EXPECT_EQ(book.unit(unit.id.number).jobs, jobs({4, 5})) << "a unit that is not open any more is still known";
  const std::vector<FalseWork> work = UnitBook(folder.path()).false_work();
  ASSERT_EQ(work.size(), 1u);
  EXPECT_EQ(work[0].worker, "red");
  EXPECT_EQ(work[0].jobs, jobs({4, 5}));
  book.forget_false_work();
  EXPECT_TRUE(book.false_work().empty());
}

TEST(UnitBook, KnowsWhoPlayedWhatIsStored) {
  const TemporaryFolder folder;
  UnitBook book(folder.path());
  const UnitNumber first = book.add(jobs({0, 1}), {{}, {}}).id.number;
  const UnitNumber other = book.add(jobs({1, 2}), {{}, {}}).id.number;
  book.close(first, UnitBook::End::Stored, "red");
  EXPECT_EQ(book.players().size(), 2u);
  book.close(other, UnitBook::End::Stored, "blue");
  const std::map<JobNumber, std::string> players{{JobNumber(0), "red"}, {JobNumber(1), "blue"}, {JobNumber(2), "blue"}};
  EXPECT_EQ(book.players(), players) << "who played a board again";
}

TEST(UnitBook, RemembersWhereTwoDiffer) {
  const TemporaryFolder folder;
  UnitBook book(folder.path());
  const std::string one(16, 'a');
  const std::string other(16, 'b');
  book.add(BookedAudit{UnitNumber(3), {one}, "bots"});
  EXPECT_EQ(book.audits().at(0).other, "");
  book.add(BookedAudit{UnitNumber(3), {one}, "bots", "blue", {other}});
  ASSERT_EQ(book.audits().size(), 1u);
  EXPECT_EQ(book.audits()[0].other, "blue");
  EXPECT_EQ(book.audits()[0].other_digests, std::vector<std::string>{other});
  book.add(BookedAudit{UnitNumber(3), {one}, "bots"});
  EXPECT_EQ(book.audits().at(0).other, "") << "they do not any more";
  book.add(BookedAudit{UnitNumber(3), {one}, "bots", "blue", {other}});
  book.remove_audit(UnitNumber(3));
  book.add(BookedAudit{UnitNumber(3), {one}, "bots"});
  EXPECT_EQ(book.audits().at(0).other, "");
}

TEST(UnitBook, EachTournamentHasANameOfItsOwn) {
  const TemporaryFolder one;
  const TemporaryFolder other;
  EXPECT_NE(UnitBook(one.path()).tournament(), UnitBook(other.path()).tournament());
}

}  // namespace
}  // namespace tichu::arena
