#include "arena/tournament/workers/audits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/workers/booked_false_work.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

/// Of a board at which nothing was any machine's fault.
std::string digest(char letter) { return std::string(16, letter); }
/// Of one at which a bot's program ended, or one was late, after rounds that are the same if `before` is.
std::string doubtful(FaultKind kind, int seat, char letter, std::size_t before = 0) {
  UnitJob unit_job;
  unit_job.teams = {Partnership{{BotId(0), BotId(0)}}, Partnership{{BotId(3), BotId(3)}}};
  PlayedJob job;
  PlayedRound first;
  first.actions.resize(before, {Seat(0), Action::pass(), false});
  PlayedRound second;
  second.actions.resize(static_cast<std::size_t>(letter), {Seat(0), Action::pass(), false});
  second.faults.push_back({Seat(seat), {kind, "", ""}});
  job.tables = {{first, second}};
  return play_digests({unit_job}, {job}).at(0);
}
std::string ended(char letter) { return doubtful(FaultKind::Crash, 0, letter); }
/// Bot 0 was late.
std::string late(char letter = 'a', std::size_t before = 0) {
  return doubtful(FaultKind::LimitExceeded, 0, letter, before);
}
/// Bot 3 was.
std::string late_other() { return doubtful(FaultKind::LimitExceeded, 1, 'a'); }

/// The tournament's own bots.
std::string own_bots(BotId /*bot*/) { return ""; }
/// Bot 0 is Ann's, 2 is Bob's, 3 is the tournament's own.
std::string owners(BotId bot) { return bot == BotId(3) ? "" : bot == BotId(2) ? "Bob" : "Ann"; }

std::vector<std::string> workers_of(const std::vector<TrustStrike>& strikes) {
  std::vector<std::string> workers;
  for (const TrustStrike& strike : strikes) workers.push_back(strike.worker);
  return workers;
}

/// Audits of a tournament whose units have two boards each; nothing is on its way into the store.
class AuditsTest : public testing::Test {
 protected:
  AuditsTest() : book_(folder_.path()), audits_(book_) {}

  void SetUp() override {
    // The very first unit of a worker is for home, and no part of what is looked at here.
    for (const char* worker : {"red", "blue"}) {
      const UnitNumber unit = stored(worker, {digest('a'), digest('b')});
      audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, own_bots);
    }
    next_job_ = 0;
  }

  /// A unit of two boards, which `worker` has played.
  UnitNumber stored(const std::string& worker, std::vector<std::string> digests, bool repeats = true) {
    const JobNumber first(next_job_++);
    const JobNumber second(next_job_++);
    const BookedUnit booked = book_.add({first, second}, {{}, {}});
    book_.note({{TrustEvent::Kind::Unaudited, booked.id.number, worker}, {booked.id.number, {}, ""}});
    book_.close(booked.id.number, UnitBook::End::Stored, worker);
    StoredUnit unit;
    unit.unit.id = booked.id;
    seat(unit.unit);
    unit.jobs = {Job{first, BoardNumber(0), {}}, Job{second, BoardNumber(1), {}}};
    unit.given_up = {{}, {}};
    unit.worker = worker;
    unit.digests = std::move(digests);
    audits_.take_stored(std::move(unit), repeats);
    return booked.id.number;
  }

  /// A bot that did not repeat itself on the leader's own machine.
  void at_home(BotId bot) {
    HomeVerdict verdict{stored("blue", {digest('a'), digest('b')}), {}};
    verdict.is_inconstant = true;
    verdict.inconstant = bot;
    EXPECT_TRUE(audits_.take_verdict(verdict, owners).empty());
  }

  TemporaryFolder folder_;
  UnitBook book_;
  Audits audits_;
  int next_job_ = 0;

  /// Who plays a unit's boards: Ann's bot, and Bob's, each against the tournament's own.
  static void seat(Unit& unit) {
    unit.jobs = {board(0, 3), board(2, 3)};
    unit.bots.resize(4);
    for (std::uint16_t bot = 0; bot < 4; ++bot) {
      unit.bots[bot].id = BotId(bot);
      unit.bots[bot].trusted = bot == 3;
    }
  }

 private:
  static UnitJob board(std::uint16_t one, std::uint16_t other) {
    UnitJob job;
    job.teams = {Partnership{{BotId(one), BotId(one)}}, Partnership{{BotId(other), BotId(other)}}};
    return job;
  }
};

TEST_F(AuditsTest, EndWithAnotherWorkerWhoPlaysTheSame) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  ASSERT_TRUE(audits_.open().contains(unit)) << "all of a worker's first units are played again";
  EXPECT_EQ(audits_.players(unit), std::set<std::string>{"red"});
  EXPECT_EQ(audits_.take_other(unit, "blue", {digest('a'), digest('b')}), 0u);
  EXPECT_TRUE(audits_.open().empty());
  EXPECT_TRUE(audits_.drained().empty());
}

