#include "arena/hosting/match/play_board.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "arena/hosting/match/board_judgement.h"
#include "arena/statistics/rating/board_result.h"
#include "engine/game.h"
#include "tests/arena/patient_limits.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using tests::PatientLimits;
using tests::scripted_plugin;

constexpr Partnership Zeros{{BotId{0}, BotId{0}}};
constexpr Partnership Ones{{BotId{1}, BotId{1}}};

BoardSpec board_spec(std::uint64_t board, bool game = false) {
  return {11, BoardNumber(board), {Zeros, Ones}, game, {}};
}

/// Everything of an outcome but the time that it took.
void expect_same(const BoardOutcome& a, const BoardOutcome& b) {
  for (std::size_t t = 0; t < 2; ++t) {
    ASSERT_EQ(a.tables[t].rounds.size(), b.tables[t].rounds.size());
    for (std::size_t r = 0; r < a.tables[t].rounds.size(); ++r) {
      const RoundOutcome& one = a.tables[t].rounds[r];
      const RoundOutcome& other = b.tables[t].rounds[r];
      EXPECT_EQ(one.record.deal, other.record.deal);
      EXPECT_EQ(one.record.deal_index, other.record.deal_index);
      EXPECT_EQ(one.record.result, other.record.result);
      EXPECT_EQ(one.score, other.score);
      EXPECT_EQ(one.bomb_after_push, other.bomb_after_push);
      ASSERT_EQ(one.record.actions.size(), other.record.actions.size());
      for (std::size_t i = 0; i < one.record.actions.size(); ++i) {
        EXPECT_EQ(one.record.actions[i].seat, other.record.actions[i].seat);
        EXPECT_EQ(one.record.actions[i].action, other.record.actions[i].action);
      }
    }
  }
}

TEST(Seating, TheFirstPartnershipSitsAt0And2ThenAt1And3) {
  const std::array<Partnership, 2> teams{Partnership{{BotId{3}, BotId{4}}}, Partnership{{BotId{5}, BotId{6}}}};
  EXPECT_EQ(seating_of(teams, SeatingNumber(0)), (PerSeat<BotId>{{BotId{3}, BotId{5}, BotId{4}, BotId{6}}}));
  EXPECT_EQ(seating_of(teams, SeatingNumber(1)), (PerSeat<BotId>{{BotId{5}, BotId{3}, BotId{6}, BotId{4}}}));
}

TEST(Seating, OverAllFourEveryBotSitsAtEverySeat) {
  const std::array<Partnership, 2> teams{Partnership{{BotId{3}, BotId{4}}}, Partnership{{BotId{5}, BotId{6}}}};
  std::map<BotId, std::set<int>> seats;
  for (int i = 0; i < MaxTables; ++i) {
    const SeatingNumber seating(i);
    const PerSeat<BotId> bots = seating_of(teams, seating);
    for (const Seat seat : AllSeats) {
      seats[bots[seat]].insert(seat.number());
      const auto partnership = static_cast<std::size_t>(partnership_of(seat, seating));
      EXPECT_TRUE(bots[seat] == teams[partnership].bots[0] || bots[seat] == teams[partnership].bots[1]);
    }
  }
  for (const auto& [bot, places] : seats) EXPECT_EQ(places.size(), 4u);
}

TEST(BotSeed, DiffersBySeedBoardSeatingAndSeatButNotByPairing) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t tournament = 0; tournament < 5; ++tournament) {
    for (std::uint64_t board = 0; board < 50; ++board) {
      for (int seating = 0; seating < 2; ++seating) {
        for (const Seat seat : AllSeats)
          seeds.insert(
              bot_seed({tournament, BoardNumber(board), {Zeros, Ones}, false, {}}, SeatingNumber(seating), seat));
      }
    }
  }
  EXPECT_EQ(seeds.size(), 5u * 50 * 2 * 4);
  EXPECT_EQ(bot_seed({1, BoardNumber(2), {Zeros, Ones}, false, {}}, SeatingNumber(0), Seat(3)),
            bot_seed({1, BoardNumber(2), {Ones, Zeros}, false, {}}, SeatingNumber(0), Seat(3)));
}

