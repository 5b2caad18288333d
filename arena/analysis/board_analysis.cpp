#include "arena/analysis/board_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <utility>

namespace tichu::arena {
namespace {

/// The processor's time is used up; caught where the rounds are.
struct OutOfTime {};

/// What this thread has taken of its processor.
std::chrono::nanoseconds processor_time() {
  timespec taken{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &taken);
  return std::chrono::seconds(taken.tv_sec) + std::chrono::nanoseconds(taken.tv_nsec);
}

std::uint64_t count_decisions(const std::vector<Record>& rounds) {
  std::uint64_t count = 0;
  for (const Record& round : rounds) {
    (void)walk_decisions(round, [&count](const Decision&, const Observation&) { ++count; });
  }
  return count;
}

}  // namespace

tl::expected<std::vector<RoundAnalysis>, std::string> analyse_board(std::vector<Record> rounds,
                                                                    const AnalystLibrary& analyst,
                                                                    const BoardBudget& budget,
                                                                    const DecisionCount& counted) {
  const auto place = [](const Record& record) {
    return std::pair(record.round.value_or(RoundNumber()), record.seating.value_or(SeatingNumber()));
  };
  std::stable_sort(rounds.begin(), rounds.end(),
                   [&place](const Record& a, const Record& b) { return place(a) < place(b); });
  const auto begun = processor_time();
  const std::uint64_t decisions = count_decisions(rounds);
  std::uint64_t done = 0;
  const auto decided = [&] {
    counted(done++, decisions);
    if (processor_time() - begun >= budget.processor) throw OutOfTime();
  };
  std::vector<RoundAnalysis> found;
  std::string problem = "this board has no round that was played to its end";
  try {
    for (const Record& round : rounds) {
      PluginAnalyst judge(analyst, round.rules);
      auto analysed = analyse_round(
          round, budget.settings, [](Seat) { return true; }, judge, decided);
      if (analysed) {
        found.push_back(*std::move(analysed));
      } else {
        problem = "no round of this board can be analysed: " + analysed.error();
      }
    }
  } catch (const OutOfTime&) {
    problem = fmt::format("its first round takes more than the {} s of a processor that a board may have",
                          budget.processor.count());
  }
  if (found.empty()) return tl::unexpected(std::move(problem));
  return found;
}

}  // namespace tichu::arena