TEST_F(AuditsTest, AreDecidedAtHomeAboutTheBoardsThatDiffer) {
  const UnitNumber before = stored("red", {digest('x'), digest('y')});
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  EXPECT_EQ(audits_.take_other(unit, "blue", {digest('a'), digest('c')}), 1u);
  EXPECT_EQ(audits_.question(audits_.open().at(unit)).places, std::vector<std::size_t>{1});
  const HomeVerdict verdict{unit, {{1, digest('c')}}};
  EXPECT_EQ(workers_of(audits_.take_verdict(verdict, own_bots)), std::vector<std::string>{"red"});
  EXPECT_TRUE(audits_.is_drained("red"));
  EXPECT_FALSE(audits_.is_drained("blue"));
  EXPECT_FALSE(audits_.open().contains(before)) << "its boards are struck";
  const std::vector<FalseWork> work = book_.false_work();
  ASSERT_EQ(work.size(), 1u);
  EXPECT_EQ(work[0].worker, "red");
  EXPECT_EQ(work[0].jobs, (std::vector<JobNumber>{JobNumber(0), JobNumber(1), JobNumber(2), JobNumber(3)}));
}

TEST_F(AuditsTest, BlameTheOtherIfHomeAgreesWithTheFirst) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  stored("blue", {digest('d'), digest('e')});
  audits_.take_other(unit, "blue", {digest('a'), digest('c')});
  EXPECT_EQ(workers_of(audits_.take_verdict({unit, {{1, digest('b')}}}, own_bots)), std::vector<std::string>{"blue"});
  ASSERT_EQ(book_.false_work().size(), 1u);
  EXPECT_EQ(book_.false_work()[0].jobs, (std::vector<JobNumber>{JobNumber(2), JobNumber(3)}))
      << "what blue had played first, not the unit that red played";
}

TEST_F(AuditsTest, BlameBothIfHomeAgreesWithNeither) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  audits_.take_other(unit, "blue", {digest('a'), digest('c')});
  EXPECT_EQ(audits_.take_verdict({unit, {{1, digest('t')}}}, own_bots).size(), 2u);
}

TEST_F(AuditsTest, StrikeABoardAtWhichABotWasLateOnOneMachineAlone) {
  for (int i = 0; i < 2 * MostLate; ++i) {
    EXPECT_EQ(audits_.is_barred("red", {BotId(3), BotId(0)}, own_bots), i >= MostLate) << "others play that bot then";
    const UnitNumber unit = stored("red", {late(), digest('b')});
    EXPECT_EQ(audits_.take_other(unit, "blue", {digest('a'), digest('b')}), 0u) << "home need not look";
    const std::vector<TrustStrike> strikes = audits_.take_strikes();
    ASSERT_EQ(strikes.size(), 1u);
    EXPECT_EQ(strikes[0].worker, "red");
    EXPECT_EQ(strikes[0].reason, StrikeReason::Late);
    EXPECT_EQ(book_.false_work().back().jobs, book_.unit(unit).jobs);
  }
  EXPECT_TRUE(audits_.drained().empty()) << "a machine may be busy for long";
  EXPECT_FALSE(audits_.is_barred("red", {BotId(3), BotId(2)}, own_bots));
  EXPECT_TRUE(Audits(book_).is_barred("red", {BotId(0)}, own_bots)) << "a resumed leader knows it";
}

TEST_F(AuditsTest, StrikeItLikewiseIfHomeLooks) {
  const UnitNumber unit = stored("red", {late(), digest('b')});
  const std::vector<TrustStrike> strikes = audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, own_bots);
  ASSERT_EQ(strikes.size(), 1u);
  EXPECT_EQ(strikes[0].reason, StrikeReason::Late);
  const UnitNumber later = stored("red", {late(), digest('x')});
  audits_.take_verdict({later, {{0, digest('a')}, {1, digest('b')}}}, own_bots);
  EXPECT_TRUE(audits_.is_drained("red")) << "another board was false";
}

TEST_F(AuditsTest, ScoreABotThatIsLateEverywhere) {
  const UnitNumber with_another = stored("red", {late('a'), digest('b')});
  EXPECT_EQ(audits_.take_other(with_another, "blue", {late('c'), digest('b')}), 0u) << "wherever in the board";
  const UnitNumber at_home = stored("red", {late('a'), digest('b')});
  EXPECT_TRUE(audits_.take_verdict({at_home, {{0, late('c')}, {1, digest('b')}}}, own_bots).empty());
  EXPECT_TRUE(audits_.open().empty());
  EXPECT_TRUE(audits_.take_strikes().empty());
  EXPECT_TRUE(book_.false_work().empty());
  const UnitNumber last = stored("red", {digest('x'), digest('b')});
  audits_.take_verdict({last, {{0, digest('a')}, {1, digest('b')}}}, own_bots);
  EXPECT_EQ(book_.false_work().back().jobs.size(), 6u) << "the rest of such boards nobody has confirmed";
}

TEST_F(AuditsTest, LookFurtherIfAnotherBotWasLateOrSomethingElseWasPlayedBefore) {
  for (const std::string& other : {late_other(), late('a', 1)}) {
    const UnitNumber unit = stored("red", {late(), digest('b')});
    EXPECT_EQ(audits_.take_other(unit, "blue", {other, digest('b')}), 1u);
    audits_.take_verdict({unit, {{0, digest('a')}}}, own_bots);
    EXPECT_EQ(book_.false_work().back().jobs, book_.unit(unit).jobs);
  }
  EXPECT_TRUE(audits_.drained().empty());
}

