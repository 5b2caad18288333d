#include "arena/commands/score_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <string>

namespace tichu::arena {
namespace {

/// All sums stay exact in a double.
constexpr std::uint64_t MostBoards = 1'000'000'000'000;

/// A count in decimal digits, which leading zeros do not make an octal number.
CLI::Validator decimal_count() {
  const auto read = [](std::string& text) -> std::string {
    std::uint64_t count = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || rest != text.data() + text.size() || count > MostBoards) {
      return fmt::format("\"{}\" is no whole number from 0 to {}", text, MostBoards);
    }
    text = std::to_string(count);
    return "";
  };
  return CLI::Validator(read, fmt::format("0 to {}", MostBoards));
}

}  // namespace

void add_score_flags(CLI::App& command, ScoreFlags& flags) {
  const CLI::Validator count = decimal_count();
  constexpr int Three = 3;
  constexpr int Five = 5;
  auto* group = command.add_option_group("counts", "boards by their score, the lowest first");
  group->add_option("--trinomial", flags.trinomial, "single games or rounds: LOST,DRAWN,WON")
      ->delimiter(',')
      ->expected(Three)
      ->transform(count);
  group
      ->add_option("--pentanomial", flags.pentanomial,
                   "pairs: LL,LD,LW+DD,DW,WW, that is, boards with 0, 0.5, 1, 1.5 and 2 wins")
      ->delimiter(',')
      ->expected(Five)
      ->transform(count);
  group->require_option(1);
}

}  // namespace tichu::arena
