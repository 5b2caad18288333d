#include "arena/hosting/match/player_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/hosting/player/program_player.h"
#include "arena/installation.h"
#include "tests/arena/hosting/player/seat_at_deal.h"
#include "tests/arena/patient_limits.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using tests::living_processes;
using tests::new_tag;
using tests::PatientLimits;
using tests::scripted_program;
using tests::SeatAtDeal;

BotSpec boxed_program(const std::string& tag, std::vector<std::string> arguments = {}) {
  BotSpec spec = scripted_program(tag, std::move(arguments));
  spec.trusted = false;
  return spec;
}

BotSpec some_program() { return scripted_program(new_tag()); }

std::array<Partnership, 2> pairing_of(std::uint16_t a, std::uint16_t b) {
  return {Partnership{{BotId{a}, BotId{a}}}, Partnership{{BotId{b}, BotId{b}}}};
}

/// Lets all players of a table sit down.
PerSeat<Player*> seated(PlayerPool& pool, const std::array<Partnership, 2>& teams, std::uint64_t board, int seating) {
  const PerSeat<Player*> players = pool.players(teams, BoardNumber(board), SeatingNumber(seating));
  for (const Seat seat : AllSeats) EXPECT_TRUE(players[seat]->sit_down({}));
  return players;
}

/// The same; returns their processes, the lowest number first.
std::vector<int> seat(PlayerPool& pool, const std::array<Partnership, 2>& teams, std::uint64_t board, int seating) {
  const PerSeat<Player*> players = seated(pool, teams, board, seating);
  std::vector<int> processes;
  for (const Seat seat : AllSeats) {
    processes.push_back(dynamic_cast<ProgramPlayer&>(*players[seat]).process_id().value());
  }
  std::sort(processes.begin(), processes.end());
  return processes;
}

/// A pool of three bots, none of them in a box: the first with these arguments, and processes that the tag tells.
struct PoolOfThree {
  explicit PoolOfThree(std::vector<std::string> arguments, const PoolLimits& limits = {})
      : pool({scripted_program(tag, std::move(arguments)), other, other}, PatientLimits, nullptr, limits) {}

  std::size_t living() const { return living_processes(tag).size(); }

  const std::string tag = new_tag();
  const BotSpec other = some_program();
  PlayerPool pool;
};

/// The same, whose first bot goes on working after its second answer: when this is made it has sat at a table of board
/// 0, does so, and is not needed at the present table.
struct PoolWithAWorker : PoolOfThree {
  PoolWithAWorker() : PoolOfThree({"--work-after", "2"}) {
    Player& working = *seated(pool, pairing_of(0, 1), 0, 0)[Seat(0)];
    SeatAtDeal worker(working);
    EXPECT_TRUE(worker.ask_grand_tichu());
    EXPECT_TRUE(worker.ask_push());
    while (living() < 3) std::this_thread::yield();
    seat(pool, pairing_of(1, 2), 1, 0);
    BotProcess& process = *working.process();
    const auto before = process.usage().processor;
    while (process.usage().processor < before + 100ms) std::this_thread::yield();
  }
};

TEST(PlayerPool, WhileOneBotThinksLongTheOthersAreHalted) {
  const auto found = Sandbox::find({}, {});
  if (!found) GTEST_SKIP() << found.error();
  const std::string slow = new_tag();
  const std::string other = new_tag();
  PlayerPool pool({boxed_program(slow, {"--hang-at", "1"}), boxed_program(other)}, PatientLimits, found->get());
  const PerSeat<Player*> players = seated(pool, pairing_of(0, 1), 0, 0);
  SeatAtDeal thinker(*players[Seat(0)]);
  EXPECT_FALSE(thinker.ask_grand_tichu(200ms));
  EXPECT_TRUE(tests::are_stopped(other, 2));
  SeatAtDeal next(*players[Seat(1)]);
  EXPECT_TRUE(next.ask_grand_tichu());
  EXPECT_TRUE(tests::are_stopped(other, 1));
}

TEST(PlayerPool, KeepsProcessesFromBoardToBoardWhoeverIsNamedFirst) {
  PlayerPool pool({some_program(), some_program()}, PatientLimits);
  const std::vector<int> one = seat(pool, pairing_of(0, 1), 5, 0);
  const std::vector<int> other = seat(pool, pairing_of(0, 1), 5, 1);
  EXPECT_NE(one, other);
  EXPECT_EQ(seat(pool, pairing_of(1, 0), 6, 0), one);
  EXPECT_EQ(seat(pool, pairing_of(1, 0), 6, 1), other);
  EXPECT_EQ(seat(pool, pairing_of(0, 1), 9, 1), one);
}

