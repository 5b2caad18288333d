#include "arena/tournament/units/play_difference.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace tichu::arena {
namespace {

/// At the first table seats 0 and 2 are bots 10 and 12, 1 and 3 are 11 and 13.
constexpr std::array<Partnership, 2> Teams{Partnership{{BotId(10), BotId(12)}}, Partnership{{BotId(11), BotId(13)}}};

RecordedAction does(int seat, Action action, bool out_of_turn = false) { return {Seat(seat), action, out_of_turn}; }

SeatFault crash(int seat, std::size_t actions) {
  SeatFault fault{Seat(seat), {FaultKind::Crash, "", ""}};
  fault.actions = actions;
  return fault;
}

PlayedJob of_rounds(std::vector<PlayedRound> rounds) {
  PlayedJob job;
  job.tables = {std::move(rounds)};
  return job;
}

/// Who did otherwise first in two plays of one round.
std::optional<BotId> first(PlayedRound one, PlayedRound other) {
  const PlayedJob mine = of_rounds({PlayedRound{}, std::move(one)});
  const PlayedJob its = of_rounds({PlayedRound{}, std::move(other)});
  const auto found = first_to_differ(Teams, mine, its);
  EXPECT_EQ(first_to_differ(Teams, its, mine), found) << "whichever comes first";
  return found;
}

PlayedRound of(std::vector<RecordedAction> actions, std::vector<SeatFault> faults = {}) {
  PlayedRound round;
  round.actions = std::move(actions);
  round.faults = std::move(faults);
  return round;
}

const RecordedAction Calm = does(0, Action::no_grand_tichu());

TEST(PlayDifference, IsOfWhoeverDidOtherwiseFirst) {
  EXPECT_EQ(first(of({Calm}), of({Calm})), std::nullopt);
  EXPECT_EQ(first(of({Calm, does(1, Action::no_grand_tichu()), does(2, Action::pass())}),
                  of({Calm, does(1, Action::call_grand_tichu()), does(2, Action::no_bomb())})),
            BotId(11));
}

TEST(PlayDifference, IsOfWhoeverActsUnaskedOrDoesNot) {
  EXPECT_EQ(
      first(of({Calm, does(3, Action::call_tichu()), does(1, Action::pass())}), of({Calm, does(1, Action::pass())})),
      BotId(13));
  EXPECT_EQ(first(of({Calm, does(2, Action::pass(), true)}), of({Calm, does(1, Action::pass())})), BotId(12));
  EXPECT_EQ(first(of({does(3, Action::call_tichu())}), of({does(1, Action::call_tichu())})), BotId(11))
      << "who is asked first";
}

TEST(PlayDifference, IsOfWhoeverWasAtFault) {
  EXPECT_EQ(first(of({Calm}, {crash(1, 1)}), of({Calm, does(1, Action::pass())})), BotId(11))
      << "which ended the round";
  EXPECT_EQ(first(of({Calm, does(1, Action::pass())}, {crash(3, 0)}), of({Calm, does(1, Action::no_bomb())})),
            BotId(13));
  EXPECT_EQ(first(of({Calm}, {crash(2, 1)}), of({Calm}, {crash(3, 1)})), BotId(12)) << "who is asked first";
}

TEST(PlayDifference, IsOfWhoeverHadARemark) {
  PlayedRound one = of({Calm, does(1, Action::pass())});
  one.remarks.push_back({Seat(0), Question::Turn, 0, {}});
  EXPECT_EQ(first(one, of({Calm, does(1, Action::no_bomb())})), BotId(10));
}

TEST(PlayDifference, IsAtTheQuestionThatWasAskedFirst) {
  const RecordedRemark on_grand_tichu{Seat(3), Question::GrandTichu, 0, {}};
  const RecordedRemark on_push{Seat(0), Question::Push, 0, {}};
  PlayedRound one = of({Calm});
  one.remarks = {on_grand_tichu, on_push};
  PlayedRound other = of({Calm});
  other.remarks = {on_push};
  EXPECT_EQ(first(one, other), BotId(13)) << "its remark is missing, not that of the seat with the lower number";
  // A remark on a bomb that nobody threw comes before the turn that follows.
  one = of({Calm, does(1, Action::pass())});
  one.remarks = {{Seat(2), Question::Bomb, 1, {}}};
  EXPECT_EQ(first(one, of({Calm, does(1, Action::call_tichu())})), BotId(11)) << "Tichu was called before";
  EXPECT_EQ(first(one, of({Calm, does(1, Action::give_dragon(Side::Left))})), BotId(12));
}

TEST(PlayDifference, TellsTheBotByTheTablesSeating) {
  PlayedJob one = of_rounds({of({Calm})});
  PlayedJob other = one;
  one.tables.push_back({of({Calm})});
  other.tables.push_back({of({does(0, Action::call_grand_tichu())})});
  EXPECT_EQ(first_to_differ(Teams, one, other), seating_of(Teams, SeatingNumber(1))[Seat(0)]);
  EXPECT_NE(first_to_differ(Teams, one, other), BotId(10)) << "they have changed seats";
}

}  // namespace
}  // namespace tichu::arena