TEST_F(AuditsTest, AreDecidedAtHomeIfTheSecondMachineWasLate) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  ASSERT_EQ(audits_.take_other(unit, "blue", {late(), digest('b')}), 1u) << "nobody has seen yet what red says";
  EXPECT_TRUE(audits_.take_verdict({unit, {{0, digest('a')}}}, own_bots).empty());
  EXPECT_FALSE(audits_.open().contains(unit));
  const UnitNumber later = stored("red", {digest('x'), digest('b')});
  audits_.take_other(later, "blue", {late(), digest('b')});
  EXPECT_EQ(workers_of(audits_.take_verdict({later, {{0, digest('a')}}}, own_bots)), std::vector<std::string>{"red"});
  EXPECT_FALSE(audits_.is_drained("blue"));
  EXPECT_FALSE(audits_.is_barred("blue", {BotId(0)}, own_bots)) << "nothing of what it said was scored";
}

/// A unit about which two differ at its first board, and home could not tell: it was late, or a program ended there, or
/// could not be started at all.
struct Undecided {
  std::string name;
  std::string first;
  std::string second;
  std::map<std::size_t, std::string> home;
};
const std::vector<Undecided> AllUndecided{{"late at home", digest('a'), digest('c'), {{0, late()}}},
                                          {"ended at home", digest('a'), digest('c'), {{0, ended('t')}}},
                                          {"not played at home", digest('a'), digest('c'), {}},
                                          {"late on two", digest('a'), late(), {{0, late()}}}};

TEST_F(AuditsTest, AreDecidedByAThirdIfHomeCannotTell) {
  for (const Undecided& one : AllUndecided) {
    SCOPED_TRACE(one.name);
    const auto play = [&](const std::string& third) {
      const UnitNumber unit = stored("red", {one.first, digest('b')});
      EXPECT_EQ(audits_.take_other(unit, "blue", {one.second, digest('b')}), 1u);
      HomeVerdict verdict{unit, one.home};
      if (one.home.empty()) verdict.trouble = "there is no sandbox";
      EXPECT_TRUE(audits_.take_verdict(verdict, owners).empty());
      EXPECT_EQ(audits_.players(unit), (std::set<std::string>{"red", "blue"}));
      EXPECT_EQ(audits_.open().at(unit).state, OpenAudit::State::Waiting);
      EXPECT_TRUE(audits_.open().at(unit).is_open_at_home);
      audits_.take_other(unit, "green", {third, digest('b')}, owners);
      EXPECT_FALSE(audits_.open().contains(unit));
      return audits_.take_strikes();
    };
    EXPECT_TRUE(play(one.first).empty()) << "two say what red says";
    for (const std::string& third : {one.second, digest('z')}) {
      const std::vector<TrustStrike> strikes = play(third);
      ASSERT_EQ(strikes.size(), 1u) << "what nobody bears out does not stay";
      EXPECT_EQ(strikes[0].worker, "red");
      EXPECT_FALSE(strikes[0].drains());
      EXPECT_EQ(strikes[0].units.size(), 1u);
    }
  }
  EXPECT_TRUE(audits_.drained().empty());
  EXPECT_TRUE(audits_.is_barred("red", {BotId(0)}, owners)) << "two have said that it plays Ann's bots otherwise";
}

TEST_F(AuditsTest, BlameNobodyByAThirdsWordWhereTheTournamentsOwnBotsSat) {
  for (int i = 0; i < 10; ++i) {
    const UnitNumber unit = stored("red", {digest('a'), digest('b')});
    audits_.take_other(unit, "blue", {digest('c'), digest('b')});
    audits_.take_verdict({unit, {{0, late()}}}, own_bots);
    audits_.take_other(unit, "green", {digest('c'), digest('b')});
    EXPECT_EQ(audits_.take_strikes().at(0).reason, StrikeReason::Undecided);
  }
  EXPECT_TRUE(audits_.drained().empty());
  EXPECT_FALSE(audits_.is_barred("red", {BotId(0)}, own_bots));
}

TEST_F(AuditsTest, LetOthersPlayABotThatIsQuickEnoughOnOneWorkerAlone) {
  for (int i = 0; i < MostLate; ++i) {
    EXPECT_FALSE(audits_.is_barred("red", {BotId(0)}, own_bots));
    const UnitNumber unit = stored("red", {digest('a'), digest('b')});
    audits_.take_other(unit, "blue", {late(), digest('b')});
    audits_.take_verdict({unit, {{0, late()}}}, own_bots);
    audits_.take_other(unit, "green", {late(), digest('b')});
    EXPECT_EQ(audits_.take_strikes().size(), 1u);
  }
  EXPECT_TRUE(audits_.is_barred("red", {BotId(0)}, own_bots)) << "its author's, perhaps";
  EXPECT_TRUE(audits_.drained().empty());
}

