#include "arena/tournament/units/worker_trust.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/random.h"

namespace tichu::arena {
namespace {

const std::string Truth = "what the bots play";
const std::string Late = "a bot was late";

TEST(AuditShare, IsAllOfTheFirstUnitsAndThenFallsToAHundredth) {
  const AuditPolicy policy;
  EXPECT_EQ(audit_share(policy, 0, 0), 1);
  EXPECT_EQ(audit_share(policy, 9, 9), 1);
  EXPECT_EQ(audit_share(policy, 10, 10), 0.1);
  EXPECT_EQ(audit_share(policy, 50, 25), 0.04);
  EXPECT_EQ(audit_share(policy, 1'000'000, 1000), 0.01);
  EXPECT_EQ(audit_share(policy, 1000, 0), 1) << "whoever was contradicted is looked at again";
}

TEST(AuditDraws, AreEvenAndFollowFromTheSecret) {
  double sum = 0;
  for (std::uint64_t unit = 0; unit < 10'000; ++unit) {
    const double draw = audit_draw("secret", UnitNumber(unit));
    ASSERT_GE(draw, 0);
    ASSERT_LT(draw, 1);
    sum += draw;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.015);
  EXPECT_EQ(audit_draw("secret", UnitNumber(3)), audit_draw("secret", UnitNumber(3)));
  EXPECT_NE(audit_draw("secret", UnitNumber(3)), audit_draw("other", UnitNumber(3)));
}

/// A board at which a bot of each of these owners sat, each with an id of its own.
OddBoard board_of(const std::set<std::string>& owners) {
  static std::map<std::string, std::uint16_t> ids;
  OddBoard board;
  for (const std::string& owner : owners) {
    board.emplace(BotId(ids.emplace(owner, static_cast<std::uint16_t>(ids.size())).first->second), owner);
  }
  return board;
}
/// The bot of an owner.
BotId bot_of(const std::string& owner) { return board_of({owner}).begin()->first; }

/// A worker's very first unit, which is for the leader's own machine.
void play_very_first(WorkerTrust& trust, UnitNumber unit, const std::string& worker) {
  EXPECT_EQ(trust.take_first(unit, worker, Truth).kind, TrustStep::Kind::Home);
  EXPECT_TRUE(trust.is_for_home(unit));
  EXPECT_EQ(trust.take_home(unit, Truth).kind, TrustStep::Kind::Keep);
}

TEST(WorkerTrust, KeepsWhatASecondWorkerConfirms) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(9), "red");
  EXPECT_EQ(trust.take_first(UnitNumber(0), "red", Truth).kind, TrustStep::Kind::Audit);
  EXPECT_FALSE(trust.is_for_home(UnitNumber(0)));
  EXPECT_EQ(trust.take_again(UnitNumber(0), "blue", Truth).kind, TrustStep::Kind::Keep);
  EXPECT_EQ(trust.confirmed_in_a_row("red"), 2u);
  EXPECT_EQ(trust.confirmed_in_a_row("blue"), 1u);
  EXPECT_FALSE(trust.is_open(UnitNumber(0)));
}

TEST(WorkerTrust, LetsHomeDecideAndStrikesTheFalseOnesWork) {
  WorkerTrust trust({.first_units = 3}, "secret");
  for (std::uint64_t unit = 0; unit < 3; ++unit) {
    trust.take_first(UnitNumber(unit), "red", "invented " + std::to_string(unit));
  }
  trust.give_up_audit(UnitNumber(1));
  const TrustStep doubt = trust.take_again(UnitNumber(2), "blue", Truth);
  EXPECT_EQ(doubt.kind, TrustStep::Kind::Home);
  EXPECT_EQ(doubt.players, (std::set<std::string>{"red", "blue"}));
  const TrustStep step = trust.take_home(UnitNumber(2), Truth);
  EXPECT_EQ(step.kind, TrustStep::Kind::Strike);
  ASSERT_EQ(step.strikes.size(), 1u);
  EXPECT_EQ(step.strikes[0].worker, "red");
  EXPECT_EQ(step.strikes[0].units, (std::vector<UnitNumber>{UnitNumber(0), UnitNumber(1), UnitNumber(2)}));
  EXPECT_TRUE(step.strikes[0].drains());
  EXPECT_TRUE(trust.is_drained("red"));
  EXPECT_FALSE(trust.is_drained("blue"));
  EXPECT_TRUE(trust.open_audits().empty());
}

TEST(WorkerTrust, StrikesNothingThatAnotherConfirmed) {
  WorkerTrust trust({.first_units = 2}, "secret");
  trust.take_first(UnitNumber(0), "red", Truth);
  trust.take_again(UnitNumber(0), "blue", Truth);
  trust.take_first(UnitNumber(1), "red", "invented");
  EXPECT_EQ(trust.take_false(UnitNumber(1), "red").strikes.at(0).units, std::vector<UnitNumber>{UnitNumber(1)});
}

TEST(WorkerTrust, StrikesWhatAFalseWorkerAloneHasConfirmed) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  trust.take_first(UnitNumber(1), "red", "invented");
  trust.take_again(UnitNumber(1), "blue", "invented");
  EXPECT_EQ(trust.confirmed_in_a_row("red"), 2u) << "the two conspire";
  trust.take_first(UnitNumber(2), "blue", "invented");
  const TrustStep step = trust.take_home(UnitNumber(2), Truth);
  ASSERT_EQ(step.strikes.size(), 1u);
  EXPECT_EQ(step.strikes[0].worker, "blue");
  EXPECT_EQ(step.strikes[0].units, (std::vector<UnitNumber>{UnitNumber(1), UnitNumber(2)}));
  EXPECT_EQ(trust.confirmed_in_a_row("red"), 1u) << "so its next units are looked at again";
}

