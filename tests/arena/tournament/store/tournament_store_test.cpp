#include "arena/tournament/store/tournament_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <fstream>
#include <initializer_list>
#include <system_error>
#include <thread>
#include <vector>

#include "arena/record/json_record.h"
#include "arena/record/verdict.h"
#include "arena/tournament/store/board_index.h"
#include "arena/tournament/store/board_output.h"
#include "arena/tournament/store/schema.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_lock.h"
#include "tests/arena/short_files.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/stored_tournament.h"
#include "tests/arena/tournament/store/whole_boards.h"

namespace tichu::arena {
namespace {

TournamentConfig two_bots() {
  TournamentConfig config;
  config.name = "cup";
  config.seed = ~std::uint64_t{0};
  config.bots.resize(2);
  config.bots[0] = {"a", BotKind::Plugin, "/x/a.so", {}, {{"depth", "3"}}};
  config.bots[1] = {"b'; DROP TABLE job; --", BotKind::Program, "/x/b", {"--fast"}, {}};
  return config;
}

FinishedJob job(std::uint64_t number, double margin) {
  FinishedJob finished;
  finished.job = {JobNumber(number), BoardNumber(number + 10), {EntrantId{0}, EntrantId{1}}};
  finished.result = {margin, margin > 0 ? BoardVerdict::Win : BoardVerdict::Loss, {0, 1}, 0.75, 2, 6.25};
  finished.figures[0].rounds = 2;
  finished.figures[0].tichu_called = number;
  finished.figures[1].faults = 1;
  for (int seating = 0; seating < 2; ++seating) {
    finished.rounds.push_back(random_round(two_bots().seed, number));
    finished.rounds.back().seating = SeatingNumber(seating);
  }
  finished.faults = {{JobNumber(number),
                      SeatingNumber(1),
                      RoundNumber(0),
                      Seat(2),
                      BotId{1},
                      FaultKind::Timeout,
                      "no answer within 5 ms",
                      std::string("\0log\n", 5),
                      Question::Bomb,
                      {std::string("\0?", 2), "!"}}};
  return finished;
}

/// Job and seating of every stored round, such as "3/0".
std::vector<std::string> rounds(const TournamentStore& store) {
  std::vector<std::string> all;
  each_whole_board(store, [&](const StoredBoard& board) {
    for (const StoredRound& round : board.rounds) {
      all.push_back(to_string(board.job.number) + "/" + to_string(round.seating));
    }
  });
  return all;
}

TournamentStore opened(const TemporaryFolder& folder) {
  auto store = TournamentStore::open(folder.path());
  if (!store) throw std::runtime_error(store.error());
  return std::move(store.value());
}

TEST(TournamentStore, GivesBackWhatWasAddedInTheOrderOfJobs) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(1, -20.5), job(0, 35)});
  store.finish();
  const TournamentStore read = opened(folder);
  EXPECT_EQ(read.boards().job_count(), 2u);
  EXPECT_EQ(rounds(read), (std::vector<std::string>{"0/0", "0/1", "1/0", "1/1"}));
  const auto boards = read.results(refuse_damage).boards;
  ASSERT_EQ(boards.size(), 2u);
  EXPECT_EQ(boards[0].board, BoardNumber(10));
  EXPECT_EQ(boards[0].result.margin, 35);
  EXPECT_EQ(boards[0].result.verdict, BoardVerdict::Win);
  EXPECT_EQ(boards[0].result.score, 0.75);
  EXPECT_EQ(boards[0].result.tables, 2);
  EXPECT_EQ(boards[0].result.table_spread, 6.25);
  EXPECT_EQ(boards[1].result.margin, -20.5);
  EXPECT_EQ(boards[1].entrants[1], EntrantId{1});
  EXPECT_EQ(boards[1].result.faults, (std::array<int, 2>{0, 1}));
}

TEST(TournamentStore, GivesBackTheConfiguration) {
  const TemporaryFolder folder;
  TournamentConfig config = two_bots();
  config.format = BoardFormat::Games;
  config.seatings = Seatings::Rotate;
  config.boards = 12;
  config.rules = *preset("gravon");
  config.rules.target = Points(500);
  config.limits.decision = std::chrono::milliseconds(7);
  config.faults = FaultPolicy::Substitute;
  config.pairs = {{"both", {0, 1}}};
  TournamentStore::create(folder.path(), config, "test 1.0");
  const TournamentStore read = opened(folder);
  const TournamentConfig stored = read.config();
  EXPECT_EQ(read.program(), "test 1.0");
  EXPECT_EQ(stored, config);
}