TEST_F(AuditsTest, AreStruckIfTwoDifferAndNobodyCanTell) {
  const UnitNumber disputed = stored("red", {digest('a'), digest('b')});
  audits_.take_other(disputed, "blue", {digest('c'), digest('b')});
  audits_.take_verdict({disputed, {{0, late()}}}, owners);
  audits_.leave_open(disputed);
  const std::vector<TrustStrike> strikes = audits_.take_strikes();
  ASSERT_EQ(strikes.size(), 1u);
  EXPECT_EQ(strikes[0].reason, StrikeReason::Undecided);
  const UnitNumber alone = stored("red", {digest('a'), digest('b')});
  audits_.take_verdict({alone, {{0, late()}, {1, digest('b')}}}, owners);
  EXPECT_TRUE(audits_.open().contains(alone)) << "another worker may come";
  audits_.leave_open(alone);
  EXPECT_TRUE(audits_.take_strikes().empty()) << "nobody says anything else";
  EXPECT_TRUE(audits_.open().empty());
}

TEST_F(AuditsTest, BelieveNoLatenessUnseenIfTooManyWait) {
  const UnitNumber calm = stored("red", {digest('a'), digest('b')});
  const UnitNumber busy = stored("red", {late(), digest('b')});
  for (const UnitNumber unit : {calm, busy}) audits_.leave_unanswered(unit);
  EXPECT_TRUE(audits_.open().empty());
  ASSERT_EQ(book_.false_work().size(), 1u);
  EXPECT_EQ(book_.false_work()[0].jobs, book_.unit(busy).jobs);
}

TEST_F(AuditsTest, BelieveThatAProgramEndedIfAnotherWorkerSawIt) {
  const UnitNumber unit = stored("red", {ended('a'), digest('b')});
  ASSERT_EQ(audits_.take_other(unit, "blue", {ended('c'), digest('b')}), 1u);
  EXPECT_TRUE(audits_.take_verdict({unit, {{0, digest('a')}}}, own_bots).empty()) << "it ends by chance, if not here";
  EXPECT_TRUE(audits_.open().empty());
  EXPECT_TRUE(book_.false_work().empty());
}

TEST_F(AuditsTest, WithoutAnotherWorkerAreDecidedAtHome) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  EXPECT_EQ(audits_.question(audits_.open().at(unit)).places, (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, own_bots).empty());
  const UnitNumber later = stored("red", {digest('a'), digest('b')});
  EXPECT_EQ(workers_of(audits_.take_verdict({later, {{0, digest('a')}, {1, digest('c')}}}, own_bots)),
            std::vector<std::string>{"red"});
  EXPECT_EQ(book_.false_work().at(0).jobs, (std::vector<JobNumber>{JobNumber(2), JobNumber(3)}))
      << "what was confirmed stays";
}

TEST_F(AuditsTest, AreNotOfBotsThatDoNotRepeatThemselves) {
  const UnitNumber timed = stored("red", {digest('a'), digest('b')}, false);
  EXPECT_FALSE(audits_.open().contains(timed));
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  audits_.take_verdict({unit, {{0, digest('t')}}}, own_bots);
  EXPECT_EQ(book_.false_work().at(0).jobs.size(), 4u) << "whoever is found false is not believed in those either";
}

TEST_F(AuditsTest, BlameNobodyForAProgramThatEndedAtHomeAlone) {
  for (int i = 0; i < 5; ++i) {
    const UnitNumber unit = stored("red", {digest('a'), digest('b')});
    EXPECT_TRUE(audits_.take_verdict({unit, {{0, digest('a')}, {1, ended('b')}}}, own_bots).empty());
  }
  EXPECT_FALSE(audits_.is_drained("red")) << "it may have been the machine of the leader";
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  EXPECT_FALSE(audits_.take_verdict({unit, {{0, digest('x')}, {1, ended('b')}}}, own_bots).empty());
  EXPECT_TRUE(audits_.is_drained("red")) << "another board was false";
}

TEST_F(AuditsTest, TakeAProgramThatEndedNowhereElseForAMachineFault) {
  const UnitNumber before = stored("red", {digest('a'), digest('b')});
  const UnitNumber unit = stored("red", {digest('a'), ended('b')});
  ASSERT_EQ(audits_.take_other(unit, "blue", {digest('a'), digest('c')}), 1u);
  const std::vector<TrustStrike> strikes = audits_.take_verdict({unit, {{1, digest('c')}}}, own_bots);
  ASSERT_EQ(strikes.size(), 1u);
  EXPECT_EQ(strikes[0].worker, "red");
  EXPECT_FALSE(strikes[0].drains());
  EXPECT_FALSE(audits_.is_drained("red"));
  EXPECT_EQ(book_.false_work().at(0).jobs, (std::vector<JobNumber>{JobNumber(2), JobNumber(3)}))
      << "its boards are played again, and no others";
  EXPECT_TRUE(audits_.open().contains(before));
}

TEST_F(AuditsTest, KeepABotsOwnCrash) {
  const UnitNumber unit = stored("red", {digest('a'), ended('b')});
  EXPECT_TRUE(audits_.take_verdict({unit, {{0, digest('a')}, {1, ended('b')}}}, own_bots).empty());
  EXPECT_TRUE(book_.false_work().empty());
}

