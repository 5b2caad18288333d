#include "arena/commands/score_flags.h"

#include <CLI/CLI.hpp>

namespace tichu::arena {

void add_score_flags(CLI::App& command, ScoreFlags& flags) {
  // All sums stay exact in a double.
  const CLI::Range count(std::uint64_t{0}, std::uint64_t{1'000'000'000'000});
  constexpr int Three = 3;
  constexpr int Five = 5;
  auto* group = command.add_option_group("counts", "boards by their score, the lowest first");
  group->add_option("--trinomial", flags.trinomial, "single games or rounds: LOST,DRAWN,WON")
      ->delimiter(',')
      ->expected(Three)
      ->check(count);
  group
      ->add_option("--pentanomial", flags.pentanomial,
                   "pairs: LL,LD,LW+DD,DW,WW, that is, boards with 0, 0.5, 1, 1.5 and 2 wins")
      ->delimiter(',')
      ->expected(Five)
      ->check(count);
  group->require_option(1);
}

}  // namespace tichu::arena
