#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/answer.h"
#include "engine/words.h"

namespace tichu::arena {

/// How much one decision's judgement may cost: a number of playouts, or a time.
struct JudgementBudget {
  std::int64_t simulations = 5000;   ///< alternatives times worlds, in all
  std::chrono::nanoseconds time{0};  ///< if it is not 0, this counts instead
};

/// One of the things that might have been done.
struct JudgedAlternative {
  Answer answer;
  double value = 0;  ///< expected margin for the own team, in points, as seen in the race
  double ahead = 0;  ///< of what was played, in points; below 0 it is behind
  double error = 0;  ///< standard error of `ahead`
};

/// How bad a decision was.
enum class Mark : std::uint8_t { None, Inaccuracy, Mistake, Blunder };

constexpr std::array<std::string_view, 4> words_of(Mark) { return {"none", "inaccuracy", "mistake", "blunder"}; }

/// What is found of a decision. A loss is that against the alternative which won the race, measured over worlds that
/// had no part in the race: its expectation is never more than what a perfect analyst would find.
struct Judgement {
  std::vector<JudgedAlternative> alternatives;  ///< the first is what was played
  std::size_t best = 0;                         ///< which of them won the race; 0 if none beat what was played
  double loss = 0;                              ///< in points; below 0 if the fresh worlds contradict the race
  double error = 0;                             ///< its standard error; 0 if `best` is 0
  /// Of the worlds that tell the two apart, the share in which the best is better, 0 to 1.
  double better = 0;
  std::size_t worlds = 0;  ///< over which the loss was measured; 0 if `best` is 0
};

/// Fills in margins by worlds and alternatives, and says how many worlds it filled in (Analyst::judge).
using WorldMargins =
    std::function<std::size_t(std::span<const Answer> alternatives, std::uint64_t seed, std::span<float> margins)>;

/// Judges a decision. `alternatives` begin with what was played. A race over common worlds drops those that fall behind
/// beyond chance; its winner, if it is ahead of what was played, then meets it once more in fresh worlds. With a budget
/// of simulations it is a pure function of `margins` and `seed`.
Judgement judge(std::span<const Answer> alternatives, const JudgementBudget& budget, std::uint64_t seed,
                const WorldMargins& margins);

/// By how much one answer is better than another, over `worlds` worlds.
struct Comparison {
  double ahead = 0;     ///< of the first, in points
  double error = 0;     ///< standard error
  double better = 0.5;  ///< of the worlds that tell them apart, the share in which the first is better
  std::size_t worlds = 0;
};

/// Compares two answers with the whole budget; nothing is chosen, so nothing is biased.
Comparison compare(const Answer& first, const Answer& second, const JudgementBudget& budget, std::uint64_t seed,
                   const WorldMargins& margins);

/// Marks only where the loss is beyond two errors and the better alternative wins in 70 % of the worlds that tell them
/// apart: 5 points are an inaccuracy, 15 a mistake, 40 a blunder.
Mark mark_of(double loss, double error, double better);

}  // namespace tichu::arena
