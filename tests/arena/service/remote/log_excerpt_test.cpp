#include "arena/service/remote/log_excerpt.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(LogExcerpt, IsCMakesFirstErrorWithoutThoseThatFollow) {
  const LogExcerpt part = log_excerpt(
      "g++ 12.2.0\n-- The CXX compiler identification is GNU 12.2.0\n-- Configuring\n"
      "CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find \"tichu\".\n\n  Add its prefix.\n\n\n"
      "CMake Error at CMakeLists.txt:7 (tichu_add_bot):\n  Unknown CMake command \"tichu_add_bot\".\n\n"
      "CMake Error: CMake was unable to go on.\n-- Configuring incomplete, errors occurred!\n"
      "See also \"/x/CMakeOutput.log\".\n\nrefused: build_failed: the build failed: CMake Error\n",
      30);
  EXPECT_EQ(part.text,
            "CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find \"tichu\".\n\n  Add its prefix.\n");
  EXPECT_EQ(part.left_out, 13U);
}

TEST(LogExcerpt, HoldsAllErrorsOfACompiler) {
  const LogExcerpt part = log_excerpt(
      "-- Build files have been written\n[1/2] Building CXX object bot.cpp.o\nFAILED: bot.cpp.o \n"
      "bot.cpp:17:3: error: 'x' was not declared\n   17 |   x\nbot.cpp:20:1: error: expected '}'\n"
      "ninja: build stopped: subcommand failed.\n",
      30);
  EXPECT_EQ(part.text,
            "FAILED: bot.cpp.o \nbot.cpp:17:3: error: 'x' was not declared\n   17 |   x\n"
            "bot.cpp:20:1: error: expected '}'\n");
}

TEST(LogExcerpt, IsBounded) {
  std::string log = "begin\n";
  for (int i = 0; i < 100; ++i) log += "bot.cpp: error: number " + std::to_string(i) + "\n";
  const LogExcerpt part = log_excerpt(log, 10);
  EXPECT_EQ(part.text.substr(0, 25), "bot.cpp: error: number 0\n");
  EXPECT_EQ(part.left_out, 91U);
}

TEST(LogExcerpt, IsTheEndOfALogThatNamesNoError) {
  EXPECT_EQ(log_excerpt("one\ntwo\nthree", 2).text, "two\nthree\n");
  EXPECT_EQ(log_excerpt("", 2).text, "");
  EXPECT_EQ(log_excerpt("\n\n", 2).text, "");
}

}  // namespace
}  // namespace tichu::arena
