#include "arena/hosting/match/player_pool.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/arena/hosting/player/seat_at_deal.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using tests::SeatAtDeal;

BotSpec boxed_program(const std::string& tag, std::vector<std::string> arguments = {}) {
  BotSpec spec = tests::scripted_program(tag, std::move(arguments));
  spec.trusted = false;
  return spec;
}

TEST(PlayerPool, WhileOneBotThinksLongTheOthersAreHalted) {
  const auto found = Sandbox::find({}, {});
  if (!found) GTEST_SKIP() << found.error();
  const std::string slow = tests::new_tag();
  const std::string other = tests::new_tag();
  PlayerPool pool({boxed_program(slow, {"--hang-at", "1"}), boxed_program(other)}, {.shutdown = 5s}, found->get());
  const std::array<Partnership, 2> teams{Partnership{{BotId{0}, BotId{0}}}, Partnership{{BotId{1}, BotId{1}}}};
  const PerSeat<Player*> players = pool.players(teams, BoardNumber(0), SeatingNumber(0));
  for (const Seat seat : AllSeats) ASSERT_TRUE(players[seat]->sit_down({}));
  SeatAtDeal thinker(*players[Seat(0)]);
  EXPECT_FALSE(thinker.ask_grand_tichu(200ms));
  EXPECT_TRUE(tests::are_stopped(other, 2));
  SeatAtDeal next(*players[Seat(1)]);
  EXPECT_TRUE(next.ask_grand_tichu(60s));
  EXPECT_TRUE(tests::are_stopped(other, 1));
}

TEST(PlayerPool, KeepsThePlayersOfAPairingWhoeverIsNamedFirst) {
  const std::string tag = tests::new_tag();
  PlayerPool pool({tests::scripted_program(tag), tests::scripted_program(tag)}, {});
  const Partnership a{{BotId{0}, BotId{0}}};
  const Partnership b{{BotId{1}, BotId{1}}};
  const PerSeat<Player*> players = pool.players({a, b}, BoardNumber(5), SeatingNumber(0));
  for (const Seat seat : AllSeats) ASSERT_TRUE(players[seat]->sit_down({}));
  EXPECT_NE(pool.players({a, b}, BoardNumber(5), SeatingNumber(1)).values, players.values);
  EXPECT_EQ(pool.players({b, a}, BoardNumber(6), SeatingNumber(1)).values, players.values);
  EXPECT_NE(pool.players({b, a}, BoardNumber(6), SeatingNumber(0)).values, players.values);
  EXPECT_EQ(pool.players({a, b}, BoardNumber(9), SeatingNumber(0)).values, players.values);
  EXPECT_EQ(tests::living_processes(tag).size(), 4u);
  pool.players({b, a}, BoardNumber(9), SeatingNumber(1));
  EXPECT_TRUE(tests::all_gone(tag)) << "they have met the board";
}

TEST(PlayerPool, EndsThePlayersOfAFormerPairing) {
  const std::string tag = tests::new_tag();
  PlayerPool pool({tests::scripted_program(tag), tests::scripted_program(tests::new_tag())}, {});
  const Partnership a{{BotId{0}, BotId{0}}};
  const Partnership b{{BotId{1}, BotId{1}}};
  ASSERT_TRUE(pool.players({a, a}, BoardNumber(1), SeatingNumber(0))[Seat(0)]->sit_down({}));
  EXPECT_EQ(tests::living_processes(tag).size(), 1u);
  pool.players({a, b}, BoardNumber(2), SeatingNumber(0));
  EXPECT_TRUE(tests::all_gone(tag));
}

TEST(PlayerPool, HasOtherPlayersForEachSeatingOfABotAgainstItself) {
  PlayerPool pool({tests::scripted_program(tests::new_tag())}, {});
  const Partnership a{{BotId{0}, BotId{0}}};
  const PerSeat<Player*> players = pool.players({a, a}, BoardNumber(0), SeatingNumber(0));
  EXPECT_NE(pool.players({a, a}, BoardNumber(0), SeatingNumber(1)).values, players.values);
  EXPECT_EQ(pool.players({a, a}, BoardNumber(0), SeatingNumber(0)).values, players.values);
}

}  // namespace
}  // namespace tichu::arena
