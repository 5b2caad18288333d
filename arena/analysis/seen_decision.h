#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/words.h"

namespace tichu::arena {

/// What a decision is about.
enum class DecisionCategory : std::uint8_t {
  GrandTichu,
  Tichu,  ///< each seat once: when it calls, else when it plays its first card
  Push,
  Lead,
  Follow,  ///< a play on another's combination
  Pass,    ///< a pass that was not forced
  Bomb,    ///< a bomb was to be had against another's combination, on one's turn or out of it
  Wish,
  Dragon,
};

constexpr std::array<std::string_view, 9> words_of(DecisionCategory) {
  return {"grand_tichu", "tichu", "push", "lead", "follow", "pass", "bomb", "wish", "dragon"};
}

/// How far the round has come.
enum class Phase : std::uint8_t {
  Deal,     ///< before the first lead
  Opening,  ///< everybody holds at least nine cards
  Middle,
  Ending,  ///< somebody is out, or holds at most three cards
};

constexpr std::array<std::string_view, 4> words_of(Phase) { return {"deal", "opening", "middle", "ending"}; }

/// What else a decision may depend on; several hold at once.
enum class Situation : std::uint8_t {
  OwnCall,       ///< the own call is open: made, and nobody is out
  PartnersCall,  ///< so is the partner's
  OpponentsCall,
  PartnerNearlyOut,  ///< the partner holds one to three cards
  OpponentNearlyOut,
  SomebodyOut,
};

constexpr std::array<std::string_view, 6> words_of(Situation) {
  return {"own_call", "partners_call", "opponents_call", "partner_nearly_out", "opponent_nearly_out", "somebody_out"};
}

/// A set of situations.
class Situations {
 public:
  constexpr Situations() = default;
  constexpr void insert(Situation situation) { bits_ |= 1u << static_cast<unsigned>(situation); }
  constexpr bool contains(Situation situation) const { return (bits_ >> static_cast<unsigned>(situation) & 1u) != 0; }
  friend constexpr bool operator==(Situations, Situations) = default;

 private:
  unsigned bits_ = 0;
};

/// A decision that was not forced, as its seat sees it.
struct SeenDecision {
  Question question = Question::Turn;
  DecisionCategory category = DecisionCategory::Lead;
  Phase phase = Phase::Deal;
  Situations situations;
  /// What was done, with whole combinations. The wish with a Mahjong is a decision of its own: in a play it is the
  /// usual one (`usual_wish`), in the wish the one that was made.
  Answer played;
};

/// The wish that an analysis takes for granted: what the reference policy would wish for.
Rank usual_wish(CardSet hand, CardSet unseen);

/// What a legal answer decides, in the order in which it does. A call on the own turn comes alone: the rest is decided
/// after it, and is that of the answer without the call once `seen` shows the call.
std::vector<SeenDecision> decisions_of(Question question, const Answer& answer, const Observation& seen);

}  // namespace tichu::arena