TEST(TournamentStore, IsFinishedWithoutFailureThoughSomebodyReads) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(0, 10)});
  const TournamentStore reader = opened(folder);
  EXPECT_EQ(reader.boards().job_count(), 1u);
  store.finish();
  EXPECT_EQ(reader.boards().job_count(), 1u);
  EXPECT_EQ(opened(folder).boards().job_count(), 1u);
}

TEST(TournamentStore, GivesBackOneBoardWithItsRounds) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  FinishedJob added = job(4, -20.5);
  store.add(std::array{added, job(2, 10)});
  const auto board = store.boards().board(JobNumber(4));
  ASSERT_TRUE(board);
  EXPECT_EQ(board->job, added.job);
  EXPECT_EQ(board->result.margin, -20.5);
  ASSERT_EQ(board->rounds.size(), 2u);
  EXPECT_EQ(board->rounds[1].seating, SeatingNumber(1));
  EXPECT_EQ(board->rounds[1].score, added.rounds[1].score);
  EXPECT_EQ(board->rounds[1].record.actions, added.rounds[1].record.actions);
  EXPECT_FALSE(store.boards().board(JobNumber(3)));
  EXPECT_EQ(store.boards().latest_job(), JobNumber(4));
  EXPECT_EQ(store.results(refuse_damage).jobs, (std::vector<Job>{job(2, 10).job, added.job}));
}

TEST(TournamentStore, TellsHowMuchABoardTakesBeforeItIsCompressed) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  FinishedJob talking = job(1, 1);
  talking.rounds[0].record.remarks = {{Seat(0), Question::Turn, 4, {std::string(100'000, 'x'), std::nullopt, {}}}};
  store.add(std::array{job(0, 1), talking});
  EXPECT_GT(store.boards().board_bytes(JobNumber(0)), 100u);
  EXPECT_LT(store.boards().board_bytes(JobNumber(0)), 10'000u);
  EXPECT_GT(store.boards().board_bytes(JobNumber(1)), 100'000u);
  EXPECT_LT(store.boards().board_bytes(JobNumber(1)), 110'000u);
  EXPECT_FALSE(store.boards().board_bytes(JobNumber(2)));
}

TEST(TournamentStore, AddsUpFiguresByEntrant) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  EXPECT_EQ(store.bots().figures({}), std::vector<PlayFigures>(2));
  store.add(std::array{job(3, 1), job(4, 1)});
  const auto figures = store.bots().figures({});
  EXPECT_EQ(figures[0].tichu_called, 7u);
  EXPECT_EQ(figures[0].rounds, 4u);
  EXPECT_EQ(figures[1].faults, 2u);
}

TEST(TournamentStore, KeepsFaultsWithTheirText) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(5, 1)});
  const auto without_evidence = store.bots().faults(refuse_damage);
  ASSERT_EQ(without_evidence.size(), 1u);
  EXPECT_EQ(without_evidence[0].text, "no answer within 5 ms");
  EXPECT_EQ(without_evidence[0].stderr_tail, "");
  EXPECT_EQ(without_evidence[0].exchange.sent, "");
  const std::vector<FinishedFault> faults{store.bots().with_evidence(without_evidence[0])};
  EXPECT_EQ(faults[0].job, JobNumber(5));
  EXPECT_EQ(faults[0].seat, Seat(2));
  EXPECT_EQ(faults[0].bot, BotId{1});
  EXPECT_EQ(faults[0].kind, FaultKind::Timeout);
  EXPECT_EQ(faults[0].text, "no answer within 5 ms");
  EXPECT_EQ(faults[0].stderr_tail, std::string("\0log\n", 5));
  EXPECT_EQ(faults[0].question, Question::Bomb);
  EXPECT_EQ(faults[0].exchange.sent, std::string("\0?", 2));
  EXPECT_EQ(faults[0].exchange.received, "!");
  EXPECT_EQ(store.boards().record(JobNumber(5), SeatingNumber(1), RoundNumber(0))->deal_index, 5u);
  EXPECT_FALSE(store.boards().record(JobNumber(5), SeatingNumber(1), RoundNumber(1)));
}

TEST(TournamentStore, AddsUpWhatBotsUsed) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  FinishedJob finished = job(0, 1);
  BotUsage usage;
  usage.bot = BotId{1};
  usage.time.add(std::chrono::milliseconds(3));
  usage.resources = {std::chrono::seconds(2), 1000, 1, std::chrono::seconds(1)};
  finished.usage = {usage};
  store.add(std::array{finished, job(1, 1)});
  store.bots().add_usage(JobNumber(1), finished.usage);
  const std::vector<BotUsage> read = store.bots().usage(refuse_damage);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].bot, BotId{0});
  EXPECT_EQ(read[0].time.decisions, 0u);
  EXPECT_EQ(read[1].time.decisions, 2u);
  EXPECT_EQ(read[1].time.longest, std::chrono::milliseconds(3));
  EXPECT_EQ(read[1].time.quantile(0.5), usage.time.quantile(0.5));
  EXPECT_EQ(read[1].resources, (ResourceUsage{std::chrono::seconds(4), 1000, 2, std::chrono::seconds(2)}));
}