TEST(PlayerPool, KeepsProcessesFromPairingToPairing) {
  PoolOfThree three({});
  const std::vector<int> before = seat(three.pool, pairing_of(0, 1), 0, 0);
  seat(three.pool, pairing_of(0, 2), 1, 0);
  EXPECT_EQ(three.living(), 2u);
  EXPECT_EQ(seat(three.pool, pairing_of(0, 1), 2, 0), before);
}

/// Among the processes that sit at a table none may have met its board before, nor have been told of it by one with
/// which it, or whoever told it, sat at another.
TEST(PlayerPool, NoProcessMeetsABoardOfWhichItCouldHaveBeenTold) {
  constexpr std::uint16_t Bots = 4;
  std::vector<BotSpec> bots;
  for (std::uint16_t i = 0; i < Bots; ++i) bots.push_back(some_program());
  PlayerPool pool(bots, PatientLimits, nullptr, {.programs = 40});
  std::mt19937 random(7);
  std::map<int, std::set<std::uint64_t>> told;
  std::size_t kept = 0;
  for (int meeting = 0; meeting < 60; ++meeting) {
    const auto a = static_cast<std::uint16_t>(random() % Bots);
    const auto b = static_cast<std::uint16_t>((a + 1 + random() % (Bots - 1)) % Bots);
    const std::uint64_t first = random() % 12;
    for (std::uint64_t board = first; board < first + 1 + random() % 3; ++board) {
      for (int seating = 0; seating < 2; ++seating) {
        const std::vector<int> table = seat(pool, pairing_of(a, b), board, seating);
        std::set<std::uint64_t> all{board};
        for (const int process : table) {
          kept += told.count(process);
          EXPECT_EQ(told[process].count(board), 0u) << "board " << board << " in meeting " << meeting;
          all.insert(told[process].begin(), told[process].end());
        }
        for (const int process : table) told[process] = all;
      }
    }
  }
  EXPECT_GT(kept, 200u) << "that would be no test: processes are hardly kept";
}

TEST(PlayerPool, EndsWhatWasUsedLeastRecentlyIfTooManyRun) {
  std::vector<std::string> tags;
  std::vector<BotSpec> bots;
  for (int i = 0; i < 4; ++i) {
    tags.push_back(new_tag());
    bots.push_back(scripted_program(tags.back()));
  }
  PlayerPool pool(bots, PatientLimits, nullptr, {.programs = 6});
  seat(pool, pairing_of(0, 1), 0, 0);
  seat(pool, pairing_of(0, 2), 1, 0);
  EXPECT_EQ(living_processes(tags[1]).size(), 2u);
  seat(pool, pairing_of(0, 3), 2, 0);
  EXPECT_TRUE(tests::all_gone(tags[1]));
  EXPECT_EQ(living_processes(tags[2]).size(), 2u);
  EXPECT_EQ(living_processes(tags[0]).size(), 2u);
}

/// Three pairings take turns over the same boards, and the programs of two can stay.
TEST(PlayerPool, EndsWhatMayNotSitAtTheBoardBeforeWhatWillHaveItsTurn) {
  std::vector<BotSpec> bots;
  for (int i = 0; i < 6; ++i) bots.push_back(some_program());
  PlayerPool pool(bots, PatientLimits, nullptr, {.programs = 8});
  std::size_t kept = 0;
  std::array<std::vector<int>, 3> before;
  for (std::uint64_t cycle = 0; cycle < 6; ++cycle) {
    for (std::uint16_t turn = 0; turn < 3; ++turn) {
      const auto first = static_cast<std::uint16_t>(2 * turn);
      const auto second = static_cast<std::uint16_t>(first + 1);
      const std::vector<int> table = seat(pool, pairing_of(first, second), cycle, 0);
      if (table == before[turn]) ++kept;
      before[turn] = table;
    }
  }
  EXPECT_GE(kept, 5u) << "one of three in each cycle but the first";
}

TEST(PlayerPool, EndsWhatWasUsedLeastRecentlyIfMemoryIsShort) {
  PoolOfThree three({}, {.memory = 1});
  seat(three.pool, pairing_of(0, 1), 0, 0);
  seat(three.pool, pairing_of(0, 1), 0, 1);
  EXPECT_EQ(three.living(), 4u) << "those of one board are needed";
  seat(three.pool, pairing_of(1, 2), 1, 0);
  EXPECT_TRUE(tests::all_gone(three.tag));
}

TEST(PlayerPool, ProgramsInBoxesAreHaltedWhileTheyAreNotNeeded) {
  const auto found = Sandbox::find({}, {});
  if (!found) GTEST_SKIP() << found.error();
  const std::string tag = new_tag();
  PlayerPool pool({boxed_program(tag), boxed_program(new_tag()), boxed_program(new_tag())}, PatientLimits,
                  found->get());
  seat(pool, pairing_of(0, 1), 0, 0);
  seat(pool, pairing_of(1, 2), 1, 0);
  EXPECT_TRUE(tests::are_stopped(tag, 2));
  SeatAtDeal again(*seated(pool, pairing_of(0, 1), 2, 0)[Seat(0)]);
  EXPECT_TRUE(again.ask_grand_tichu());
}