TEST_F(AuditsTest, DrainOnlyWhoeverIsFalseOfTwoThatDifferFromHome) {
  const UnitNumber unit = stored("red", {digest('a'), ended('b')});
  ASSERT_EQ(audits_.take_other(unit, "blue", {digest('x'), digest('c')}), 2u);
  audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('c')}}}, own_bots);
  EXPECT_FALSE(audits_.is_drained("red")) << "a program that ended may be its machine's fault";
  EXPECT_TRUE(audits_.is_drained("blue"));
}

TEST_F(AuditsTest, ConfirmNoMoreThanWasPlayedAtHome) {
  // Two that conspire agree on a false board, and one of them is given away for another.
  const UnitNumber unit = stored("red", {digest('x'), digest('b')});
  audits_.take_other(unit, "blue", {digest('x'), digest('c')});
  EXPECT_EQ(workers_of(audits_.take_verdict({unit, {{1, digest('b')}}}, own_bots)), std::vector<std::string>{"blue"});
  EXPECT_FALSE(audits_.open().contains(unit));
  EXPECT_TRUE(book_.audits().empty());
  // One program ended, and only its board was played at home.
  const UnitNumber later = stored("red", {digest('y'), ended('b')});
  audits_.take_verdict({later, {{1, ended('b')}}}, own_bots);
  const UnitNumber last = stored("red", {digest('z'), digest('b')});
  EXPECT_EQ(workers_of(audits_.take_verdict({last, {{0, digest('a')}, {1, digest('b')}}}, own_bots)),
            std::vector<std::string>{"red"});
  std::vector<JobNumber> all;
  for (std::uint64_t job = 0; job < 6; ++job) all.emplace_back(job);
  EXPECT_EQ(book_.false_work().back().jobs, all) << "none of its boards was confirmed, nor was blue's unit";
}

TEST_F(AuditsTest, StrikeWhatOneOwnersBotsMayHaveDoneAndDrainNobody) {
  for (int i = 0; i < 5; ++i) {
    const UnitNumber unit = stored("red", {digest('x'), digest('b')});
    const std::vector<TrustStrike> strikes = audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, owners);
    ASSERT_EQ(strikes.size(), 1u);
    EXPECT_FALSE(strikes[0].drains());
    EXPECT_FALSE(audits_.open().contains(unit));
    EXPECT_EQ(book_.false_work().back().jobs, book_.unit(unit).jobs) << "what is known to be false does not stay";
  }
  EXPECT_FALSE(audits_.is_drained("red"));
  EXPECT_FALSE(audits_.is_inconstant(BotId(0))) << "that is the word of one worker";
  const Audits resumed(book_);
  for (const Audits* audits : {&std::as_const(audits_), &resumed}) {
    EXPECT_TRUE(audits->is_barred("red", {BotId(3), BotId(0)}, owners));
    EXPECT_FALSE(audits->is_barred("red", {BotId(3), BotId(2)}, owners));
    EXPECT_FALSE(audits->is_barred("blue", {BotId(0)}, owners));
  }
}

TEST_F(AuditsTest, BookNothingOfWhoWasOnlySecondToPlayOtherwise) {
  for (const bool is_news : {true, false}) {
    const UnitNumber unit = stored("blue", {digest('a'), digest('b')});
    ASSERT_EQ(audits_.take_other(unit, "red", {digest('x'), digest('b')}), 1u);
    const std::vector<TrustStrike> strikes = audits_.take_verdict({unit, {{0, digest('a')}}}, owners);
    EXPECT_EQ(workers_of(strikes), is_news ? std::vector<std::string>{"red"} : std::vector<std::string>{});
    for (const TrustStrike& strike : strikes) EXPECT_TRUE(strike.is_word_alone());
    EXPECT_FALSE(audits_.open().contains(unit));
    EXPECT_FALSE(audits_.has_strikes());
    EXPECT_TRUE(book_.false_work().empty());
  }
  EXPECT_TRUE(audits_.drained().empty());
  EXPECT_TRUE(Audits(book_).is_barred("red", {BotId(0)}, owners)) << "a resumed leader knows it";
}

TEST_F(AuditsTest, TakeTwoWorkersWordThatABotPlaysOtherwise) {
  for (const char* worker : {"red", "blue"}) {
    EXPECT_FALSE(audits_.is_inconstant(BotId(0)));
    const UnitNumber unit = stored(worker, {digest('x'), digest('b')});
    audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, owners);
  }
  EXPECT_TRUE(audits_.is_inconstant(BotId(0)));
  EXPECT_FALSE(audits_.is_inconstant(BotId(2)));
  EXPECT_FALSE(audits_.is_inconstant(BotId(3))) << "it is the tournament's own";
  EXPECT_FALSE(audits_.is_barred("red", {BotId(0)}, owners));
  EXPECT_TRUE(Audits(book_).is_inconstant(BotId(0))) << "a resumed leader knows it";
  const UnitNumber later = stored("red", {digest('a'), digest('x')});
  audits_.take_verdict({later, {{0, digest('a')}, {1, digest('y')}}}, own_bots);
  ASSERT_TRUE(audits_.is_drained("red"));
  EXPECT_FALSE(audits_.is_inconstant(BotId(0))) << "a false worker's word does not count";
}