TEST(TournamentStore, TakesABatchWholeOrNotAtAll) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(0, 1)});
  EXPECT_THROW(store.add(std::array{job(1, 1), job(0, 1)}), std::runtime_error);
  EXPECT_EQ(store.boards().job_count(), 1u);
  EXPECT_EQ(rounds(store).size(), 2u);
  store.add(std::array{job(1, 1)});
  EXPECT_EQ(store.boards().job_count(), 2u);
}

TEST(TournamentStore, NamesTheFileThatFailed) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(0, 1)});
  try {
    store.add(std::array{job(0, 1)});
    FAIL() << "the same job was taken twice";
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with((folder.path() / StoreFileName).string() + ": "));
  }
}

TEST(TournamentStore, KeepsWhatAProgramStoredThatNeverFinished) {
  const TemporaryFolder folder;
  {
    TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
    store.add(std::array{job(0, 1)});
  }
  EXPECT_EQ(opened(folder).boards().job_count(), 1u);
}

TEST(TournamentStore, IsOneFileOnceFinished) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(0, 1)});
  store.finish();
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_EQ(entry.path().filename(), StoreFileName);
    ++files;
  }
  EXPECT_EQ(files, 1);
}

TEST(TournamentStore, StopsHandingOutBoardsWhenAsked) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(0, 1), job(1, 1)});
  int taken = 0;
  store.boards().each_board([&](const StoredBoard&) { return ++taken < 1; }, [](const DamagedJob&) { FAIL(); });
  EXPECT_EQ(taken, 1);
}

TEST(TournamentStore, TakesBoardsOfOneTwoAndFourTablesAndMakesNoTableToKnowIt) {
  const TemporaryFolder folder;
  {
    TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
    store.add(std::array{job(0, 1)});
    store.finish();
  }
  SQLite::Database database((folder.path() / StoreFileName).string(), SQLite::OPEN_READWRITE);
  for (const char* sound : {"1", "2", "4"}) {
    EXPECT_EQ(database.exec(std::string("UPDATE job SET tables = ") + sound), 1);
  }
  for (const char* wrong : {"-1", "0", "3", "5", "2.5"}) {
    EXPECT_THROW(database.exec(std::string("UPDATE job SET tables = ") + wrong), SQLite::Exception) << wrong;
  }
  SQLite::Statement plan(database, "EXPLAIN UPDATE job SET tables = 2");
  while (plan.executeStep())
    EXPECT_STRNE(plan.getColumn(1).getText(), "OpenEphemeral") << "at each insert it takes time";
}

TEST(TournamentStore, NamesTheJobThatIsDamagedAndHandsOutTheOthers) {
  const TemporaryFolder folder;
  {
    TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
    store.add(std::array{job(0, 1), job(1, 1), job(2, 1), job(3, 1)});
    store.finish();
  }
  SQLite::Database database((folder.path() / StoreFileName).string(), SQLite::OPEN_READWRITE);
  database.exec("UPDATE rounds SET packed = zeroblob(50) WHERE job = 1");
  database.exec("UPDATE fault SET kind = 'boredom' WHERE job = 2");
  database.exec("UPDATE job SET first_entrant = 7 WHERE number = 3");
  const TournamentStore store = opened(folder);
  std::vector<std::uint64_t> whole;
  std::vector<std::string> damaged;
  store.boards().each_board(
      [&](const StoredBoard& board) {
        whole.push_back(board.job.number.value());
        return true;
      },
      [&](const DamagedJob& lost) { damaged.push_back(to_text(lost)); });
  EXPECT_EQ(whole, (std::vector<std::uint64_t>{0}));
  ASSERT_EQ(damaged.size(), 3u);
  EXPECT_TRUE(damaged[0].starts_with("job 1 (board 11): stored rounds: ")) << damaged[0];
  EXPECT_EQ(damaged[1], "job 2 (board 12): unknown fault kind \"boredom\" in the store");
  EXPECT_EQ(damaged[2], "job 3 (board 13): damaged: first_entrant 7 of 2 in the store");
  EXPECT_TRUE(store.boards().board(JobNumber(0)));
  EXPECT_THROW(store.boards().board(JobNumber(1)), std::runtime_error);
}