TEST(PlayerPool, WhatAProgramWithoutABoxDoesWhileItIsNotNeededIsPondering) {
  PoolWithAWorker three;
  three.pool.end_all();
  std::chrono::nanoseconds pondering{0};
  for (const BotUsage& usage : three.pool.take_usage()) {
    if (usage.bot == BotId{0}) pondering += usage.resources.pondering;
  }
  EXPECT_GE(pondering, 90ms);
}

TEST(PlayerPool, KeepsNoProgramOfABotThatWasAtFault) {
  PoolOfThree three({"--crash-at", "1"});
  SeatAtDeal crashing(*seated(three.pool, pairing_of(0, 1), 0, 0)[Seat(0)]);
  ASSERT_FALSE(crashing.ask_grand_tichu());
  EXPECT_EQ(three.living(), 1u);
  seat(three.pool, pairing_of(1, 2), 1, 0);
  EXPECT_TRUE(tests::all_gone(three.tag));
}

TEST(PlayerPool, KeepsNoProgramOfABotThatPonders) {
  PoolWithAWorker three;
  EXPECT_EQ(three.living(), 3u) << "what it does while it is not needed is not known yet";
  const PerSeat<Player*> again = seated(three.pool, pairing_of(0, 1), 2, 0);
  for (const Seat seat : {Seat(0), Seat(2)}) EXPECT_TRUE(SeatAtDeal(*again[seat]).ask_grand_tichu());
  seat(three.pool, pairing_of(1, 2), 3, 0);
  EXPECT_TRUE(tests::all_gone(three.tag));
}

TEST(PlayerPool, KeepsNoProgramOfABotWithManyProcesses) {
  const std::string small = new_tag();
  const std::string large = new_tag();
  const BotSpec other = some_program();
  PlayerPool pool(
      {scripted_program(small, {"--family", "3"}), scripted_program(large, {"--family", "16"}), other, other},
      PatientLimits);
  seat(pool, pairing_of(0, 1), 0, 0);
  EXPECT_EQ(living_processes(large).size(), 2u * 17);
  seat(pool, pairing_of(2, 3), 1, 0);
  EXPECT_TRUE(tests::all_gone(large));
  EXPECT_EQ(living_processes(small).size(), 2u * 4);
}

TEST(PlayerPool, EachProcessIsCountedOnce) {
  PlayerPool pool({some_program(), some_program(), some_program()}, PatientLimits, nullptr, {.programs = 4});
  for (std::uint64_t board = 0; board < 3; ++board) {
    seat(pool, pairing_of(0, 1), board, 0);
    seat(pool, pairing_of(0, 2), board + 3, 0);
  }
  pool.end_all();
  std::vector<std::uint64_t> starts(3);
  for (const BotUsage& usage : pool.take_usage()) starts[static_cast<std::size_t>(usage.bot)] += usage.resources.starts;
  EXPECT_GE(starts[0], 2u);
  EXPECT_EQ(starts[1] % 2 + starts[2] % 2, 0u);
  EXPECT_GE(starts[1], 4u) << "with four programs at most each had to leave for the other";
}

TEST(PlayerPool, HasOtherPlayersForEachSeatingOfABotAgainstItself) {
  PlayerPool pool({some_program()}, PatientLimits);
  const std::vector<int> one = seat(pool, pairing_of(0, 0), 0, 0);
  std::vector<int> all = seat(pool, pairing_of(0, 0), 0, 1);
  all.insert(all.end(), one.begin(), one.end());
  EXPECT_EQ(std::set<int>(all.begin(), all.end()).size(), 8u);
}

TEST(PlayerPool, LetsPlugInsGoThatSitNowhereAnyMore) {
  BotSpec plugin;
  plugin.path = bundled_bots_folder() / "lowest.so";
  plugin.trusted = true;
  PlayerPool pool({plugin, plugin, plugin, plugin}, {});
  const auto sit = [&](std::uint16_t a, std::uint16_t b, std::uint64_t board) {
    pool.players(pairing_of(a, b), BoardNumber(board), SeatingNumber(0));
  };
  sit(0, 3, 0);
  sit(0, 1, 1);
  EXPECT_EQ(pool.size(), 6U);
  for (std::uint64_t board = 2; board < 1200; ++board) sit(0, board % 2 == 0 ? 1 : 2, board);
  EXPECT_EQ(pool.size(), 6U) << "two each of the three that still sit somewhere";
}

}  // namespace
}  // namespace tichu::arena