TEST_F(AuditsTest, TakeAWorkersWordWhereNobodyElseIs) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(audits_.is_inconstant(BotId(0)));
    const UnitNumber unit = stored("red", {digest('x'), digest('b')});
    audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, owners, [](const std::string&) { return true; });
  }
  EXPECT_TRUE(audits_.is_inconstant(BotId(0)));
  EXPECT_FALSE(audits_.is_inconstant(BotId(3)));
}

TEST_F(AuditsTest, NeverTakeOneWorkersWordBesideOthers) {
  for (int i = 0; i < 40; ++i) {
    const UnitNumber unit = stored("red", {digest('x'), digest('b')});
    const HomeVerdict verdict{unit, {{0, digest('a')}, {1, digest('b')}}};
    ASSERT_EQ(audits_.take_verdict(verdict, owners, [](const std::string&) { return false; }).size(), 1u);
  }
  EXPECT_FALSE(audits_.is_inconstant(BotId(0))) << "it could forge that bot's boards from then on";
  EXPECT_TRUE(audits_.is_barred("red", {BotId(0)}, owners));
}

TEST_F(AuditsTest, ExplainByABotThatDoesNotRepeatItselfAtHome) {
  const UnitNumber unit = stored("red", {digest('x'), digest('b')});
  audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, owners);
  ASSERT_TRUE(audits_.is_barred("red", {BotId(0)}, owners));
  at_home(BotId(2));
  EXPECT_TRUE(audits_.is_barred("red", {BotId(0)}, owners)) << "it is another owner's";
  at_home(BotId(1));
  EXPECT_FALSE(audits_.is_barred("red", {BotId(0)}, owners));
}

TEST_F(AuditsTest, DrainNobodyForBoardsOfTwoOwnersAtATime) {
  const UnitNumber unit = stored("red", {digest('x'), digest('y')});
  const std::vector<TrustStrike> strikes = audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, owners);
  ASSERT_EQ(strikes.size(), 1u);
  EXPECT_EQ(strikes[0].reason, StrikeReason::Odd) << "one person may have both names";
  const Audits resumed(book_);
  for (const Audits* audits : {&std::as_const(audits_), &resumed}) {
    EXPECT_FALSE(audits->is_drained("red"));
    EXPECT_TRUE(audits->is_barred("red", {BotId(0)}, owners));
    EXPECT_TRUE(audits->is_barred("red", {BotId(2)}, owners));
  }
}

TEST_F(AuditsTest, DrainWhoPlaysABoardOfTheTournamentsOwnBotsOtherwise) {
  const auto own_second = [](BotId bot) { return bot == BotId(2) ? std::string() : owners(bot); };
  const UnitNumber unit = stored("red", {digest('x'), digest('y')});
  EXPECT_EQ(workers_of(audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, own_second)),
            std::vector<std::string>{"red"});
}

TEST_F(AuditsTest, DrainNobodyForProgramsOfTwoOwnersThatEndAtATime) {
  const auto end_on = [&](const std::string& worker, const OwnerOf& owner_of) {
    const UnitNumber unit = stored(worker, {ended('a'), ended('b')});
    return audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}, owner_of);
  };
  for (int i = 0; i < 4 * MostMachineFaults; ++i) {
    const std::vector<TrustStrike> strikes = end_on("red", owners);
    ASSERT_EQ(strikes.size(), 1u);
    EXPECT_EQ(strikes[0].reason, StrikeReason::MachineFault);
  }
  EXPECT_FALSE(audits_.is_drained("red"));
  EXPECT_TRUE(Audits(book_).is_barred("red", {BotId(0)}, owners)) << "a resumed leader knows whose they were";
  for (int i = 0; i < MostMachineFaults; ++i) end_on("blue", own_bots);
  EXPECT_TRUE(audits_.is_drained("blue"));
}

TEST_F(AuditsTest, CompareNoBoardsOfBotsThatDoNotRepeatThemselves) {
  const UnitNumber before = stored("red", {digest('a'), digest('b')});
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  HomeVerdict verdict{unit, {}};
  verdict.is_inconstant = true;
  verdict.inconstant = BotId(0);
  EXPECT_TRUE(audits_.take_verdict(verdict, owners).empty());
  EXPECT_FALSE(audits_.open().contains(unit));
  EXPECT_TRUE(audits_.is_inconstant(BotId(0)));
  EXPECT_FALSE(audits_.is_inconstant(BotId(3)));
  EXPECT_EQ(audits_.take_other(before, "blue", {digest('x'), digest('b')}), 0u);
  EXPECT_FALSE(audits_.open().contains(before));
  const UnitNumber later = stored("red", {digest('a'), digest('b')});
  EXPECT_EQ(audits_.take_other(later, "blue", {digest('x'), digest('c')}), 1u) << "only Bob's board";
  EXPECT_TRUE(Audits(book_).is_inconstant(BotId(0)));
}

TEST_F(AuditsTest, GiveUpAUnitIfItIsNotKnownWhichBotDoesNotRepeatItself) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  HomeVerdict verdict{unit, {}};
  verdict.is_inconstant = true;
  EXPECT_TRUE(audits_.take_verdict(verdict, own_bots).empty());
  EXPECT_FALSE(audits_.open().contains(unit));
  for (std::uint16_t bot = 0; bot < 4; ++bot) EXPECT_FALSE(audits_.is_inconstant(BotId(bot)));
}