TEST(BotSeed, IsTheHashOfItsPlaceSoThatTheTournamentsSeedCannotBeFoundFromIt) {
  // Python: int.from_bytes(hashlib.blake2b(b"bot 987654321 2 1 3", digest_size=16).digest()[:8], "big")
  EXPECT_EQ(bot_seed({987654321, BoardNumber(2), {Zeros, Ones}, false, {}}, SeatingNumber(1), Seat(3)),
            6856067968661234963u);
}

TEST(PlayBoard, PlaysAsManyTablesAsAskedFor) {
  PlayerPool pool({scripted_plugin(), scripted_plugin()}, PatientLimits);
  const BoardOutcome swapped = play_board(board_spec(5), pool);
  for (const int tables : {1, 4}) {
    BoardSpec spec = board_spec(5);
    spec.tables = tables;
    const BoardOutcome outcome = play_board(spec, pool);
    ASSERT_EQ(outcome.tables.size(), static_cast<std::size_t>(tables));
    for (int seating = 0; seating < tables; ++seating) {
      const TableOutcome& table = outcome.tables[static_cast<std::size_t>(seating)];
      EXPECT_EQ(table.seating, SeatingNumber(seating));
      EXPECT_EQ(table.rounds.front().record.deal, swapped.tables.front().rounds.front().record.deal);
    }
  }
}

TEST(PlayBoard, BothSeatingsPlayTheBoardsDeal) {
  PlayerPool pool({scripted_plugin(), scripted_plugin()}, PatientLimits);
  const BoardOutcome outcome = play_board(board_spec(5), pool);
  for (int seating = 0; seating < 2; ++seating) {
    const TableOutcome& table = outcome.tables[static_cast<std::size_t>(seating)];
    EXPECT_EQ(table.seating, SeatingNumber(seating));
    ASSERT_EQ(table.rounds.size(), 1u);
    EXPECT_EQ(table.rounds[0].record.deal, deal(11, 5));
    EXPECT_EQ(table.rounds[0].record.deal_index, 5u);
    EXPECT_TRUE(table.rounds[0].record.result);
    EXPECT_GT(table.rounds[0].think_time[Seat(0)].decisions, 0u);
  }
}

TEST(PlayBoard, AGameEndsWhenATeamReachesTheTarget) {  // RULES 9.1
  PlayerPool pool({scripted_plugin(), scripted_plugin()}, PatientLimits);
  const BoardOutcome outcome = play_board(board_spec(2, true), pool);
  for (const TableOutcome& table : outcome.tables) {
    Game game{Rules{}};
    for (std::size_t round = 0; round < table.rounds.size(); ++round) {
      EXPECT_FALSE(game.is_over());
      const std::uint64_t index = 2u * 1'000'003 + round;
      EXPECT_EQ(table.rounds[round].record.deal_index, index);
      EXPECT_EQ(table.rounds[round].record.deal, deal(11, index));
      game.add(table.rounds[round].score);
    }
    EXPECT_TRUE(game.is_over());
  }
}

TEST(PlayBoard, ADefectivePluginLosesItsBoards) {
  PlayerPool pool({scripted_plugin("throw"), scripted_plugin()}, PatientLimits);
  const BoardOutcome outcome = play_board(board_spec(1), pool);
  const BoardResult result = judge_board(outcome, false);
  EXPECT_EQ(result.verdict, BoardVerdict::Loss);
  EXPECT_EQ(result.faults, (std::array<int, 2>{2, 0}));
  EXPECT_EQ(outcome.tables[0].rounds[0].faults.back().seat, Seat(0));
  EXPECT_EQ(outcome.tables[1].rounds[0].faults.back().seat, Seat(1));
}

class ProgramBoards : public testing::Test {
 protected:
  BotSpec program(std::vector<std::string> arguments = {}) const {
    return tests::scripted_program(tag_, std::move(arguments));
  }
  void TearDown() override {
    EXPECT_TRUE(tests::all_gone(tag_)) << "a process was left behind";
    EXPECT_FALSE(tests::has_zombie_child());
  }
  const std::string tag_ = tests::new_tag();
};