TEST(WorkerTrust, BlamesTheSecondIfTheFirstIsTrue) {
  WorkerTrust trust({}, "secret");
  trust.take_first(UnitNumber(0), "red", Truth);
  trust.take_again(UnitNumber(0), "blue", "invented");
  const TrustStep step = trust.take_false(UnitNumber(0), "blue");
  EXPECT_EQ(step.strikes.at(0).worker, "blue");
  EXPECT_TRUE(step.strikes.at(0).units.empty());
  EXPECT_TRUE(trust.is_open(UnitNumber(0))) << "what red said is still to be judged";
  EXPECT_EQ(trust.take_home(UnitNumber(0), Truth).kind, TrustStep::Kind::Keep);
}

TEST(WorkerTrust, BelievesTheLeadersOwnMachine) {
  WorkerTrust trust({}, "secret");
  trust.take_first(UnitNumber(0), "red", "invented");
  trust.take_unaudited(UnitNumber(1), "red");
  trust.take_again(UnitNumber(0), "blue", "invented otherwise");
  const TrustStep step = trust.take_home(UnitNumber(0), Truth);
  ASSERT_EQ(step.strikes.size(), 2u);
  EXPECT_EQ(step.strikes[0].worker, "red");
  EXPECT_EQ(step.strikes[0].units, (std::vector<UnitNumber>{UnitNumber(0), UnitNumber(1)}));
  EXPECT_EQ(step.strikes[1].worker, "blue");
  EXPECT_EQ(trust.take_home(UnitNumber(0), Truth).kind, TrustStep::Kind::Believe) << "it is settled";
}

TEST(WorkerTrust, StrikesNobodyTwice) {
  WorkerTrust trust({}, "secret");
  trust.take_first(UnitNumber(0), "red", Truth);
  trust.take_again(UnitNumber(0), "blue", "invented");
  trust.take_first(UnitNumber(1), "red", Truth);
  trust.take_again(UnitNumber(1), "blue", "invented");
  EXPECT_EQ(trust.take_false(UnitNumber(0), "blue").kind, TrustStep::Kind::Strike);
  EXPECT_EQ(trust.take_false(UnitNumber(1), "blue").kind, TrustStep::Kind::Keep);
}

TEST(WorkerTrust, TakesAMachineFaultForFalseOnlyIfItComesAgain) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  trust.take_unaudited(UnitNumber(50), "red");
  for (std::uint64_t unit = 1; unit <= MostMachineFaults; ++unit) {
    trust.take_first(UnitNumber(unit), "red", "killed", true);
    ASSERT_TRUE(trust.is_open(UnitNumber(unit))) << "somebody looks at every unit in which a program ended";
    const TrustStep step = trust.take_machine_fault(UnitNumber(unit), "red");
    ASSERT_EQ(step.kind, TrustStep::Kind::Strike);
    ASSERT_EQ(step.strikes.size(), 1u);
    const bool is_last = unit == MostMachineFaults;
    EXPECT_EQ(step.strikes[0].drains(), is_last);
    EXPECT_EQ(trust.is_drained("red"), is_last);
    EXPECT_EQ(step.strikes[0].reason, is_last ? StrikeReason::MachineFaults : StrikeReason::MachineFault);
    std::vector<UnitNumber> units{UnitNumber(unit)};
    if (is_last) units.push_back(UnitNumber(50));
    EXPECT_EQ(step.strikes[0].units, units) << "the others stand until it is drained";
  }
}

TEST(WorkerTrust, CountsEndsOfProgramsOnlyIfFewOwnersDoNotExplainThem) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  std::uint64_t unit = 1;
  const auto ends_with = [&](const std::set<std::set<std::string>>& owners) {
    trust.take_first(UnitNumber(unit), "red", "killed", true);
    const TrustStep step = trust.take_machine_fault(UnitNumber(unit++), "red", owners);
    EXPECT_EQ(step.kind, TrustStep::Kind::Strike) << "the boards are played again, whoever's fault it was";
  };
  for (int i = 0; i < 10 * MostMachineFaults; ++i) {
    ends_with({{"ann", i % 2 == 0 ? "dora" : "eve"}});
    ends_with({{"bob", i % 2 == 0 ? "dora" : "fay"}, {"carl"}});
  }
  EXPECT_FALSE(trust.is_drained("red")) << "bots of three end by chance, or by design";
  for (const char* owner : {"ann", "bob", "carl"}) EXPECT_TRUE(trust.is_barred("red", owner)) << "others play them";
  for (int i = 1; i < MostMachineFaults; ++i) ends_with({{}});
  EXPECT_FALSE(trust.is_drained("red"));
  ends_with({{"gus"}});
  EXPECT_TRUE(trust.is_drained("red")) << "no three explain all but two";
}

TEST(WorkerTrust, ForgetsAMachineFaultAfterManyConfirmedUnits) {
  const auto is_drained_after = [](std::uint64_t confirmed_between) {
    WorkerTrust trust({.least_share = 1}, "secret");
    play_very_first(trust, UnitNumber(0), "red");
    std::uint64_t next = 1;
    for (int fault = 0; fault < 2 * MostMachineFaults; ++fault) {
      trust.take_first(UnitNumber(next), "red", "killed", true);
      trust.take_machine_fault(UnitNumber(next++), "red");
      for (std::uint64_t i = 0; i < confirmed_between; ++i, ++next) {
        trust.take_first(UnitNumber(next), "red", Truth);
        trust.take_again(UnitNumber(next), "blue", Truth);
      }
    }
    return trust.is_drained("red");
  };
  EXPECT_TRUE(is_drained_after(UnitsOfForgiveness - 1));
  EXPECT_FALSE(is_drained_after(UnitsOfForgiveness));
}

