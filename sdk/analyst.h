#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/random.h"
#include "sdk/analyst_abi.h"
#include "sdk/bot.h"

namespace tichu {

/// Judges decisions that somebody else made. It knows of a decision what the deciding seat knew, and nothing else: the
/// question, the observation, and what was answered. Every function is called from one thread.
///
/// In these answers a combination is whole: kind, length and rank are as they are on the table.
class Analyst {
 public:
  virtual ~Analyst() = default;

  /// What else might be done instead of `played`, the most promising first, at most `most`; legal answers to `asked`.
  /// For a Tichu or Grand Tichu these are the call and the refusal. `played` need not be among them. A wish is the
  /// arena's business: it sets that of each proposed play.
  virtual std::vector<Answer> propose(Question asked, const Observation& seen, const Answer& played,
                                      std::size_t most) = 0;

  /// Fills in `margins[world * alternatives.size() + alternative]`: the own team's score of the round less the other's,
  /// if the seat does the alternative and the others hold what that world guesses. All alternatives of a world meet the
  /// same guess and the same chance, so that differences tell most; other seeds mean other worlds. Returns how many
  /// worlds it filled in: all, unless no guess was found.
  virtual std::size_t judge(Question asked, const Observation& seen, std::span<const Answer> alternatives,
                            std::uint64_t seed, std::span<float> margins) = 0;
};

/// The answer that does this action, without a call.
inline Answer answer_of(const Action& action) {
  Answer answer;
  answer.action = action;
  return answer;
}

/// Fills in margins as Analyst::judge must: `guess(Random&)` draws each world, as an optional, by chance of its own
/// from `seed`, and `play_out(world, answer, key)` plays every alternative out in it by the same `key`.
template <typename Guess, typename PlayOut>
std::size_t judge_worlds(std::span<const Answer> alternatives, std::uint64_t seed, std::span<float> margins,
                         Guess&& guess, PlayOut&& play_out) {
  if (alternatives.empty()) return 0;
  const std::size_t count = margins.size() / alternatives.size();
  for (std::size_t place = 0; place < count; ++place) {
    Random random(seed, place);
    const auto world = guess(random);
    if (!world) return place;
    const std::uint64_t key = random.next();
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      margins[place * alternatives.size() + i] = static_cast<float>(play_out(*world, alternatives[i], key));
    }
  }
  return count;
}

/// Makes an analyst inside the table's `create`: no exception gets out. Null if `make` throws; the text goes to stderr.
void* create_analyst(const tichu_setup* setup, std::unique_ptr<Analyst> (*make)(const BotSetup&)) noexcept;

/// A C table for an analyst class, all but `create` filled in. `name` and `version` must be static.
tichu_analyst_table analyst_table(const char* name, const char* version, void* (*create)(const tichu_setup*)) noexcept;

/// The C table of an analyst class, which is made from a BotSetup.
template <typename AnalystClass>
tichu_analyst_table analyst_table_of(const char* name, const char* version) noexcept {
  static_assert(std::is_base_of_v<Analyst, AnalystClass>, "TICHU_ANALYST needs a class that derives from Analyst");
  return analyst_table(name, version, [](const tichu_setup* setup) -> void* {
    return create_analyst(
        setup, [](const BotSetup& made) -> std::unique_ptr<Analyst> { return std::make_unique<AnalystClass>(made); });
  });
}

}  // namespace tichu

/// Exports an analyst class, once in a bot's sources, beside TICHU_BOT: `TICHU_ANALYST(MyAnalyst, "my-bot", "1.0")`.
#define TICHU_ANALYST(Class, analyst_name, analyst_version)                                                   \
  extern "C" const tichu_analyst_table* tichu_analyst_entry(void) {                                           \
    static const tichu_analyst_table table = ::tichu::analyst_table_of<Class>(analyst_name, analyst_version); \
    return &table;                                                                                            \
  }                                                                                                           \
  static_assert(true, "a semicolon follows")