TEST_F(AuditsTest, GiveUpByDrawWhatIsTooMuch) {
  std::vector<UnitNumber> units;
  for (int i = 0; i < 40; ++i) units.push_back(stored("red", {digest('a'), digest('b')}));
  EXPECT_TRUE(audits_.beyond(units.size(), units).empty());
  std::vector<UnitNumber> last = audits_.beyond(30, units);
  ASSERT_EQ(last.size(), 10u);
  EXPECT_EQ(std::set<UnitNumber>(last.begin(), last.end()).size(), 10u);
  std::sort(last.begin(), last.end());
  EXPECT_EQ(audits_.unanswered(), audits_.open().size()) << "asking gives up none";
  std::set<std::vector<UnitNumber>> draws{last};
  for (int i = 0; i < 3; ++i) {
    const TemporaryFolder other_folder;
    UnitBook other(other_folder.path());
    std::vector<UnitNumber> drawn = Audits(other).beyond(30, units);
    std::sort(drawn.begin(), drawn.end());
    draws.insert(drawn);
  }
  EXPECT_GT(draws.size(), 1u) << "they follow from the leader's secret";
}

TEST_F(AuditsTest, OutliveTheLeader) {
  const UnitNumber first = stored("red", {digest('a'), digest('b')});
  const UnitNumber second = stored("red", {digest('a'), digest('b')});
  const UnitNumber third = stored("red", {digest('a'), digest('b')});
  audits_.take_other(second, "blue", {digest('a'), digest('c')});
  Audits resumed(book_);
  resumed.restore([&](const BookedUnit& unit) -> std::optional<StoredUnit> {
    if (unit.id.number == third) return std::nullopt;  // its boards were struck meanwhile
    StoredUnit stored;
    stored.unit.id = unit.id;
    seat(stored.unit);
    for (const JobNumber job : unit.jobs) stored.jobs.push_back(Job{job, BoardNumber(0), {}});
    stored.given_up = unit.given_up;
    return stored;
  });
  EXPECT_EQ(resumed.open().size(), 2u) << "only those of which all is known";
  EXPECT_EQ(BookedFalseWork(folder_.path()).unanswered(), 2u);
  ASSERT_TRUE(resumed.open().contains(second));
  EXPECT_EQ(resumed.open().at(second).state, OpenAudit::State::WantsHome) << "two differ about it";
  EXPECT_EQ(resumed.question(resumed.open().at(second)).places, std::vector<std::size_t>{1});
  EXPECT_EQ(workers_of(resumed.take_verdict({second, {{1, digest('b')}}}, own_bots)), std::vector<std::string>{"blue"});
  ASSERT_TRUE(resumed.open().contains(first));
  EXPECT_EQ(resumed.open().at(first).first.worker, "red");
  EXPECT_EQ(workers_of(resumed.take_verdict({first, {{0, digest('t')}}}, own_bots)), std::vector<std::string>{"red"});
  EXPECT_TRUE(Audits(book_).is_drained("red"));
}

TEST_F(AuditsTest, CompareWhatIsLeftOfAUnit) {
  const UnitNumber unit = stored("red", {late(), digest('b')});
  const auto without_first_board = [](const BookedUnit& booked) -> std::optional<StoredUnit> {
    StoredUnit left;
    left.unit.id = booked.id;
    seat(left.unit);
    left.jobs.push_back(Job{booked.jobs[1], BoardNumber(0), {}});
    left.given_up.push_back(booked.given_up[1]);
    return left;
  };
  Audits resumed(book_);
  resumed.restore(without_first_board);
  ASSERT_TRUE(resumed.open().contains(unit));
  EXPECT_EQ(resumed.open().at(unit).first.digests, std::vector<std::string>{digest('b')});
  EXPECT_EQ(resumed.take_other(unit, "blue", {digest('b')}), 0u);
  EXPECT_FALSE(resumed.open().contains(unit));
  EXPECT_EQ(book_.trust_events().back().kind, TrustEvent::Kind::GivenUp) << "of the other board nobody knows";
  const UnitNumber other = stored("red", {digest('a'), digest('x')});
  Audits again(book_);
  again.restore(without_first_board);
  ASSERT_TRUE(again.open().contains(other));
  EXPECT_EQ(workers_of(again.take_verdict({other, {{0, digest('b')}}}, own_bots)), std::vector<std::string>{"red"});
}