TEST(WorkerTrust, PlaysTheVeryFirstUnitOfWhoAnsweredOthersFirstAtHomeToo) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  trust.take_first(UnitNumber(1), "red", Truth);
  trust.take_again(UnitNumber(1), "blue", Truth);
  ASSERT_EQ(trust.units("blue"), 1u);
  play_very_first(trust, UnitNumber(2), "blue");
  EXPECT_EQ(trust.take_first(UnitNumber(3), "blue", Truth).kind, TrustStep::Kind::Audit);
}

TEST(WorkerTrust, HasSomebodyLookAtEachUnitInDoubt) {
  WorkerTrust trust({.first_units = 1, .least_share = 0}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  bool was_not_drawn = false;
  for (std::uint64_t unit = 1; unit <= 40; ++unit) {
    const TrustStep step = trust.take_first(UnitNumber(unit), "red", Truth, true);
    EXPECT_EQ(step.kind, TrustStep::Kind::Audit);
    was_not_drawn = was_not_drawn || trust.is_for_doubts(UnitNumber(unit));
    trust.take_again(UnitNumber(unit), "blue", Truth);
  }
  EXPECT_TRUE(was_not_drawn);
}

/// A unit of this worker in which these bots were late, as others did not see; or they did, and the worker did not.
TrustStep be_late(WorkerTrust& trust, std::uint64_t unit, const std::string& worker, const std::set<BotId>& bots,
                  StrikeReason reason = StrikeReason::Late) {
  trust.take_first(UnitNumber(unit), worker, "late", true);
  EXPECT_TRUE(trust.is_open(UnitNumber(unit)));
  return trust.take_unconfirmed(UnitNumber(unit), worker, reason, bots);
}

TEST(WorkerTrust, DrainsNobodyOnWhomBotsAreLateHoweverOften) {
  WorkerTrust trust({}, "secret");
  trust.take_unaudited(UnitNumber(1000), "red");
  std::uint64_t unit = 0;
  for (int i = 0; i < 40; ++i, ++unit) {
    EXPECT_EQ(trust.is_barred("red", BotId(7)), i >= MostLate)
        << "others play a bot that is late there again and again";
    const TrustStep step = be_late(trust, unit, "red", {BotId(7)});
    ASSERT_EQ(step.strikes.size(), 1u);
    EXPECT_EQ(step.strikes[0].units, std::vector<UnitNumber>{UnitNumber(unit)}) << "its others stand";
    EXPECT_FALSE(step.strikes[0].drains());
  }
  EXPECT_FALSE(trust.is_drained("red"));
  EXPECT_FALSE(trust.is_barred("red", BotId(8)));
  EXPECT_FALSE(trust.is_barred("blue", BotId(7)));
}

TEST(WorkerTrust, TakesAWorkersWordOnABotAgainThatWasLateThereLongAgo) {
  WorkerTrust trust({}, "secret");
  std::uint64_t unit = 0;
  for (int i = 0; i < 2 * MostLate; ++i) be_late(trust, unit++, "red", {BotId(7)});
  for (std::uint64_t i = 0; i < UnitsUntilForgotten; ++i, ++unit) {
    EXPECT_TRUE(trust.is_barred("red", BotId(7)));
    trust.take_first(UnitNumber(unit), "blue", Truth);
  }
  EXPECT_FALSE(trust.is_barred("red", BotId(7))) << "others have played meanwhile, for red plays nothing";
  be_late(trust, unit++, "red", {BotId(7)});
  EXPECT_TRUE(trust.is_barred("red", BotId(7)));
}

TEST(WorkerTrust, LetsABusyMachineGoOnIfItIsSeldomLate) {
  WorkerTrust trust({}, "secret");
  std::uint64_t unit = 0;
  for (int i = 0; i < 10 * MostLate; ++i) {
    be_late(trust, unit++, "red", {BotId(7)});
    EXPECT_FALSE(trust.is_barred("red", BotId(7)));
    for (std::uint64_t other = 0; other < UnitsUntilForgotten; ++other) {
      trust.take_first(UnitNumber(unit++), "red", Truth);
    }
  }
}

TEST(WorkerTrust, LooksAtTheNextUnitsOfWhomNobodyCouldBearOut) {
  WorkerTrust trust({.first_units = 3, .least_share = 0}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  std::uint64_t unit = 1;
  const auto are_looked_at = [&] {
    bool all = true;
    for (int i = 0; i < 3; ++i, ++unit) {
      all = trust.take_first(UnitNumber(unit), "red", Truth).kind == TrustStep::Kind::Audit && all;
      if (trust.is_open(UnitNumber(unit))) trust.take_again(UnitNumber(unit), "blue", Truth);
    }
    return all;
  };
  while (are_looked_at()) {
  }
  be_late(trust, unit++, "red", {}, StrikeReason::Undecided);
  EXPECT_TRUE(are_looked_at());
  EXPECT_FALSE(trust.is_drained("red"));
}

TEST(WorkerTrust, ForgetsWhatASecondSaidIfNobodyBearsItOut) {
  WorkerTrust trust({}, "secret");
  trust.take_first(UnitNumber(0), "red", Truth);
  trust.take_again(UnitNumber(0), "blue", "late");
  EXPECT_EQ(trust.take_unconfirmed(UnitNumber(0), "blue", StrikeReason::Late).kind, TrustStep::Kind::Keep);
  EXPECT_EQ(trust.take_home(UnitNumber(0), Truth).kind, TrustStep::Kind::Keep);
  EXPECT_FALSE(trust.is_drained("blue"));
}

/// A board of two tables with a round each. `late`: a bot is late at the second table, at this seat.
std::string digest_of_board(std::optional<int> late, std::size_t first_actions = 0,
                            FaultKind kind = FaultKind::Timeout) {
  UnitJob unit_job;
  unit_job.teams = {Partnership{{BotId(10), BotId(12)}}, Partnership{{BotId(11), BotId(13)}}};
  PlayedJob job;
  job.tables = {{PlayedRound{}}, {PlayedRound{}}};
  job.tables[0][0].actions.resize(first_actions, {Seat(0), Action::pass(), false});
  if (late) job.tables[1][0].faults.push_back({Seat(*late), {kind, "", ""}});
  return play_digests({unit_job}, {job}).at(0);
}

TEST(PlayDigests, TellWhoWasLateAndWhatWasPlayedBefore) {
  const std::string whole = digest_of_board({});
  EXPECT_FALSE(is_late(whole));
  EXPECT_TRUE(late_bots(whole).empty());
  const std::string late = digest_of_board(0);
  EXPECT_TRUE(is_late(late));
  EXPECT_FALSE(has_ended_program(late));
  EXPECT_EQ(late_bots(late), std::set<BotId>{BotId(11)}) << "they have changed seats";
  EXPECT_EQ(digest_of_board(0, 0, FaultKind::LimitExceeded), late);
  EXPECT_FALSE(is_late(digest_of_board(0, 0, FaultKind::IllegalAction)));
  EXPECT_TRUE(bears_out(whole, whole));
  EXPECT_TRUE(bears_out(late, late));
  EXPECT_FALSE(bears_out(whole, late)) << "nobody else saw that a bot was late";
  EXPECT_FALSE(bears_out(late, whole)) << "what a bot plays when it is not late nobody else saw";
  EXPECT_FALSE(bears_out(digest_of_board(1), late)) << "it was another bot";
  EXPECT_FALSE(bears_out(digest_of_board(0, 1), late)) << "at the first table nobody was late";
  EXPECT_TRUE(bears_out("", late)) << "it is not compared";
}

TEST(PlayDigests, TellWhoseProgramsEndedAndWhatWasPlayed) {
  const auto end = [](int seat, std::size_t actions_after, std::size_t actions_before = 0) {
    UnitJob unit_job;
    unit_job.teams = {Partnership{{BotId(10), BotId(12)}}, Partnership{{BotId(11), BotId(13)}}};
    PlayedJob job;
    job.tables = {{PlayedRound{}, PlayedRound{}}};
    job.tables[0][0].actions.resize(actions_before, {Seat(0), Action::pass(), false});
    job.tables[0][1].actions.resize(actions_after, {Seat(0), Action::pass(), false});
    job.tables[0][1].faults.push_back({Seat(seat), {FaultKind::Crash, "", ""}});
    return play_digests({unit_job}, {job}).at(0);
  };
  EXPECT_TRUE(has_ended_program(end(0, 1)));
  EXPECT_FALSE(is_late(end(0, 1)));
  EXPECT_TRUE(bears_out(end(0, 1), end(0, 1)));
  EXPECT_FALSE(bears_out(end(0, 2), end(0, 1)));
  EXPECT_TRUE(bears_out_ends(end(0, 2), end(0, 1))) << "it ended there, too, if later";
  EXPECT_FALSE(bears_out_ends(end(1, 1), end(0, 1))) << "it was another bot's";
  EXPECT_FALSE(bears_out_ends(end(0, 1, 1), end(0, 1))) << "before that something else was played";
}

TEST(PlayDigests, BearOutLatenessOfThoseAloneWhoWereLateInBothPlays) {
  UnitJob unit_job;
  unit_job.teams = {Partnership{{BotId(10), BotId(12)}}, Partnership{{BotId(11), BotId(13)}}};
  const auto of_rounds = [&](const std::vector<std::vector<int>>& late_seats) {
    PlayedJob job;
    std::vector<PlayedRound>& rounds = job.tables.emplace_back();
    for (const std::vector<int>& seats : late_seats) {
      PlayedRound& round = rounds.emplace_back();
      for (const int seat : seats) round.faults.push_back({Seat(seat), {FaultKind::Timeout, "", ""}});
    }
    return play_digests({unit_job}, {job}).at(0);
  };
  const std::string one = of_rounds({{}, {0}});
  const std::string two = of_rounds({{}, {}, {0, 1}});
  EXPECT_TRUE(bears_out(two, one)) << "a busy machine is late elsewhere in a board";
  EXPECT_FALSE(bears_out(one, two));
}

/// A unit with bots of these owners, which `worker` plays otherwise.
TrustStep play_otherwise(WorkerTrust& trust, std::uint64_t unit, const std::string& worker,
                         const std::set<std::string>& owners) {
  trust.take_first(UnitNumber(unit), worker, "otherwise", true, owners);
  return trust.take_odd(UnitNumber(unit), worker, {board_of(owners)});
}

/// So many units with bots of these owners, which others play truly. Returns all that is struck.
std::vector<TrustStrike> prove(WorkerTrust& trust, std::uint64_t& unit, std::uint64_t count,
                               const std::set<std::string>& owners) {
  std::vector<TrustStrike> strikes;
  for (std::uint64_t i = 0; i < count; ++i, ++unit) {
    EXPECT_NE(trust.take_first(UnitNumber(unit), "blue", Truth, false, owners).kind, TrustStep::Kind::Believe)
        << "as long as it is not known who is right all are played again";
    for (TrustStrike& strike : trust.take_again(UnitNumber(unit), "green", Truth).strikes) {
      strikes.push_back(std::move(strike));
    }
  }
  return strikes;
}

TEST(WorkerTrust, StrikesAUnitThatWasPlayedOtherwiseWithOneOwnersBots) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  const TrustStep step = play_otherwise(trust, 1, "red", {"Ann", "Bob"});
  ASSERT_EQ(step.strikes.size(), 1u);
  EXPECT_EQ(step.strikes[0].reason, StrikeReason::Odd);
  EXPECT_FALSE(step.strikes[0].drains());
  EXPECT_EQ(step.strikes[0].units, std::vector<UnitNumber>{UnitNumber(1)});
  EXPECT_FALSE(trust.is_open(UnitNumber(1)));
  EXPECT_EQ(trust.confirmed_in_a_row("red"), 0u);
  EXPECT_TRUE(trust.is_barred("red", "Ann"));
  EXPECT_TRUE(trust.is_barred("red", "Bob"));
  EXPECT_FALSE(trust.is_barred("red", "Cid"));
  EXPECT_FALSE(trust.is_barred("blue", "Ann"));
  EXPECT_FALSE(trust.is_inconstant(bot_of("Ann"))) << "one worker's word says nothing of the bots";
}

/// A unit with this owner's bots, which blue plays truly and then `worker` otherwise.
TrustStep play_otherwise_second(WorkerTrust& trust, std::uint64_t unit, const std::string& worker,
                                const std::string& owner) {
  trust.take_first(UnitNumber(unit), "blue", Truth, true, {owner});
  trust.take_again(UnitNumber(unit), worker, "otherwise");
  return trust.take_odd(UnitNumber(unit), worker, {board_of({owner})});
}

TEST(WorkerTrust, TellsOnceOfWhoWasOnlySecondToPlayUnitsOtherwise) {
  WorkerTrust trust({}, "secret");
  const TrustStep step = play_otherwise_second(trust, 0, "red", "Ann");
  ASSERT_EQ(step.strikes.size(), 1u) << "its word on these bots is not taken from now on";
  EXPECT_EQ(step.strikes[0].worker, "red");
  EXPECT_EQ(step.strikes[0].reason, StrikeReason::Odd);
  EXPECT_TRUE(step.strikes[0].units.empty()) << "nothing of its is stored";
  EXPECT_TRUE(step.strikes[0].is_word_alone());
  EXPECT_TRUE(trust.is_barred("red", "Ann"));
  EXPECT_TRUE(trust.take_home(UnitNumber(0), Truth).strikes.empty());
  EXPECT_TRUE(play_otherwise_second(trust, 1, "red", "Ann").strikes.empty()) << "that is known";
  const TrustStep own = play_otherwise(trust, 2, "red", {"Ann"});
  ASSERT_EQ(own.strikes.size(), 1u);
  EXPECT_FALSE(own.strikes[0].is_word_alone()) << "a unit of its own is struck all the same";
  EXPECT_TRUE(play_otherwise_second(trust, 3, "red", "Ann").strikes.empty());
}

TEST(WorkerTrust, TellsNotOfWhoWasSecondIfItsWordIsExplainedOrCountsNoMore) {
  WorkerTrust trust({}, "secret");
  play_otherwise(trust, 0, "red", {"Ann"});
  EXPECT_TRUE(play_otherwise_second(trust, 1, "green", "Ann").strikes.empty()) << "two have said it: others play on";
  EXPECT_FALSE(trust.is_barred("green", "Ann"));
  trust.take_first(UnitNumber(2), "blue", Truth, true, {"Bob"});
  trust.take_again(UnitNumber(2), "pink", "otherwise");
  trust.take_first(UnitNumber(3), "pink", "invented", true);
  trust.take_false(UnitNumber(3), "pink");
  ASSERT_TRUE(trust.is_drained("pink"));
  EXPECT_TRUE(trust.take_odd(UnitNumber(2), "pink", {board_of({"Bob"})}).strikes.empty());
}

TEST(WorkerTrust, TellsOfWhomNobodyExplainsAnyMore) {
  WorkerTrust trust({}, "secret");
  play_otherwise(trust, 0, "green", {"Ann"});
  EXPECT_TRUE(play_otherwise_second(trust, 1, "red", "Ann").strikes.empty());
  trust.take_first(UnitNumber(2), "green", "invented", true);
  trust.take_false(UnitNumber(2), "green");
  ASSERT_TRUE(trust.is_drained("green"));
  ASSERT_TRUE(trust.is_barred("red", "Ann"));
  const TrustStep step = play_otherwise_second(trust, 3, "red", "Ann");
  ASSERT_EQ(step.strikes.size(), 1u);
  EXPECT_EQ(step.strikes[0].worker, "red");
  EXPECT_TRUE(step.strikes[0].is_word_alone());
  EXPECT_TRUE(play_otherwise_second(trust, 4, "red", "Ann").strikes.empty()) << "that is known";
}

TEST(WorkerTrust, DrainsNobodyForWhatAnotherWorkerExplains) {
  WorkerTrust trust({}, "secret");
  std::uint64_t unit = 0;
  for (const char* owner : {"Ann", "Bob", "Cid", "Dora"}) {
    play_otherwise(trust, ++unit, "red", {owner});
    play_otherwise(trust, ++unit, "blue", {owner, "Eve"});
    EXPECT_TRUE(trust.is_inconstant(bot_of(owner)));
    EXPECT_FALSE(trust.is_barred("red", owner));
  }
  for (const char* owner : {"Fay", "Gus", "Hal"}) {
    play_otherwise(trust, ++unit, "red", {owner});
    trust.take_odd_at_home(board_of({owner}));
    EXPECT_TRUE(trust.is_inconstant(bot_of(owner)));
  }
  ++unit;
  for (const char* owner : {"Ann", "Bob", "Cid", "Dora", "Fay", "Gus", "Hal"}) {
    for (std::uint64_t i = 0; i < UnitsOfProof; ++i, ++unit) {
      trust.take_first(UnitNumber(unit), "green", Truth, true, {owner});
      EXPECT_TRUE(trust.take_again(UnitNumber(unit), "yellow", Truth).strikes.empty());
    }
  }
  EXPECT_FALSE(trust.is_drained("red"));
  EXPECT_FALSE(trust.is_drained("blue"));
}

TEST(WorkerTrust, DrainsWhoAlonePlaysBotsOfManyOwnersOtherwise) {
  WorkerTrust trust({}, "secret");
  std::uint64_t unit = 0;
  trust.take_unaudited(UnitNumber(1000), "red");
  for (const char* owner : {"Ann", "Bob", "Cid", "Dora"}) play_otherwise(trust, unit++, "red", {owner});
  EXPECT_FALSE(trust.is_drained("red")) << "these bots may play otherwise on others, too";
  for (const char* owner : {"Ann", "Bob", "Cid"}) EXPECT_TRUE(prove(trust, unit, UnitsOfProof, {owner}).empty());
  const std::vector<TrustStrike> strikes = prove(trust, unit, UnitsOfProof, {"Dora"});
  ASSERT_EQ(strikes.size(), 1u);
  EXPECT_EQ(strikes[0].worker, "red");
  EXPECT_TRUE(strikes[0].drains());
  EXPECT_EQ(strikes[0].units, std::vector<UnitNumber>{UnitNumber(1000)});
}

TEST(WorkerTrust, NeverForgetsWhatAWorkerPlayedOtherwise) {
  WorkerTrust trust({.least_share = 1}, "secret");
  std::uint64_t unit = 0;
  for (const char* owner : {"Ann", "Bob", "Cid", "Dora"}) {
    EXPECT_FALSE(trust.is_drained("red"));
    play_otherwise(trust, unit++, "red", {owner});
    prove(trust, unit, UnitsOfProof, {owner});
    for (std::uint64_t i = 0; i < 10 * UnitsOfForgiveness && !trust.is_drained("red"); ++i, ++unit) {
      trust.take_first(UnitNumber(unit), "red", Truth);
      trust.take_again(UnitNumber(unit), "blue", Truth);
    }
  }
  EXPECT_TRUE(trust.is_drained("red"));
}

TEST(WorkerTrust, DrainsNobodyForThreeNamesOfOnePerson) {
  WorkerTrust trust({}, "secret");
  std::uint64_t unit = 0;
  const std::vector<std::string> names{"Ann", "Bob", "Cid"};
  const std::vector<std::string> others{"Dora", "Eve", "Fay", "Gus", "Hal"};
  // All at once in a unit, and then wherever they meet.
  trust.take_first(UnitNumber(unit), "red", "otherwise", true, {"Ann", "Bob", "Cid", "Dora"});
  trust.take_odd(UnitNumber(unit++), "red", {board_of({"Ann", "Dora"}), board_of({"Bob"}), board_of({"Cid"})});
  for (int i = 0; i < 40; ++i) {
    play_otherwise(trust, unit++, "red", {names[unit % names.size()], others[unit % others.size()]});
  }
  for (const std::vector<std::string>& all : {names, others}) {
    for (const std::string& owner : all) prove(trust, unit, UnitsOfProof, {owner});
  }
  EXPECT_FALSE(trust.is_drained("red"));
  for (const std::string& owner : names) EXPECT_TRUE(trust.is_barred("red", owner));
  for (const std::string& owner : others) EXPECT_FALSE(trust.is_barred("red", owner)) << owner << " only met them";
}

TEST(WorkerTrust, DrainsNobodyForOneOwnersBotsHoweverOften) {
  WorkerTrust trust({}, "secret");
  std::uint64_t unit = 0;
  for (int i = 0; i < 10; ++i) play_otherwise(trust, unit++, "red", {"Ann", i % 2 == 0 ? "Bob" : "Cid"});
  for (const char* owner : {"Ann", "Bob", "Cid"}) prove(trust, unit, UnitsOfProof, {owner});
  EXPECT_FALSE(trust.is_drained("red")) << "Ann's bots may know this machine";
  EXPECT_TRUE(trust.is_barred("red", "Ann"));
}

TEST(WorkerTrust, DrainsTwoLiarsWhoExplainEachOtherForAWhile) {
  WorkerTrust trust({}, "secret");
  std::uint64_t unit = 0;
  play_otherwise(trust, unit++, "red", {"Ann"});
  play_otherwise(trust, unit++, "pink", {"Ann"});
  EXPECT_FALSE(trust.is_barred("red", "Ann"));
  trust.take_first(UnitNumber(unit), "pink", "invented", true);
  trust.take_false(UnitNumber(unit++), "pink");
  ASSERT_TRUE(trust.is_drained("pink"));
  EXPECT_TRUE(trust.is_barred("red", "Ann")) << "a false worker's word explains nothing";
  EXPECT_FALSE(trust.is_inconstant(bot_of("Ann")));
}

TEST(WorkerTrust, HoldsAgainstNobodyAloneThatABotsProgramsEndOnThreeWorkers) {
  WorkerTrust trust({}, "secret");
  std::uint64_t unit = 0;
  const auto end_on = [&](const std::string& worker) {
    trust.take_first(UnitNumber(unit), worker, "ended", true, {"Ann"});
    return trust.take_machine_fault(UnitNumber(unit++), worker, {{"Ann"}}).kind;
  };
  EXPECT_EQ(end_on("red"), TrustStep::Kind::Strike);
  EXPECT_EQ(end_on("blue"), TrustStep::Kind::Strike);
  for (int i = 0; i < 2 * MostMachineFaults; ++i) {
    for (const char* worker : {"green", "red", "blue"}) {
      EXPECT_EQ(end_on(worker), TrustStep::Kind::Strike) << "three may be one person's: nobody bears out what they say";
      EXPECT_FALSE(trust.is_barred(worker, "Ann"));
    }
  }
  unit = 100;
  for (int i = 0; i < MostMachineFaults; ++i) {
    trust.take_first(UnitNumber(unit), "grey", "ended", true, {"Bob"});
    trust.take_machine_fault(UnitNumber(unit++), "grey", {{"Bob"}});
  }
  EXPECT_FALSE(trust.is_drained("grey"));
  EXPECT_TRUE(trust.is_barred("grey", "Bob")) << "others play them";
}

TEST(WorkerTrust, LooksAtAllOfAWorkersUnitsForAWhileAfterAnOddOne) {
  WorkerTrust trust({.first_units = 3, .least_share = 0}, "secret");
  const auto settle = [&](std::uint64_t unit) { trust.take_home(UnitNumber(unit), Truth); };
  for (std::uint64_t unit = 0; unit < 1000; ++unit) {
    trust.take_first(UnitNumber(unit), "red", Truth);
    settle(unit);
  }
  std::uint64_t next = 1000;
  while (trust.take_first(UnitNumber(next), "red", "otherwise").kind == TrustStep::Kind::Believe) ++next;
  trust.take_odd(UnitNumber(next), "red", {board_of({"Ann"})});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(trust.take_first(UnitNumber(++next), "red", Truth).kind, TrustStep::Kind::Audit);
    settle(next);
  }
}

