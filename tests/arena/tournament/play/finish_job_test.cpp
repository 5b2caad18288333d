#include "arena/tournament/play/finish_job.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "arena/hosting/match/board_judgement.h"
#include "arena/tournament/store/tournament_store.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TournamentConfig two_bots() {
  TournamentConfig config;
  config.name = "cup";
  config.seed = 9;
  config.bots.resize(2);
  config.bots[0].name = "a";
  config.bots[1].name = "b";
  return config;
}

/// Board 4 where the second entrant has a fault in seating 1 and takes 40 points of 100 in seating 0.
BoardOutcome example_board() {
  BoardOutcome board;
  for (int seating = 0; seating < 2; ++seating) {
    TableOutcome& table = board.tables.emplace_back();
    table.seating = SeatingNumber(seating);
    for (const Seat seat : AllSeats) table.bots[seat] = static_cast<BotId>(partnership_of(seat, table.seating));
    RoundOutcome round;
    round.record.deal_index = 4;
    round.record.deal = deal(9, 4);
    for (const Seat seat : AllSeats) {
      round.think_time[seat].add(std::chrono::nanoseconds(3));
      round.think_time[seat].add(std::chrono::nanoseconds(7 + seat.number()));
    }
    if (seating == 0) {
      RoundResult result;
      result.out = {Seat(0), Seat(1), Seat(2)};
      result.out_count = 3;
      result.cards[Team::A] = result.score[Team::A] = Points(60);
      result.cards[Team::B] = result.score[Team::B] = Points(40);
      round.score = result.score;
      round.record.result = recorded_result(result);
    } else {
      forfeit(round, {Seat(2), {FaultKind::Crash, "was ended by signal 11", "oh\n"}});
    }
    table.rounds.push_back(round);
  }
  return board;
}

const Job ExampleJob{JobNumber(7), BoardNumber(4), {EntrantId{0}, EntrantId{1}}};

TEST(FinishedJobs, HoldScoresBySide) {
  const FinishedJob finished = finish_job(two_bots(), ExampleJob, example_board());
  ASSERT_EQ(finished.rounds.size(), 2u);
  EXPECT_EQ(finished.rounds[0].score, (std::array{Points(60), Points(40)}));
  EXPECT_EQ(finished.rounds[1].score, (std::array{Points(200), Points(0)}));
  EXPECT_EQ(finished.result.verdict, BoardVerdict::Win);
  EXPECT_EQ(finished.figures[0].rounds, 1u);
  EXPECT_EQ(finished.figures[1].faults, 1u);
}

TEST(FinishedJobs, NameTheBotAtFault) {
  const FinishedJob finished = finish_job(two_bots(), ExampleJob, example_board());
  ASSERT_EQ(finished.faults.size(), 1u);
  EXPECT_EQ(finished.faults[0].bot, BotId{1});
  EXPECT_EQ(finished.faults[0].seat, Seat(2));
  EXPECT_EQ(finished.faults[0].seating, SeatingNumber(1));
  EXPECT_EQ(finished.faults[0].kind, FaultKind::Crash);
  EXPECT_EQ(finished.faults[0].stderr_tail, "oh\n");
}

TEST(FinishedJobs, AddUpThinkTimeBySide) {
  const FinishedJob finished = finish_job(two_bots(), ExampleJob, example_board());
  EXPECT_EQ(finished.think_time[0].decisions, 8u);
  EXPECT_EQ(finished.think_time[0].total.count(), 46);
  EXPECT_EQ(finished.think_time[0].longest.count(), 10);
}

TEST(FinishedJobs, HoldWhatBecameOfEachRound) {
  const FinishedJob finished = finish_job(two_bots(), ExampleJob, example_board());
  const StoredRound& round = finished.rounds.at(1);
  EXPECT_EQ(round.seating, SeatingNumber(1));
  EXPECT_EQ(round.number, RoundNumber(0));
  EXPECT_EQ(round.record.deal_index, 4u);
  ASSERT_TRUE(round.record.failure);
  EXPECT_EQ(round.record.failure->kind, "crash");
  EXPECT_FALSE(round.record.result);
  EXPECT_TRUE(finished.rounds.at(0).record.result);
}

TEST(FinishedJobs, AreReadAgainAsTheMatchRecordedThem) {
  const TournamentConfig config = two_bots();
  BoardOutcome board = example_board();
  RoundOutcome& first = board.tables[0].rounds[0];
  add_fault(first, {Seat(1), {FaultKind::Timeout, "too late", {}}});
  first.record.remarks = {{Seat(3), Question::Push, 0, {"away with it", 0.5, {}}}};
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), config, "test");
  store.add(std::array{finish_job(config, ExampleJob, board)});
  const std::optional<StoredBoard> stored = store.boards().board(ExampleJob.number);
  ASSERT_TRUE(stored);
  ASSERT_EQ(stored->rounds.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const Record& played = board.tables[i].rounds[0].record;
    const Record& read = stored->rounds[i].record;
    EXPECT_EQ(read.deal, played.deal);
    EXPECT_EQ(read.deal_index, played.deal_index);
    EXPECT_EQ(read.actions, played.actions);
    EXPECT_EQ(read.remarks, played.remarks);
    EXPECT_EQ(read.faults, played.faults);
    EXPECT_EQ(read.result, played.result);
    EXPECT_EQ(read.failure, played.failure);
    EXPECT_EQ(read.seating, SeatingNumber(i));
    EXPECT_EQ(read.job, ExampleJob.number);
  }
}

TEST(FinishedJobs, ComeFromTheBoardThatTheJobNames) {
  TournamentConfig config = two_bots();
  config.format = BoardFormat::Games;
  const BoardSpec spec = board_spec(config, entrants_of(config), ExampleJob);
  EXPECT_EQ(spec.tournament_seed, 9u);
  EXPECT_EQ(spec.board, BoardNumber(4));
  EXPECT_TRUE(spec.game);
  EXPECT_EQ(spec.teams[1], (Partnership{{BotId{1}, BotId{1}}}));
}

}  // namespace
}  // namespace tichu::arena