TEST_F(AuditsTest, CompareWhatWasOnItsWayIntoTheStore) {
  // Two boards of each are about to be stored when the leader begins anew: one comes there.
  std::vector<UnitNumber> units;
  for (const std::string& first : {late(), digest('a')}) {
    const BookedUnit booked = book_.add({JobNumber(next_job_++), JobNumber(next_job_++)}, {{}, {}});
    StoredUnit unit;
    unit.unit.id = booked.id;
    seat(unit.unit);
    unit.worker = "red";
    unit.digests = {first, digest('b')};
    book_.note(Audits::result_of(unit, true));
    units.push_back(booked.id.number);
  }
  audits_.take_other(stored("red", {late(), digest('b')}), "blue", {digest('a'), digest('b')});
  const std::set<std::uint64_t> first_jobs{book_.unit(units[0]).jobs[0].value(), book_.unit(units[1]).jobs[0].value()};
  const auto is_first = [&](JobNumber job) { return first_jobs.contains(job.value()); };
  EXPECT_FALSE(BookedFalseWork(folder_.path()).to_strike(is_first).empty());
  EXPECT_FALSE(book_.result(units[0])) << "it is booked";
  Audits resumed(book_);
  resumed.restore([&](const BookedUnit& booked) -> std::optional<StoredUnit> {
    StoredUnit left;
    left.unit.id = booked.id;
    seat(left.unit);
    left.jobs.push_back(Job{booked.jobs[0], BoardNumber(0), {}});
    left.given_up.push_back({});
    return left;
  });
  ASSERT_TRUE(resumed.open().contains(units[0])) << "in it a bot was late";
  EXPECT_EQ(resumed.open().at(units[0]).first.digests, std::vector<std::string>{late()});
  ASSERT_TRUE(resumed.open().contains(units[1])) << "a worker's first units are all played again";
  resumed.take_other(units[0], "blue", {digest('a')});
  const std::vector<TrustStrike> strikes = resumed.take_strikes();
  ASSERT_EQ(strikes.size(), 1u);
  EXPECT_EQ(strikes[0].units, std::vector<UnitNumber>{units[0]});
}

TEST_F(AuditsTest, BelieveNobodyLateOfWhomNothingIsKnownAnyMore) {
  const UnitNumber was_late = stored("red", {late(), digest('b')});
  const UnitNumber was_not = stored("red", {digest('a'), digest('b')});
  Audits resumed(book_);
  resumed.restore([](const BookedUnit& /*unit*/) { return std::nullopt; });
  EXPECT_TRUE(resumed.open().empty());
  const std::vector<TrustStrike> strikes = resumed.take_strikes();
  ASSERT_EQ(strikes.size(), 1u);
  EXPECT_EQ(strikes[0].reason, StrikeReason::Late);
  EXPECT_EQ(strikes[0].units, std::vector<UnitNumber>{was_late});
  EXPECT_EQ(resumed.unanswered(), 0u) << was_not.value();
}

TEST_F(AuditsTest, LeaveToTheNextRunWhatTheirFalseWorkersHadUnderWay) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  const BookedUnit half = book_.add({JobNumber(10), JobNumber(11)}, {{}, {}});
  const BookedUnit honest = book_.add({JobNumber(12), JobNumber(13)}, {{}, {}});
  const BookedUnit nobodys = book_.add({JobNumber(14)}, {{}});
  book_.note({{TrustEvent::Kind::Unaudited, half.id.number, "red"}, {half.id.number, {}, ""}});
  book_.note({{TrustEvent::Kind::Unaudited, honest.id.number, "blue"}, {honest.id.number, {}, ""}});
  const auto is_stored = [](JobNumber job) { return job.value() <= 10 || job == JobNumber(12); };
  BookedFalseWork work(folder_.path());
  EXPECT_FALSE(work.has_any());
  EXPECT_TRUE(work.to_strike(is_stored).empty());
  EXPECT_EQ(book_.open_units().size(), 3u) << "without false work all goes on";
  audits_.take_verdict({unit, {{0, digest('t')}}}, own_bots);
  EXPECT_TRUE(work.has_any());
  for (int i = 0; i < 2; ++i) {
    const std::vector<FalseWork> all = work.to_strike(is_stored);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].jobs, (std::vector<JobNumber>{JobNumber(0), JobNumber(1)}));
    EXPECT_EQ(all[1].worker, "red");
    EXPECT_EQ(all[1].jobs, (std::vector<JobNumber>{JobNumber(10), JobNumber(11)}));
  }
  EXPECT_TRUE(book_.open_units().empty());
  EXPECT_EQ(book_.player_of(nobodys.id.number), "");
  work.note_struck();
  EXPECT_FALSE(work.has_any());
}

TEST(BookedFalseWorkTest, IsNoneWhereWorkersNeverPlayed) {
  const TemporaryFolder folder;
  BookedFalseWork work(folder.path());
  EXPECT_FALSE(work.has_any());
  EXPECT_TRUE(work.to_strike([](JobNumber) { return true; }).empty());
  EXPECT_EQ(work.unanswered(), 0u);
  work.note_struck();
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "and asking for it leaves nothing behind";
}

TEST(HomePolicyTest, GivesAWorkersBoardsAShareOfTheTime) {
  using std::chrono::seconds;
  const HomePolicy policy;
  EXPECT_TRUE(policy.allows(seconds(0), seconds(0)));
  EXPECT_TRUE(policy.allows(seconds(10), seconds(0))) << "at the start a worker's first units are looked at at once";
  EXPECT_FALSE(policy.allows(seconds(11), seconds(0)));
  EXPECT_TRUE(policy.allows(seconds(900), seconds(3600)));
  EXPECT_FALSE(policy.allows(seconds(1000), seconds(3600)));
}

}  // namespace
}  // namespace tichu::arena
