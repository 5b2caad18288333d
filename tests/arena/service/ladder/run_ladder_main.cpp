// Runs the ladder in the folder that is named until its standard input ends: for tests to kill.
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

#include "arena/service/ladder/ladder.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    tichu::arena::LadderOptions options;
    options.program = "test";
    options.threads = 1;
    options.log = [](const std::string& line) { std::cerr << line << std::endl; };
    auto ladder = tichu::arena::Ladder::open(argv[1], options);
    if (!ladder) {
      std::cerr << ladder.error().text() << std::endl;
      return 1;
    }
    if (const auto started = (*ladder)->start(); !started) {
      std::cerr << started.error().text() << std::endl;
      return 1;
    }
    std::string line;
    std::getline(std::cin, line);
    (*ladder)->stop();
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
  return 0;
}