TEST(TournamentStore, NamesTheJobsOfDamagedResultsFaultsAndUsage) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  const FinishedJob faulty = job(4, -20.5);
  ASSERT_FALSE(faulty.faults.empty());
  store.add(std::array{job(0, 1), job(1, 2), faulty, job(5, 3)});
  BotUsage used;
  used.bot = BotId{1};
  used.time.add(std::chrono::milliseconds(3));
  store.bots().add_usage(JobNumber(0), std::array{used});
  store.bots().add_usage(JobNumber(5), std::array{used});
  const std::size_t faults = store.bots().faults(refuse_damage).size();
  const std::uint64_t decisions = store.bots().usage(refuse_damage)[1].time.decisions;
  SQLite::Database database((folder.path() / StoreFileName).string(), SQLite::OPEN_READWRITE);
  database.exec("UPDATE job SET second_entrant = 7 WHERE number = 1");
  database.exec("UPDATE fault SET bot = 7 WHERE job = 4");
  database.exec("UPDATE usage SET times = 'long' WHERE job = 5 AND bot = 1 AND decisions = 1");
  std::vector<std::string> damaged;
  const auto note = [&](const DamagedJob& lost) { damaged.push_back(to_text(lost)); };
  const StoredResults results = store.results(note);
  ASSERT_EQ(results.jobs.size(), 3u);
  ASSERT_EQ(results.boards.size(), 3u);
  EXPECT_EQ(results.jobs[1].number, JobNumber(4));
  EXPECT_EQ(results.boards[1].result.margin, -20.5);
  EXPECT_EQ(store.bots().faults(note).size(), faults - 1);
  EXPECT_EQ(store.bots().usage(note)[1].time.decisions, decisions - 1);
  EXPECT_EQ(damaged, (std::vector<std::string>{"job 1: damaged: second_entrant 7 of 2 in the store",
                                               "job 4: damaged: bot 7 of 2 in the store",
                                               "job 5: unknown times \"long\" in the store"}));
  const DamagedJob without{JobNumber(1), std::nullopt, ""};
  EXPECT_EQ(store.bots().figures({}).at(0).rounds, store.bots().figures(std::array{without}).at(0).rounds + 2);
  EXPECT_THROW(store.bots().faults(refuse_damage), std::runtime_error);
}

