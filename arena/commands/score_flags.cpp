#include "arena/commands/score_flags.h"

#include <CLI/App.hpp>

#include "arena/commands/number_flags.h"

namespace tichu::arena {
namespace {

/// Up to this many boards all sums stay exact in a double.
constexpr std::uint64_t MostBoards = 1'000'000'000'000;

}  // namespace

void add_score_flags(CLI::App& command, ScoreFlags& flags) {
  const CLI::Validator count = whole_number(0, MostBoards);
  constexpr int Three = 3;
  constexpr int Five = 5;
  auto* group = command.add_option_group("counts", "boards by their score, the lowest first");
  group->add_option("--trinomial", flags.trinomial, "of single games or rounds: LOST,DRAWN,WON")
      ->delimiter(',')
      ->expected(Three)
      ->transform(count);
  group
      ->add_option("--pentanomial", flags.pentanomial,
                   "of pairs: LL,LD,LW+DD,DW,WW, that is, boards with 0, 0.5, 1, 1.5 and 2 wins")
      ->delimiter(',')
      ->expected(Five)
      ->transform(count);
  group->require_option(1);
}

}  // namespace tichu::arena