/// Of whom bots in a simulation are, two owners in each unit; 0: all are the leader's own.
struct Strangers {
  std::uint32_t owners = 0;
  std::uint32_t odd = 1;    ///< of these, owners whose bots play otherwise by chance
  double chance = 0.1;      ///< in so many of their units, at home too
  bool knows_home = false;  ///< but never at home
  double late = 0;          ///< in so many units a bot is late on a worker, as honest machines are busy now and then
};

/// A leader and workers, of whom some play other legal moves in a share of their units. Bots that are found to play
/// otherwise are not compared any more, and who is barred from an owner's bots has no part in their units, as in
/// `RemotePlace`.
class SimulatedLeader {
 public:
  SimulatedLeader(std::uint64_t seed, std::size_t honest, std::size_t false_ones, double share,
                  const Strangers& strangers = {})
      : random_(seed, 5), trust_({}, "secret " + std::to_string(seed)), share_(share), strangers_(strangers) {
    for (std::size_t i = 0; i < honest + false_ones; ++i) {
      workers_.push_back((i < honest ? "honest " : "false ") + std::to_string(i));
    }
  }

  /// Gives the next unit to a worker by chance, and all that follows from its result to others.
  void play_unit() {
    const UnitNumber unit(next_++);
    seat_owners();
    const std::optional<std::string> worker = another_for({});
    if (!worker) return;
    const bool is_compared =
        std::ranges::none_of(owners_, [this](const auto& owner) { return trust_.is_inconstant(bot_of(owner)); });
    const std::string first = answer(*worker);
    if (!is_compared) {
      trust_.take_unaudited(unit, *worker);
      return;
    }
    std::vector<std::pair<std::string, std::string>> said{{*worker, first}};
    TrustStep step = trust_.take_first(unit, *worker, first, first == Late, owners_);
    if (first == Late && step.kind == TrustStep::Kind::Believe) ++late_believed_;
    if (step.kind == TrustStep::Kind::Audit) {
      ++audits_;
      const std::optional<std::string> other = another_for(step.players);
      if (!other) {
        trust_.give_up_audit(unit);
        return;
      }
      said.emplace_back(*other, answer(*other));
      if (first == Late) {
        judge_late(unit, *worker, said.back().second);
        return;
      }
      step = trust_.take_again(unit, *other, said.back().second);
    }
    if (step.kind == TrustStep::Kind::Home) decide_at_home(unit, said);
  }