TEST(TournamentStore, HandsOutWhatLiesOutsideADamagedPage) {
  const TemporaryFolder folder;
  TournamentConfig config = two_bots();
  TournamentStore::create_whole(folder.path(), config, "test", [&](TournamentStore& store) {
    for (std::uint64_t number = 0; number < 400; ++number) store.add(std::array{job(number, 1)});
  });
  SQLite::Database database((folder.path() / StoreFileName).string(), SQLite::OPEN_READWRITE);
  const int page = database.execAndGet("SELECT min(pageno) FROM dbstat WHERE name = 'rounds' AND pagetype = 'leaf'");
  std::fstream file(folder.path() / StoreFileName, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp((page - 1) * 16384);
  file << std::string(16384, '\x55');
  file.close();
  std::size_t whole = 0;
  std::size_t damaged = 0;
  opened(folder).boards().each_board([&](const StoredBoard&) { return ++whole > 0; },
                                     [&](const DamagedJob&) { ++damaged; });
  EXPECT_EQ(whole + damaged, 400u);
  EXPECT_GT(damaged, 0u);
  EXPECT_LT(damaged, 100u);
}

TEST(TournamentStore, ThatIsMadeAtOnceStandsUnderItsNameOnlyWhenItIsWhole) {
  const TemporaryFolder folder;
  const auto nothing_is_there = [&] { return !std::filesystem::exists(folder.path() / StoreFileName); };
  const auto fails = [&](TournamentStore& store) {
    store.add(std::array{job(0, 1)});
    throw std::runtime_error("the records have changed");
  };
  EXPECT_THROW(TournamentStore::create_whole(folder.path(), two_bots(), "test", fails), std::runtime_error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const TournamentStore store =
      TournamentStore::create_whole(folder.path(), two_bots(), "test", [&](TournamentStore& unnamed) {
        unnamed.add(std::array{job(0, 1)});
        EXPECT_TRUE(nothing_is_there());
      });
  EXPECT_EQ(store.boards().job_count(), 1u);
  EXPECT_EQ(opened(folder).boards().job_count(), 1u);
}

TEST(TournamentStore, KeepsASeedAndADealThatNobodyKnowsUnknown) {
  const TemporaryFolder folder;
  TournamentConfig config = two_bots();
  config.origin.imported = true;
  config.origin.seed_known = false;
  FinishedJob finished = job(0, 1);
  finished.rounds[0].record.deal_index.reset();
  TournamentStore::create(folder.path(), config, "test").add(std::array{finished});
  const TournamentStore store = opened(folder);
  EXPECT_EQ(known_seed(store.config()), std::nullopt);
  EXPECT_TRUE(store.config().origin.imported);
  const auto board = store.boards().board(JobNumber(0));
  ASSERT_TRUE(board);
  EXPECT_EQ(board->stored, std::nullopt) << "nobody knows when it was played";
  EXPECT_EQ(board->rounds[0].record.seed, std::nullopt);
  EXPECT_EQ(board->rounds[0].record.deal_index, std::nullopt);
  EXPECT_EQ(board->rounds[0].record.deal, finished.rounds[0].record.deal);
  EXPECT_EQ(board->rounds[1].record.deal_index, finished.rounds[1].record.deal_index);
}

TEST(TournamentStore, RecordsTellTheFaultsThatSubstitutesMadeGood) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  FinishedJob finished = job(0, 1);  // its fault is at seat 2 of seating 1, in a round that was played to its end
  FinishedFault later = finished.faults[0];
  later.seat = Seat(0);
  later.actions = 7;
  finished.faults.push_back(later);
  finished.faults[0].actions = 9;
  store.add(std::array{finished});
  const auto board = store.boards().board(JobNumber(0));
  ASSERT_TRUE(board);
  EXPECT_TRUE(board->rounds[0].record.faults.empty());
  const std::vector<RecordedFault> expected{{Seat(0), "timeout", "no answer within 5 ms", 7},
                                            {Seat(2), "timeout", "no answer within 5 ms", 9}};
  EXPECT_EQ(board->rounds[1].record.faults, expected);
}

TEST(TournamentStore, GoesOnWithWhatAKilledProgramLeft) {
  const TemporaryFolder folder;
  TournamentStore::create(folder.path(), two_bots(), "test").add(std::array{job(0, 1)});
  auto resumed = TournamentStore::resume(folder.path());
  ASSERT_TRUE(resumed) << resumed.error();
  TournamentStore& store = *resumed;
  ASSERT_TRUE(store.begin_writing());
  store.add(std::array{job(1, 1)});
  TournamentConfig config = store.config();
  config.bots[0].fingerprint = "another";
  store.replace_config(config);
  store.finish();
  EXPECT_EQ(opened(folder).boards().job_count(), 2u);
  EXPECT_EQ(opened(folder).config(), config);
}

TEST(TournamentStore, WaitsForAnotherWriterAsItBeginsToWrite) {
  const TemporaryFolder folder;
  TournamentStore::create(folder.path(), two_bots(), "test").finish();
  auto resumed = TournamentStore::resume(folder.path());
  ASSERT_TRUE(resumed) << resumed.error();
  constexpr int Patience = 60'000;  // ms: its end waits for a moment in which the store does not look
  SQLite::Database other((folder.path() / StoreFileName).string(), SQLite::OPEN_READWRITE, Patience);
  other.exec("BEGIN IMMEDIATE");
  std::jthread ends([&other] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    other.exec("COMMIT");
  });
  const auto begun = resumed->begin_writing();
  EXPECT_TRUE(begun) << begun.error();
}

TEST(TournamentStore, ChangesNothingBeforeItBeginsToWrite) {
  const TemporaryFolder folder;
  const TemporaryFolder killed;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(0, 1)});
  std::filesystem::copy(folder.path(), killed.path(), std::filesystem::copy_options::recursive);
  const std::filesystem::path file = killed.path() / StoreFileName;
  const std::filesystem::path log = killed.path() / "tournament.sqlite-wal";
  const std::string database = bytes_of(file);
  const std::string waiting = bytes_of(log);
  ASSERT_FALSE(waiting.empty());
  {
    const auto resumed = TournamentStore::resume(killed.path());
    ASSERT_TRUE(resumed) << resumed.error();
    EXPECT_EQ(resumed->boards().job_count(), 1u);
  }
  EXPECT_EQ(bytes_of(file), database);
  EXPECT_EQ(bytes_of(log), waiting);
}

TEST(TournamentStore, IsReadThoughAKilledProgramWasChangingTheWholeDatabase) {
  const TemporaryFolder folder;
  const TemporaryFolder killed;
  TournamentStore::create(folder.path(), two_bots(), "test").finish();
  {
    // A rollback journal, as while the mode of the journal changes, too large for the memory, so that it is on the
    // disk.
    SQLite::Database database((folder.path() / StoreFileName).string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA cache_size = 2");
    database.exec("BEGIN; CREATE TABLE half (text); UPDATE tournament SET name = 'half'");
    for (int i = 0; i < 100; ++i) database.exec("INSERT INTO half VALUES (randomblob(10000))");
    std::filesystem::copy(folder.path(), killed.path(), std::filesystem::copy_options::recursive);
  }
  ASSERT_TRUE(std::filesystem::exists(killed.path() / "tournament.sqlite-journal"));
  const auto opened = TournamentStore::open(killed.path());
  ASSERT_TRUE(opened) << opened.error();
  EXPECT_EQ(opened->config(), two_bots());
  EXPECT_FALSE(std::filesystem::exists(killed.path() / "tournament.sqlite-journal"));
}

TEST(TournamentStore, SaysWhichFileRefusedAWriteAndWhy) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(0, 1)});
  try {
    store.add(std::array{job(1, 1), job(0, 1)});
    FAIL() << "stored a job twice";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), (folder.path() / StoreFileName).string() + ": UNIQUE constraint failed: job.number");
  }
  EXPECT_EQ(store.boards().job_count(), 1u);
  store.add(std::array{job(1, 1)});
  EXPECT_EQ(store.boards().job_count(), 2u);
}

