#include "arena/analysis/analysis_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "arena/analysis/analysis_json.h"
#include "tests/arena/short_files.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

constexpr const char* Header = R"({"format":"tichu-analysis/1","seed":1})";

RoundAnalysis round_of(std::uint64_t job) {
  RoundAnalysis round;
  round.job = JobNumber(job);
  round.margin = 100;
  round.skill = 100;
  return round;
}

std::vector<RoundAnalysis> rounds_of(std::uint64_t job) { return {round_of(job)}; }

AnalysedBoard board_of(std::uint64_t job) { return std::make_shared<const std::vector<RoundAnalysis>>(rounds_of(job)); }

/// An analyst that finishes a board when the test lets it.
class Desk {
 public:
  explicit Desk(QueueBounds bounds = {}, std::filesystem::path folder = {})
      : queue_([this](const std::string& key, const DecisionCount& counted) { return work(key, counted); },
               std::make_unique<AnalysisCache>(std::move(folder), Header, 8), bounds,
               [this](const std::string& line) { log_ = line; }) {}
  ~Desk() { let(1000); }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  AnalysisQueue& queue() { return queue_; }
  /// Lets so many more boards be finished.
  void let(int boards) {
    const std::lock_guard lock(mutex_);
    allowed_ += boards;
    changed_.notify_all();
  }
  /// Waits until a board is in this state; what it waits for cannot fail to come.
  AnalysisStatus wait_for(const std::string& key, AnalysisState state) {
    for (;;) {
      AnalysisStatus status = queue_.status(key);
      if (status.state == state) return status;
      std::this_thread::yield();
    }
  }
  std::vector<std::string> begun() {
    const std::lock_guard lock(mutex_);
    return begun_;
  }
  int niceness() const { return niceness_; }
  std::string log() {
    const std::lock_guard lock(mutex_);
    return log_;
  }

 private:
  tl::expected<std::vector<RoundAnalysis>, std::string> work(const std::string& key, const DecisionCount& counted) {
    {
      const std::lock_guard lock(mutex_);
      begun_.push_back(key);
    }
    niceness_ = ::getpriority(PRIO_PROCESS, 0);
    counted(3, 7);
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return allowed_ > 0; });
      allowed_ -= 1;
    }
    counted(7, 7);
    if (key == "bad") return tl::unexpected<std::string>("there is nothing in it");
    if (key == "broken") throw std::runtime_error("/secret/path cannot be read");
    return rounds_of(5);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int allowed_ = 0;
  std::atomic<int> niceness_ = 0;
  std::vector<std::string> begun_;
  std::string log_;
  AnalysisQueue queue_;  ///< ends first
};

TEST(AnalysisQueue, AnalysesBoardsOneAfterAnotherAndTellsHowFarItIs) {
  Desk desk;
  EXPECT_EQ(desk.queue().status("1").state, AnalysisState::None);
  ASSERT_TRUE(desk.queue().ask("1", "anna"));
  const AnalysisStatus running = desk.wait_for("1", AnalysisState::Running);
  while (desk.queue().status("1").analysed != 3) std::this_thread::yield();
  EXPECT_EQ(desk.queue().status("1").decisions, 7u);
  EXPECT_EQ(desk.queue().ask("2", "anna")->place, 1u);
  EXPECT_EQ(desk.queue().ask("3", "bert")->place, 2u);
  EXPECT_EQ(desk.queue().ask("2", "bert")->place, 1u) << "it waits already";
  EXPECT_EQ(desk.queue().ask("1", "bert")->state, AnalysisState::Running);
  EXPECT_EQ(desk.queue().found("1"), nullptr);
  desk.let(3);
  desk.wait_for("3", AnalysisState::Done);
  EXPECT_EQ(desk.begun(), (std::vector<std::string>{"1", "2", "3"}));
  ASSERT_TRUE(desk.queue().found("1"));
  EXPECT_EQ(*desk.queue().found("1"), rounds_of(5));
  EXPECT_EQ(desk.queue().ask("1", "anna")->state, AnalysisState::Done) << "it is not made twice";
  EXPECT_EQ(running.place, 0u);
}

TEST(AnalysisQueue, GivesEverybodyAShareAndHasAnEnd) {
  QueueBounds bounds;
  bounds.of_one = 2;
  bounds.waiting = 4;
  Desk desk(bounds);
  ASSERT_TRUE(desk.queue().ask("1", "anna"));
  desk.wait_for("1", AnalysisState::Running);
  ASSERT_TRUE(desk.queue().ask("2", "anna"));
  EXPECT_EQ(desk.queue().ask("3", "anna").error(), QueueRefusal::Share);
  EXPECT_TRUE(desk.queue().ask("2", "anna")) << "it waits already";
  ASSERT_TRUE(desk.queue().ask("3", "bert"));
  for (const char* key : {"4", "5"}) ASSERT_TRUE(desk.queue().ask(key, "")) << "nobody's boards are not counted";
  EXPECT_EQ(desk.queue().ask("6", "carl").error(), QueueRefusal::Full);
  EXPECT_EQ(desk.queue().status("6").state, AnalysisState::None);
  desk.let(1);
  desk.wait_for("1", AnalysisState::Done);
  desk.wait_for("2", AnalysisState::Running);
  EXPECT_TRUE(desk.queue().ask("6", "anna"));
}