  const WorkerTrust& trust() const { return trust_; }
  const std::vector<std::string>& workers() const { return workers_; }
  std::uint64_t audits() const { return audits_; }
  std::uint64_t at_home() const { return at_home_; }
  std::uint64_t late_believed() const { return late_believed_; }

 private:
  /// Of a unit in which a bot was late, first on this worker.
  void judge_late(UnitNumber unit, const std::string& worker, const std::string& other) {
    if (other == Late) {
      trust_.give_up_audit(unit);
    } else {
      trust_.take_unconfirmed(unit, worker, StrikeReason::Late, {slow_bot()});
    }
  }

  /// One of the bots that are late now and then. Every unit has one: who is kept from all of them is not so for good.
  BotId slow_bot() const { return BotId(static_cast<std::uint16_t>(50'000 + next_ % 4)); }

  void seat_owners() {
    owners_.clear();
    while (strangers_.owners > 0 && owners_.size() < 2) {
      owners_.insert("owner " + std::to_string(random_.below(strangers_.owners)));
    }
  }

  void decide_at_home(UnitNumber unit, const std::vector<std::pair<std::string, std::string>>& said) {
    ++at_home_;
    // Three times, if somebody said otherwise.
    for (int i = 0; i < 3 && !strangers_.knows_home; ++i) {
      if (!is_odd()) continue;
      for (const std::string& owner : owners_) {
        if (is_odd_owner(owner)) trust_.take_odd_at_home(board_of({owner}));
      }
      trust_.give_up_audit(unit);
      return;
    }
    for (auto one = said.rbegin(); one != said.rend(); ++one) {
      if (one->second == Truth) continue;
      if (one->second == Late) {
        const bool is_first = one + 1 == said.rend();
        trust_.take_unconfirmed(unit, one->first, StrikeReason::Late,
                                is_first ? std::set<BotId>{slow_bot()} : std::set<BotId>{});
      } else if (owners_.empty()) {
        trust_.take_false(unit, one->first);
      } else {
        trust_.take_odd(unit, one->first, {board_of(owners_)});
      }
    }
    trust_.take_home(unit, Truth);
  }

  /// Any other worker that is not barred; nullopt if many draws find none.
  std::optional<std::string> another_for(const std::set<std::string>& players) {
    for (int draw = 0; draw < 1000; ++draw) {
      const std::string& worker = workers_[random_.below(static_cast<std::uint32_t>(workers_.size()))];
      const bool is_barred = std::any_of(owners_.begin(), owners_.end(),
                                         [&](const auto& owner) { return trust_.is_barred(worker, owner); }) ||
                             (strangers_.late > 0 && trust_.is_barred(worker, slow_bot()));
      if (!players.contains(worker) && !trust_.is_drained(worker) && !is_barred) return worker;
    }
    return std::nullopt;
  }

  bool is_odd_owner(const std::string& owner) const {
    for (std::uint32_t odd = 0; odd < strangers_.odd; ++odd) {
      if (owner == "owner " + std::to_string(odd)) return true;
    }
    return false;
  }

  bool is_odd() {
    return std::any_of(owners_.begin(), owners_.end(), [this](const auto& owner) {
      return is_odd_owner(owner) && random_.below(1'000'000) < strangers_.chance * 1'000'000;
    });
  }

  std::string answer(const std::string& worker) {
    const bool lies = worker.front() == 'f' && random_.below(1'000'000) < share_ * 1'000'000;
    if (strangers_.late > 0 && random_.below(1'000'000) < strangers_.late * 1'000'000) return Late;
    return lies || is_odd() ? "invented " + std::to_string(invented_++) : Truth;
  }

  Random random_;
  WorkerTrust trust_;
  double share_;
  Strangers strangers_;
  std::set<std::string> owners_;  ///< whose bots are in the unit under way
  std::vector<std::string> workers_;
  std::uint64_t next_ = 0;
  std::uint64_t audits_ = 0;
  std::uint64_t at_home_ = 0;
  std::uint64_t late_believed_ = 0;
  std::uint64_t invented_ = 0;
};

/// After how many of its units a worker that plays other moves in 5 % of them is drained; of 16 workers it is one.
std::uint64_t units_until_drained(std::uint64_t seed, std::uint64_t most, const Strangers& strangers) {
  SimulatedLeader leader(seed, 15, 1, 0.05, strangers);
  const std::string& liar = leader.workers().back();
  while (!leader.trust().is_drained(liar) && leader.trust().units(liar) < most) leader.play_unit();
  return leader.trust().units(liar);
}

/// In how many of the runs it is drained within ten thousand of its units.
double share_drained(const Strangers& strangers) {
  const char* wanted = std::getenv("TICHU_TRUST_RUNS");
  const std::size_t runs = wanted == nullptr ? 20 : std::stoul(wanted);
  constexpr std::uint64_t Most = 10'000;
  std::vector<std::uint64_t> units;
  for (std::size_t run = 0; run < runs; ++run) units.push_back(units_until_drained(run, Most, strangers));
  std::sort(units.begin(), units.end());
  const auto drained = std::count_if(units.begin(), units.end(), [](std::uint64_t count) { return count < Most; });
  std::cout << "bots of " << strangers.owners << " strangers, " << strangers.odd << " odd: drained in " << drained
            << " of " << runs << " runs; units: median " << units[runs / 2] << ", 99 % " << units[runs * 99 / 100]
            << ", most " << units.back() << (strangers.late > 0 ? ", on busy machines" : "") << "\n";
  return static_cast<double>(drained) / static_cast<double>(runs);
}

/// Plays ten thousand units with each of the leaders that `made` makes for the seeds 1, 2, and so on, until all have
/// played so many, or as many as TICHU_TRUST_UNITS says. No honest worker is ever drained, and what a worker says of
/// late bots is never believed unseen.
template <typename MadeLeader>
void expect_no_honest_worker_drained(std::uint64_t usual, const MadeLeader& made) {
  const char* wanted = std::getenv("TICHU_TRUST_UNITS");
  const std::uint64_t units = wanted == nullptr ? usual : std::stoull(wanted);
  std::uint64_t played = 0;
  std::uint64_t audits = 0;
  std::uint64_t at_home = 0;
  for (std::uint64_t seed = 1; played < units; ++seed) {
    SimulatedLeader leader = made(seed);
    for (int i = 0; i < 10'000; ++i, ++played) leader.play_unit();
    audits += leader.audits();
    at_home += leader.at_home();
    EXPECT_EQ(leader.late_believed(), 0u);
    for (const std::string& worker : leader.workers()) {
      EXPECT_FALSE(worker.front() == 'h' && leader.trust().is_drained(worker)) << worker << " in run " << seed;
    }
  }
  std::cout << played << " units, of which " << audits << " were played again by another worker, " << at_home
            << " at home\n";
}

TEST(WorkerTrust, DrainsAWorkerThatPlaysOtherMovesInOneOfTwentyUnits) { EXPECT_GE(share_drained({}), 0.99); }

TEST(WorkerTrust, DrainsItAmongBusyMachinesToo) { EXPECT_GE(share_drained({.late = 0.03}), 0.99); }

TEST(WorkerTrust, DrainsItAmongStrangersBotsToo) {
  EXPECT_GE(share_drained({.owners = 30}), 0.99);
  EXPECT_GE(share_drained({.owners = 30, .odd = 5, .chance = 0.02, .knows_home = true}), 0.99);
}

TEST(WorkerTrust, NeverDrainsAnHonestWorkerForStrangersBots) {
  expect_no_honest_worker_drained(20'000, [](std::uint64_t seed) {
    const bool is_many = seed % 2 == 0;
    return SimulatedLeader(
        seed, 8, 0, 0,
        is_many ? Strangers{.owners = 30, .odd = 5, .chance = 0.02, .knows_home = true} : Strangers{.owners = 30});
  });
}

TEST(WorkerTrust, NeverDrainsABusyMachineNorBelievesItsLatenessUnseen) {
  expect_no_honest_worker_drained(20'000, [](std::uint64_t seed) {
    return SimulatedLeader(seed, 8, 4, 0.05, {.late = seed % 2 == 0 ? 0.03 : 0.3});
  });
}

TEST(WorkerTrust, NeverDrainsAnHonestWorker) {
  // A third of them are false, so that honest ones are contradicted often.
  expect_no_honest_worker_drained(50'000, [](std::uint64_t seed) { return SimulatedLeader(seed, 8, 4, 0.05); });
}

}  // namespace
}  // namespace tichu::arena