TEST(TournamentStore, KeepsWhatWasStoredWhereTheDiskIsFull) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  store.add(std::array{job(0, 1)});
  std::vector<FinishedJob> many;
  for (std::uint64_t i = 1; i < 2'000; ++i) many.push_back(job(i, 1));
  {
    const ShortFiles limit(100'000);
    ASSERT_TRUE(limit.is_set());
    EXPECT_THROW(store.add(many), std::runtime_error);
  }
  EXPECT_EQ(opened(folder).boards().job_count(), 1u);
  EXPECT_EQ(rounds(opened(folder)).size(), 2u);
  store.add(many);
  EXPECT_EQ(store.boards().job_count(), 2'000u);
}

TEST(TournamentLock, IsHeldByOneAtATime) {
  const TemporaryFolder folder;
  {
    const auto first = TournamentLock::take(folder.path());
    EXPECT_TRUE(first);
    EXPECT_FALSE(TournamentLock::take(folder.path()));
  }
  EXPECT_TRUE(TournamentLock::take(folder.path()));
  EXPECT_THROW(TournamentLock::take(folder.path() / "absent"), std::system_error);
}

TEST(TournamentStore, GivesBackRecordsAsTheyWere) {
  const TemporaryFolder folder;
  TournamentConfig config = two_bots();
  config.seatings = Seatings::Rotate;
  config.pairs = {{"both", {0, 1}}};
  TournamentStore store = TournamentStore::create(folder.path(), config, "test");
  FinishedJob finished = job(6, 1);
  finished.job.entrants = {EntrantId{2}, EntrantId{0}};
  finished.rounds[1].seating = SeatingNumber(3);
  finished.rounds[1].number = RoundNumber(2);
  store.add(std::array{finished});
  const std::optional<Record> record = store.boards().record(JobNumber(6), SeatingNumber(3), RoundNumber(2));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->tournament, "cup");
  EXPECT_EQ(record->job, JobNumber(6));
  EXPECT_EQ(record->board, BoardNumber(16));
  EXPECT_EQ(record->seating, SeatingNumber(3));
  EXPECT_EQ(record->round, RoundNumber(2));
  EXPECT_EQ(record->seed, config.seed);
  EXPECT_EQ(record->deal_index, 6u);
  const std::string second = config.bots[1].name;
  EXPECT_EQ(record->bots, (std::array<std::string, 4>{"a", second, "a", "a"}));
  EXPECT_EQ(record->deal, deal(config.seed, 6));
  EXPECT_EQ(record->result, finished.rounds[1].record.result);
  EXPECT_EQ(to_text(judge_json_record(write_json_record(*record))), "ok");
}

TEST(TournamentStore, DoesNotOverwriteADatabase) {
  const TemporaryFolder folder;
  TournamentStore::create(folder.path(), two_bots(), "test").add(std::array{job(0, 1)});
  EXPECT_THROW(TournamentStore::create(folder.path(), two_bots(), "test"), std::runtime_error);
  EXPECT_EQ(opened(folder).boards().job_count(), 1u);
}

TEST(TournamentStore, SaysWhyAFolderHoldsNoTournament) {
  const TemporaryFolder folder;
  const auto none = TournamentStore::open(folder.path());
  EXPECT_EQ(none.error(), "there is no tournament in \"" + folder.path().string() + "\" (no tournament.sqlite)");

  folder.write(StoreFileName, "not a database, but long enough to be looked at as one by a library that reads pages");
  EXPECT_TRUE(TournamentStore::open(folder.path()).error().find("cannot be read: ") != std::string::npos);
}

TEST(TournamentStore, RefusesOtherDatabasesAndOtherVersions) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / StoreFileName).string();
  SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("CREATE TABLE t (x)");
  EXPECT_EQ(TournamentStore::open(folder.path()).error(), "\"" + file + "\" is not a tournament of the Tichu arena");
  database.exec("PRAGMA application_id = " + std::to_string(ApplicationId));
  database.exec("PRAGMA user_version = 999");
  EXPECT_EQ(TournamentStore::open(folder.path()).error(),
            "\"" + file + "\" has schema version 999, this program reads " + std::to_string(SchemaVersion));
}

