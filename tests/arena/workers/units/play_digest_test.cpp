#include "arena/workers/units/play_digest.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

namespace tichu::arena {
namespace {

/// At the first table seats 0 and 2 are bots 10 and 12, 1 and 3 are 11 and 13.
constexpr std::array<Partnership, 2> Teams{Partnership{{BotId(10), BotId(12)}}, Partnership{{BotId(11), BotId(13)}}};

RecordedAction does(int seat, Action action) { return {Seat(seat), action}; }

PlayedRound of(std::vector<RecordedAction> actions) {
  PlayedRound round;
  round.actions = std::move(actions);
  return round;
}

PlayedRound at_fault(PlayedRound round, int seat, FaultKind kind) {
  SeatFault fault{Seat(seat), {kind, "", ""}};
  fault.actions = round.actions.size();
  round.faults.push_back(std::move(fault));
  return round;
}

PlayedJob job_of(PlayedRound round) {
  PlayedJob job;
  job.tables = {{std::move(round)}};
  return job;
}

BoardDigest digest_of(PlayedRound round) {
  UnitJob unit_job;
  unit_job.teams = Teams;
  std::vector<PlayedJob> jobs;
  jobs.push_back(job_of(std::move(round)));
  return play_digests({unit_job}, jobs).front();
}

std::set<BotId> differing(PlayedRound one, PlayedRound other) {
  return differing_bots(Teams, job_of(std::move(one)), job_of(std::move(other)));
}

const RecordedAction Calm = does(0, Action::no_grand_tichu());

TEST(PlayDigest, IsOfActionsAndFaults) {
  EXPECT_EQ(digest_of(of({Calm})), digest_of(of({Calm})));
  EXPECT_NE(digest_of(of({Calm})), digest_of(of({does(0, Action::call_grand_tichu())})));
  const BoardDigest illegal = digest_of(at_fault(of({Calm}), 1, FaultKind::IllegalAction));
  EXPECT_FALSE(illegal.has_machine_fault);
  EXPECT_NE(illegal, digest_of(at_fault(of({Calm}), 3, FaultKind::IllegalAction)));
}

TEST(PlayDigest, IsOfTheBotsAloneIfAMachineMayBeTheCause) {
  const BoardDigest late = digest_of(at_fault(of({Calm}), 1, FaultKind::Timeout));
  EXPECT_TRUE(late.has_machine_fault);
  EXPECT_EQ(late, digest_of(at_fault(of({}), 1, FaultKind::Crash))) << "the same bot, at another moment";
  EXPECT_NE(late, digest_of(at_fault(of({Calm}), 3, FaultKind::Timeout)));
}

TEST(PlayDigest, ComparesNoBoardWithAMachinesFault) {
  const BoardDigest calm = digest_of(of({Calm}));
  const BoardDigest other = digest_of(of({does(0, Action::call_grand_tichu())}));
  const BoardDigest late = digest_of(at_fault(of({Calm}), 1, FaultKind::Timeout));
  EXPECT_EQ(differences({calm, calm, late}, {calm, other, other}), std::vector<std::size_t>{1});
  EXPECT_TRUE(differences({calm}, {late}).empty());
}

TEST(PlayDigest, NamesTheBotsThatMayHaveAnsweredDifferentlyFirst) {
  EXPECT_EQ(differing(of({Calm}), of({Calm})), std::set<BotId>{});
  EXPECT_EQ(differing(of({Calm, does(1, Action::no_grand_tichu()), does(2, Action::pass())}),
                      of({Calm, does(1, Action::call_grand_tichu()), does(2, Action::no_bomb())})),
            std::set<BotId>{BotId(11)});
  EXPECT_EQ(differing(of({Calm, does(3, Action::call_tichu())}), of({Calm, does(1, Action::pass())})),
            (std::set<BotId>{BotId(11), BotId(13)}))
      << "seat 3 called where it did not in the other, or seat 1 was sooner";
  EXPECT_EQ(differing(at_fault(of({Calm}), 2, FaultKind::IllegalAction), of({Calm})), std::set<BotId>{BotId(12)});
}

}  // namespace
}  // namespace tichu::arena