TEST(AnalysisQueue, TellsWhyABoardFailedAndTriesItAgainIfAsked) {
  Desk desk;
  desk.let(3);
  ASSERT_TRUE(desk.queue().ask("bad", "anna"));
  EXPECT_EQ(desk.wait_for("bad", AnalysisState::Failed).problem, "there is nothing in it");
  ASSERT_TRUE(desk.queue().ask("broken", "anna"));
  EXPECT_EQ(desk.wait_for("broken", AnalysisState::Failed).problem.find("secret"), std::string::npos);
  EXPECT_NE(desk.log().find("/secret/path"), std::string::npos);
  EXPECT_EQ(desk.queue().ask("bad", "anna")->state, AnalysisState::Waiting);
  desk.wait_for("bad", AnalysisState::Failed);
  EXPECT_EQ(desk.begun().size(), 3u);
}

TEST(AnalysisQueue, TakesOnlyTheTimeThatNobodyElseWants) {
  const int before = ::getpriority(PRIO_PROCESS, 0);
  Desk desk;
  desk.let(1);
  ASSERT_TRUE(desk.queue().ask("1", ""));
  desk.wait_for("1", AnalysisState::Done);
  EXPECT_EQ(desk.niceness(), 19);
  EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), before) << "the thread that asks is not slowed";
}

TEST(AnalysisQueue, KeepsWhatItFoundOverARestart) {
  const TemporaryFolder folder;
  {
    Desk desk({}, folder.path() / "analyses");
    desk.let(1);
    ASSERT_TRUE(desk.queue().ask("5", ""));
    desk.wait_for("5", AnalysisState::Done);
  }
  Desk desk({}, folder.path() / "analyses");
  EXPECT_EQ(desk.queue().status("5").state, AnalysisState::Done);
  EXPECT_EQ(*desk.queue().found("5"), rounds_of(5));
  EXPECT_TRUE(desk.begun().empty());
}

TEST(AnalysisQueue, GoesOnWithoutItsDisk) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "analyses") << "a file where the folder should be";
  Desk desk({}, folder.path() / "analyses");
  desk.let(1);
  ASSERT_TRUE(desk.queue().ask("5", ""));
  desk.wait_for("5", AnalysisState::Done);
  EXPECT_NE(desk.log().find("not kept on the disk from now on"), std::string::npos);
  std::filesystem::remove(folder.path() / "analyses");
  desk.let(1);
  ASSERT_TRUE(desk.queue().ask("6", ""));
  desk.wait_for("6", AnalysisState::Done);
  EXPECT_EQ(desk.log(), "analyses are kept on the disk again");
}

TEST(AnalysisCache, ForgetsTheOldestBoards) {
  const TemporaryFolder folder;
  AnalysisCache cache(folder.path(), Header, 3);
  for (std::uint64_t job = 0; job < 5; ++job) {
    cache.add(std::to_string(job), board_of(job));
    // Files of one test are as old as each other: the first is to be the oldest.
    std::filesystem::last_write_time(folder.path() / (std::to_string(job) + ".jsonl"),
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(10 - job));
  }
  EXPECT_FALSE(cache.find("0"));
  EXPECT_FALSE(cache.find("1"));
  for (std::uint64_t job = 2; job < 5; ++job) EXPECT_EQ(*cache.find(std::to_string(job)), rounds_of(job));
  AnalysisCache in_memory({}, Header, 2);
  for (std::uint64_t job = 0; job < 3; ++job) in_memory.add(std::to_string(job), board_of(job));
  EXPECT_FALSE(in_memory.find("0"));
  EXPECT_TRUE(in_memory.find("2"));
}

TEST(AnalysisCache, WritesNothingWhereTheDiskIsNearlyFull) {
  const TemporaryFolder folder;
  AnalysisCache cache(folder.path() / "kept", Header, 3, UINT64_MAX);
  EXPECT_THROW(cache.add("1", board_of(1)), std::runtime_error);
  EXPECT_TRUE(cache.find("1")) << "it is in memory all the same";
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "kept"));
  const std::uint64_t free = std::filesystem::space(folder.path()).available;
  AnalysisCache(folder.path() / "kept", Header, 3, free / 2).add("1", board_of(1));
  EXPECT_TRUE(AnalysisCache(folder.path() / "kept", Header, 3).find("1"));
}

TEST(AnalysisCache, LeavesNothingHalfWritten) {
  const TemporaryFolder folder;
  AnalysisCache cache(folder.path(), Header, 3);
  {
    const ShortFiles limit(60);
    ASSERT_TRUE(limit.is_set());
    EXPECT_THROW(cache.add("1", board_of(1)), std::runtime_error);
  }
  EXPECT_TRUE(cache.find("1"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "no part of a file either";
}

TEST(AnalysisCache, TakesNoBoardThatWasAnalysedOtherwiseOrHalfWritten) {
  const TemporaryFolder folder;
  AnalysisCache(folder.path(), Header, 3).add("1", board_of(1));
  EXPECT_TRUE(AnalysisCache(folder.path(), Header, 3).find("1"));
  EXPECT_FALSE(AnalysisCache(folder.path(), R"({"format":"tichu-analysis/1","seed":2})", 3).find("1"));
  std::ofstream(folder.path() / "1.jsonl") << Header << "\n" << write_round_json(round_of(1)).substr(0, 40);
  EXPECT_FALSE(AnalysisCache(folder.path(), Header, 3).find("1"));
}

}  // namespace
}  // namespace tichu::arena
