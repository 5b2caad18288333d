#include "arena/workers/units/play_digest.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "arena/hosting/match/board.h"

namespace tichu::arena {
namespace {

/// At the first table seats 0 and 2 are bots 10 and 12, 1 and 3 are 11 and 13.
constexpr std::array<Partnership, 2> Teams{Partnership{{BotId(10), BotId(12)}}, Partnership{{BotId(11), BotId(13)}}};

RecordedAction does(int seat, Action action) { return {Seat(seat), action}; }

/// A board of one round at the first table.
FinishedJob of(std::vector<RecordedAction> actions) {
  FinishedJob board;
  board.rounds.emplace_back().record.actions = std::move(actions);
  return board;
}

FinishedJob at_fault(FinishedJob board, int seat, FaultKind kind) {
  FinishedFault& fault = board.faults.emplace_back();
  fault.seat = Seat(seat);
  fault.bot = seating_of(Teams, SeatingNumber(0))[fault.seat];
  fault.kind = kind;
  fault.actions = board.rounds[0].record.actions.size();
  return board;
}

std::set<BotId> differing(const FinishedJob& one, const FinishedJob& other) {
  return differing_bots(Teams, one, other);
}

const RecordedAction Calm = does(0, Action::no_grand_tichu());

TEST(PlayDigest, IsOfActionsAndFaults) {
  EXPECT_EQ(play_digest(of({Calm})), play_digest(of({Calm})));
  EXPECT_NE(play_digest(of({Calm})), play_digest(of({does(0, Action::call_grand_tichu())})));
  const BoardDigest illegal = play_digest(at_fault(of({Calm}), 1, FaultKind::IllegalAction));
  EXPECT_FALSE(illegal.has_machine_fault);
  EXPECT_NE(illegal, play_digest(at_fault(of({Calm}), 3, FaultKind::IllegalAction)));
}

TEST(PlayDigest, IsOfTheBotsAloneIfAMachineMayBeTheCause) {
  const BoardDigest late = play_digest(at_fault(of({Calm}), 1, FaultKind::Timeout));
  EXPECT_TRUE(late.has_machine_fault);
  EXPECT_EQ(late, play_digest(at_fault(of({}), 1, FaultKind::Crash))) << "the same bot, at another moment";
  EXPECT_NE(late, play_digest(at_fault(of({Calm}), 3, FaultKind::Timeout)));
}

TEST(PlayDigest, ComparesNoBoardWithAMachinesFault) {
  const BoardDigest calm = play_digest(of({Calm}));
  const BoardDigest other = play_digest(of({does(0, Action::call_grand_tichu())}));
  const BoardDigest late = play_digest(at_fault(of({Calm}), 1, FaultKind::Timeout));
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