TEST_F(ProgramBoards, ProgramsPlayAsThePluginsOfTheSameBotDo) {
  PlayerPool plugins({scripted_plugin(), scripted_plugin()}, PatientLimits);
  PlayerPool programs({program(), program()}, PatientLimits);
  for (std::uint64_t board = 0; board < 20; ++board) {
    expect_same(play_board(board_spec(board), plugins), play_board(board_spec(board), programs));
  }
  expect_same(play_board(board_spec(0, true), plugins), play_board(board_spec(0, true), programs));
}

TEST_F(ProgramBoards, TheOrderOfTheBoardsDoesNotMatter) {
  PlayerPool one({program(), program()}, PatientLimits);
  PlayerPool other({program(), program()}, PatientLimits);
  std::vector<BoardOutcome> upwards;
  for (std::uint64_t board = 0; board < 5; ++board) upwards.push_back(play_board(board_spec(board), one));
  for (std::uint64_t board = 5; board-- > 0;) expect_same(upwards[board], play_board(board_spec(board), other));
}

struct Misdeed {
  const char* flag;
  FaultKind kind;
};

class BoardMisdeed : public ProgramBoards, public testing::WithParamInterface<Misdeed> {};

TEST_P(BoardMisdeed, LosesTheBoardAndTheOthersPlayOnWithTheSameProcesses) {
  const bool waits = GetParam().kind == FaultKind::Timeout;
  // Bot 0 plays well for some boards in each of its seats and fails in the middle of a later one.
  TimeLimits limits = PatientLimits;
  if (waits) limits.decision = 3s;
  const std::string honest = tests::new_tag();
  PlayerPool pool({program({GetParam().flag, "150"}), tests::scripted_program(honest)}, limits);
  int first_fault = -1;
  std::set<int> honest_processes;
  for (int board = 0; board < 20; ++board) {
    const BoardOutcome outcome = play_board(board_spec(static_cast<std::uint64_t>(board)), pool);
    const BoardResult result = judge_board(outcome, false);
    for (const TableOutcome& table : outcome.tables) {
      const RoundOutcome& round = table.rounds[0];
      EXPECT_EQ(table.rounds.size(), 1u);
      EXPECT_NE(round.record.result.has_value(), round.record.failure.has_value());
      if (!round.record.failure) continue;
      first_fault = first_fault < 0 ? board : first_fault;
      EXPECT_EQ(to_text(round.faults.back().fault.kind), to_text(GetParam().kind)) << round.faults.back().fault.text;
      EXPECT_EQ(table.bots[round.faults.back().seat], BotId{0});
    }
    EXPECT_EQ(result.faults[1], 0);
    if (result.faults[0] > 0) {
      EXPECT_EQ(result.verdict, BoardVerdict::Loss);
    }
    for (const int process : tests::living_processes(honest)) honest_processes.insert(process);
    EXPECT_EQ(honest_processes.size(), 4u);
    if (first_fault >= 0 && board >= first_fault + 2) return;
  }
  FAIL() << "the bot never came to its fault";
}

INSTANTIATE_TEST_SUITE_P(
    Each, BoardMisdeed,
    testing::Values(Misdeed{"--crash-at", FaultKind::Crash}, Misdeed{"--exit-at", FaultKind::Crash},
                    Misdeed{"--hang-at", FaultKind::Timeout}, Misdeed{"--stop-at", FaultKind::Timeout},
                    Misdeed{"--late-at", FaultKind::Timeout}, Misdeed{"--close-stdout-at", FaultKind::ClosedOutput},
                    Misdeed{"--garbage-at", FaultKind::BadMessage}, Misdeed{"--oversized-at", FaultKind::Oversized},
                    Misdeed{"--illegal-at", FaultKind::IllegalAction}),
    [](const auto& tested) {
      std::string name = std::string(tested.param.flag).substr(2);
      for (char& letter : name) letter = letter == '-' ? '_' : letter;
      return name;
    });