TEST(TournamentStore, KeepsTheConfiguration) {
  const TemporaryFolder folder;
  TournamentStore::create(folder.path(), two_bots(), "tichu-arena 9").finish();
  SQLite::Database database((folder.path() / StoreFileName).string());
  EXPECT_EQ(database.execAndGet("SELECT seed FROM tournament").getString(), "18446744073709551615");
  EXPECT_EQ(database.execAndGet("SELECT program FROM tournament").getString(), "tichu-arena 9");
  EXPECT_EQ(database.execAndGet("SELECT name FROM bot WHERE id = 1").getString(), "b'; DROP TABLE job; --");
  EXPECT_EQ(database.execAndGet("SELECT arguments FROM bot WHERE id = 1").getString(), "[\"--fast\"]");
  EXPECT_EQ(database.execAndGet("SELECT options FROM bot WHERE id = 0").getString(), "{\"depth\":\"3\"}");
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM entrant").getInt(), 2);
}

/// Bot 1 in this version, in a sandbox of this kind.
RunRecord run_of(const std::string& version, const std::string& sandbox) {
  return {"arena 1", {sandbox, {"no network"}}, {{{"a", "1.0"}, "aa"}, {{"stranger", version}, "bb" + version}}};
}

TEST(StoredRuns, TellWithWhatEachBoardWasPlayed) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "arena 1");
  EXPECT_TRUE(store.runs().sandboxes.empty());
  store.begin_run(run_of("1", "landlock"));
  // A run without a board leaves nothing.
  EXPECT_TRUE(store.runs().bots[1].empty());
  store.begin_run(run_of("1", "landlock"));
  store.add(std::vector{job(0, 1), job(3, 1)});
  store.begin_run(run_of("1", "landlock"));
  store.add(std::vector{job(2, 1)});
  store.begin_run(run_of("2", "bubblewrap"));
  store.add(std::vector{job(1, 1), job(4, 1)});
  store.add(std::vector{job(5, 1)});
  store.begin_run(run_of("1", "bubblewrap"));
  store.add(std::vector{job(6, 1)});
  const StoredRuns runs = store.runs();
  ASSERT_EQ(runs.bots.size(), 2u);
  ASSERT_EQ(runs.bots[0].size(), 1u);
  EXPECT_EQ(runs.bots[0][0].what, (BotBuild{{"a", "1.0"}, "aa"}));
  EXPECT_EQ(runs.bots[0][0].boards, 7u);
  ASSERT_EQ(runs.bots[1].size(), 3u);
  const std::array<std::uint64_t, 3> boards{3, 3, 1};
  const std::array<std::uint64_t, 3> first{0, 1, 6};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(runs.bots[1][i].what.identity.version, i == 1 ? "2" : "1");
    EXPECT_EQ(runs.bots[1][i].boards, boards[i]);
    EXPECT_EQ(runs.bots[1][i].first_job, JobNumber(first[i]));
  }
  ASSERT_EQ(runs.sandboxes.size(), 2u);
  EXPECT_EQ(runs.sandboxes[0].what, (UsedSandbox{"landlock", {"no network"}}));
  EXPECT_EQ(runs.sandboxes[0].boards, 3u);
  EXPECT_EQ(runs.sandboxes[1].boards, 4u);
}

TEST(StoredRuns, AreStoredWithTheirFirstBoardOrNotAtAll) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "arena 1");
  store.begin_run(run_of("1", "none"));
  store.add(std::vector{job(0, 1)});
  store.begin_run(run_of("2", "none"));
  EXPECT_THROW(store.add(std::vector{job(0, 1)}), std::runtime_error);  // it is there already
  EXPECT_EQ(store.runs().bots[1].size(), 1u);
  store.add(std::vector{job(1, 1)});
  EXPECT_EQ(store.runs().bots[1].size(), 2u);
}

TEST(StoredRuns, GoOnWhereAStoreIsOpenedAgain) {
  const TemporaryFolder folder;
  {
    TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "arena 1");
    store.begin_run(run_of("1", "none"));
    store.add(std::vector{job(0, 1)});
  }
  TournamentStore store = std::move(*TournamentStore::resume(folder.path()));
  ASSERT_TRUE(store.begin_writing());
  store.add(std::vector{job(1, 1)});
  ASSERT_EQ(store.runs().bots[1].size(), 1u);
  EXPECT_EQ(store.runs().bots[1][0].boards, 2u);
}

