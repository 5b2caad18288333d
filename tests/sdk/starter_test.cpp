#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "tests/sdk/program_player.h"
#include "tests/sdk/test_bots.h"

namespace tichu::test {
namespace {

FourPlayers programs(const std::string& name) {
  FourPlayers players;
  for (auto& player : players) player = std::make_unique<ProgramPlayer>(std::vector{bot_file(name)});
  return players;
}

void expect_same(const std::vector<PlayedRound>& a, const std::vector<PlayedRound>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].decisions, b[i].decisions) << "round " << i;
    EXPECT_EQ(a[i].result, b[i].result) << "round " << i;
  }
}

int asked(const std::vector<PlayedRound>& rounds, Question question) {
  int count = 0;
  for (const PlayedRound& round : rounds) {
    for (const Decision& decision : round.decisions) count += decision.question == question ? 1 : 0;
  }
  return count;
}

TEST(Starter, PlaysTheSameAsPluginAndAsProgram) {
  const LoadedPlugin plugin(bot_file("starter.so").c_str());
  expect_same(play_rounds(plugins(plugin), 40), play_rounds(programs("starter"), 40));
}

TEST(Starter, PlaysTheSameInPythonAndInCpp) {
  const LoadedPlugin plugin(bot_file("starter.so").c_str());
  expect_same(play_rounds(plugins(plugin), 40), play_rounds(programs("starter_python"), 40));
}

TEST(Shapes, ABotThatPlaysByAllItHasSeenPlaysTheSameAsPluginAndAsProgram) {
  const LoadedPlugin plugin(bot_file("restless.so").c_str());
  const std::vector<PlayedRound> rounds = play_rounds(plugins(plugin), 200);
  expect_same(rounds, play_rounds(programs("restless"), 200));
  for (const Question question :
       {Question::GrandTichu, Question::Tichu, Question::Push, Question::Turn, Question::Bomb, Question::GiveDragon}) {
    EXPECT_GT(asked(rounds, question), 0) << static_cast<int>(question);
  }
}

bool is_loaded(const std::string& path) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (library != nullptr) ::dlclose(library);
  return library != nullptr;
}

TEST(Shapes, APluginIsGoneOnceItIsUnloaded) {
  const std::string path = bot_file("restless.so");
  {
    const LoadedPlugin plugin(path.c_str());
    play_rounds(plugins(plugin), 1);
    EXPECT_TRUE(is_loaded(path));
  }
  EXPECT_FALSE(is_loaded(path));
}

}  // namespace
}  // namespace tichu::test