TEST_F(ProgramBoards, AProgramKilledFromOutsideIsReplacedAndNotBlamed) {
  const std::string other = tests::new_tag();
  PlayerPool pool({program(), tests::scripted_program(other)}, PatientLimits);
  play_board(board_spec(0), pool);
  const int killed = tests::living_processes(tag_).front();
  ::kill(killed, SIGKILL);
  const BoardOutcome hit = play_board(board_spec(1), pool);
  EXPECT_EQ(judge_board(hit, false).faults, (std::array<int, 2>{0, 0}));
  for (const TableOutcome& table : hit.tables) EXPECT_TRUE(table.rounds[0].record.result);
  const std::vector<int> living = tests::living_processes(tag_);
  EXPECT_EQ(std::count(living.begin(), living.end(), killed), 0);
}

TEST_F(ProgramBoards, AProgramThatKillsItselfDoesItAgainAndIsBlamed) {
  const std::string other = tests::new_tag();
  PlayerPool pool({program({"--kill-at", "1"}), tests::scripted_program(other)}, PatientLimits);
  const BoardOutcome outcome = play_board(board_spec(0), pool);
  EXPECT_EQ(judge_board(outcome, false).faults, (std::array<int, 2>{2, 0}));
  for (const TableOutcome& table : outcome.tables) {
    EXPECT_EQ(table.rounds[0].faults.back().fault.text, "was ended by signal 9 (SIGKILL)");
  }
}

TEST_F(ProgramBoards, AProgramThatCannotStartForfeitsEveryBoard) {
  BotSpec missing = program();
  missing.path = "/nowhere/bot";
  PlayerPool pool({missing, program()}, PatientLimits);
  for (std::uint64_t board = 0; board < 2; ++board) {
    const BoardOutcome outcome = play_board(board_spec(board), pool);
    for (const TableOutcome& table : outcome.tables) {
      ASSERT_TRUE(table.rounds[0].record.failure);
      EXPECT_EQ(table.rounds[0].faults.back().fault.kind, FaultKind::StartFailed);
      EXPECT_TRUE(table.rounds[0].record.deal.is_complete());
    }
  }
}

TEST_F(ProgramBoards, NoProcessMeetsADealTwice) {
  const std::string notes = testing::TempDir() + "deals-seen-" + tag_ + ".txt";
  const BotSpec bot = program({"--notes", notes});
  const std::array<std::array<Partnership, 2>, 3> pairings{{{Zeros, Ones}, {Ones, Zeros}, {Zeros, Zeros}}};
  {
    PlayerPool pool({bot, bot}, PatientLimits);
    for (const auto& teams : pairings) {
      for (std::uint64_t board = 0; board < 3; ++board) play_board({11, BoardNumber(board), teams, false, {}}, pool);
    }
  }
  std::map<std::uint64_t, std::uint64_t> board_of_cards;
  for (std::uint64_t board = 0; board < 3; ++board) {
    for (const Seat seat : AllSeats) board_of_cards[deal(11, board).first_eight(seat).bits()] = board;
  }
  std::ifstream file(notes);
  std::set<std::pair<long, std::uint64_t>> met;
  std::set<long> processes;
  long process = 0;
  std::uint64_t cards = 0;
  int lines = 0;
  while (file >> process >> cards) {
    ++lines;
    processes.insert(process);
    ASSERT_TRUE(board_of_cards.count(cards));
    EXPECT_TRUE(met.insert({process, board_of_cards[cards]}).second) << "process " << process << " met a deal twice";
  }
  EXPECT_EQ(lines, 3 * 3 * 2 * 4);
  EXPECT_EQ(processes.size(), 3u * 2 * 4);
  std::filesystem::remove(notes);
}

TEST_F(ProgramBoards, ProcessesThatStayAreEndedWithThePool) {
  TimeLimits limits = PatientLimits;
  limits.shutdown = 20ms;
  PlayerPool pool({program({"--ignore-sigterm", "--fork-grandchild"}), scripted_plugin()}, limits);
  play_board(board_spec(0), pool);
  EXPECT_EQ(tests::living_processes(tag_).size(), 8u);
}

}  // namespace
}  // namespace tichu::arena
