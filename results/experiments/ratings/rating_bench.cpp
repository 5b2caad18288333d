// Seconds that ratings of random boards take: `rating_bench BOTS BOARDS`. 1,000 bots and 1,000,000 boards stand in
// RATINGS.md.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "arena/statistics/rating/field_rating.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

/// Boards between random bots; the lower number is the stronger.
std::vector<BoardValue> random_boards(std::uint32_t bots, std::uint64_t count) {
  constexpr std::uint32_t Outcomes = 5;
  Random random(1);
  std::vector<BoardValue> boards;
  while (boards.size() < count) {
    const std::uint32_t first = random.below(bots);
    const std::uint32_t second = random.below(bots);
    if (first == second) continue;
    const double value = (random.below(Outcomes) + (first < second ? 0.5 : -0.5)) / (Outcomes - 1);
    boards.push_back({BoardNumber(boards.size()),
                      {static_cast<EntrantId>(first), static_cast<EntrantId>(second)},
                      std::clamp(value, 0.0, 1.0)});
  }
  return boards;
}

void measure(const char* what, ResultKind kind, std::uint32_t bots, const std::vector<BoardValue>& boards) {
  const auto begin = std::chrono::steady_clock::now();
  const double first = rate_field(kind, bots, boards).value(0);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  fmt::print("{}: {:.2f} s, the first has {:+.2f}\n", what, taken.count(), first);
}

}  // namespace
}  // namespace tichu::arena

int main(int argc, char** argv) {
  using namespace tichu::arena;
  const long bots = argc == 3 ? std::strtol(argv[1], nullptr, 10) : 0;
  const long count = argc == 3 ? std::strtol(argv[2], nullptr, 10) : 0;
  if (bots < 2 || bots > 10'000 || count < 1) {
    fmt::print(stderr, "usage: rating_bench BOTS BOARDS, with 2 to 10,000 bots\n");
    return 2;
  }
  const std::vector<BoardValue> boards =
      random_boards(static_cast<std::uint32_t>(bots), static_cast<std::uint64_t>(count));
  measure("Elo", ResultKind::Score, static_cast<std::uint32_t>(bots), boards);
  measure("points", ResultKind::Points, static_cast<std::uint32_t>(bots), boards);
  return 0;
}
