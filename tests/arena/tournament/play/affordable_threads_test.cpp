#include "arena/tournament/play/affordable_threads.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace tichu::arena {
namespace {

TournamentConfig tournament_with(BotKind kind, bool trusted) {
  TournamentConfig config;
  config.bots.resize(1);
  config.bots[0].kind = kind;
  config.bots[0].trusted = trusted;
  return config;
}

TEST(AffordableThreads, ManyFilesLetAllThreadsPlay) {
  EXPECT_EQ(affordable_threads(tournament_with(BotKind::Program, false), 64, 1 << 20), 64u);
}

TEST(AffordableThreads, FewFilesLetFewerPlay) {
  EXPECT_EQ(affordable_threads(tournament_with(BotKind::Program, false), 64, 1024), 5u);
  EXPECT_EQ(affordable_threads(tournament_with(BotKind::Plugin, false), 64, 1024), 5u);
  EXPECT_EQ(affordable_threads(tournament_with(BotKind::Program, true), 2, 1024), 2u);
}

TEST(AffordableThreads, MoreTablesOfABoardNeedMore) {
  TournamentConfig config = tournament_with(BotKind::Program, true);
  config.seatings = Seatings::Rotate;
  EXPECT_EQ(affordable_threads(config, 64, 1024), 2u);
}

TEST(AffordableThreads, WhereNotEvenOneMayTheNeedIsSaid) {
  try {
    affordable_threads(tournament_with(BotKind::Program, true), 1, 128);
    ADD_FAILURE() << "it would have begun";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()),
              "the arena may have 128 files open, and its bots' programs need up to 288: raise the hard limit (ulimit "
              "-Hn)");
  }
}

TEST(AffordablePrograms, AreFewerIfThreadsShareThem) {
  const TournamentConfig config = tournament_with(BotKind::Program, false);
  EXPECT_EQ(affordable_programs(config, 1, 1 << 20, 800).programs, 64u);
  EXPECT_EQ(affordable_programs(config, 16, 1 << 20, 800).programs, 32u);
  EXPECT_EQ(affordable_programs(config, 2, 1 << 20, 800).memory, 100u);
}

TEST(AffordablePrograms, AreThoseOfABoardIfFilesAreFew) {
  const TournamentConfig config = tournament_with(BotKind::Program, false);
  EXPECT_EQ(affordable_programs(config, 2, 1024, 800).programs, 22u);
  EXPECT_EQ(affordable_programs(config, 5, 1024, 800).programs, 8u);
  EXPECT_EQ(affordable_programs(config, 1000, 1 << 20, 800).programs, 8u);
}

TEST(AffordableThreads, PluginsInTheArenasProcessNeedNone) {
  EXPECT_EQ(affordable_threads(tournament_with(BotKind::Plugin, true), 3, 128), 3u);
}

}  // namespace
}  // namespace tichu::arena