TEST(StoredRuns, TellTheSandboxOfBotsThatEnterLater) {
  const BotBuild late{{"b", ""}, "bb"};
  for (const bool is_stored : {false, true}) {
    const TemporaryFolder folder;
    TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "arena 1");
    store.begin_run({"arena 1", {}, {{{"a", "1.0"}, "aa"}}});
    if (is_stored) store.add(std::vector{job(0, 1)});
    store.add_build(BotId{1}, late, {"bubblewrap", {"no network"}});
    store.add(std::vector{job(1, 1)});
    const StoredRuns runs = store.runs();
    EXPECT_EQ(runs.bots[1].at(0).what, late);
    ASSERT_EQ(runs.sandboxes.size(), 1u);
    EXPECT_EQ(runs.sandboxes[0].what, (UsedSandbox{"bubblewrap", {"no network"}}));
  }
}

TEST(StoredRuns, OfJobsThatNobodyRanAreUnknown) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "arena 1");
  store.add(std::vector{job(0, 1)});
  EXPECT_TRUE(store.runs().bots[0].empty());
  EXPECT_TRUE(store.runs().sandboxes.empty());
}

TEST(TournamentStore, KeepsTheLatestOutputOfABot) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  for (std::uint64_t number = 0; number < 300; ++number) {
    FinishedJob finished = job(number, 1);
    finished.output.push_back({SeatingNumber(1), Seat(2), BotId{1}, "board " + std::to_string(number) + " \xff"});
    if (number == 7) finished.output.push_back({SeatingNumber(0), Seat(0), BotId{0}, "alone"});
    store.add(std::array{finished});
  }
  ASSERT_EQ(board_output(folder.path(), JobNumber(299)).size(), 1u);
  const SeatOutput last = board_output(folder.path(), JobNumber(299))[0];
  EXPECT_EQ(last.text, "board 299 \xff");
  EXPECT_EQ(last.seating, SeatingNumber(1));
  EXPECT_EQ(last.seat, Seat(2));
  EXPECT_EQ(last.bot, BotId{1});
  EXPECT_EQ(board_output(folder.path(), JobNumber(44)).size(), 1u);
  EXPECT_TRUE(board_output(folder.path(), JobNumber(43)).empty());
  ASSERT_EQ(board_output(folder.path(), JobNumber(7)).size(), 1u) << "another's does not count against it";
  EXPECT_EQ(board_output(folder.path(), JobNumber(7))[0].text, "alone");
  store.invalidate(std::array{JobNumber(299)}, "w", "x");
  EXPECT_TRUE(board_output(folder.path(), JobNumber(299)).empty());
  delete_output(folder.path(), BotId{1});
  EXPECT_TRUE(board_output(folder.path(), JobNumber(298)).empty());
  EXPECT_EQ(board_output(folder.path(), JobNumber(7)).size(), 1u);
}

TEST(BoardIndex, FindsEveryBoardOnceInWhateverOrderTheyAreStored) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  BoardIndex index(folder.path());
  const auto jobs_after = [&](std::initializer_list<std::uint64_t> stored) {
    for (const std::uint64_t number : stored) store.add(std::array{job(number, 1)});
    index.refresh();
    std::vector<std::uint64_t> jobs;
    for (const BoardRow& row : index.rows()) {
      jobs.push_back(row.job.value());
      EXPECT_TRUE(row.has_fault(1, FaultKind::Timeout)) << row.job.value();
    }
    return jobs;
  };
  using Jobs = std::vector<std::uint64_t>;
  EXPECT_EQ(jobs_after({}), Jobs());
  EXPECT_EQ(jobs_after({1, 3}), (Jobs{1, 3}));
  EXPECT_EQ(jobs_after({0}), (Jobs{0, 1, 3}));
  EXPECT_EQ(jobs_after({5, 2}), (Jobs{0, 1, 2, 3, 5}));
  EXPECT_EQ(jobs_after({}), (Jobs{0, 1, 2, 3, 5}));
  EXPECT_EQ(jobs_after({4, 6, 7}), (Jobs{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(BoardIndex, ReadsTheLastBoardsAlone) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), two_bots(), "test");
  for (const std::uint64_t number : {0, 1, 2, 3, 4}) store.add(std::array{job(number, 1)});
  BoardIndex index(folder.path());
  const auto last = [&](std::uint64_t before, std::size_t most) {
    index.read_last(before, most);
    std::vector<std::uint64_t> jobs;
    for (const BoardRow& row : index.rows()) {
      jobs.push_back(row.job.value());
      EXPECT_TRUE(row.has_fault(1, FaultKind::Timeout)) << row.job.value();
    }
    return jobs;
  };
  using Jobs = std::vector<std::uint64_t>;
  EXPECT_EQ(last(INT64_MAX, 2), (Jobs{3, 4}));
  EXPECT_EQ(last(3, 2), (Jobs{1, 2}));
  EXPECT_EQ(last(0, 2), Jobs());
}

}  // namespace
}  // namespace tichu::arena
