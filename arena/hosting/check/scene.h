#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "arena/text/words.h"
#include "engine/answer.h"
#include "engine/observation.h"

namespace tichu::arena {

/// The kinds of decision that a bot must have been asked before one can say that it knows how to play.
enum class Scene : std::uint8_t {
  GrandTichu,
  TichuBeforePush,
  Push,
  TichuAfterPush,
  Lead,
  Follow,
  TichuWithTurn,  ///< a turn on which it may still call
  WishToMake,     ///< the Mahjong among the cards that it plays
  WishToFulfil,   ///< a turn on which a wish binds it (RULES 7.3)
  BombOnTurn,     ///< a turn on which a bomb is all that it can play
  BombOutOfTurn,
  DragonGift,
};

constexpr std::size_t SceneCount = 12;

/// How often each scene came.
struct SceneCounts {
  std::array<int, SceneCount> counts{};

  int& operator[](Scene scene) { return counts[static_cast<std::size_t>(scene)]; }
  int operator[](Scene scene) const { return counts[static_cast<std::size_t>(scene)]; }
  /// Counts the scenes that a question is; one question can be several.
  void count_question(Question question, const Observation& seen);
  /// Counts what shows only in the answer: a wish to make.
  void count_answer(Question question, const Answer& answer);
  void add(const SceneCounts& other);
};

/// For people.
constexpr std::array<std::string_view, SceneCount> words_of(Scene) {
  return {"Grand Tichu",        "Tichu before the push", "the push",       "Tichu after the push", "a lead",
          "a card to follow",   "Tichu with its turn",   "a wish to make", "a wish to fulfil",     "a bomb on its turn",
          "a bomb out of turn", "the Dragon's gift"};
}

}  // namespace tichu::arena
