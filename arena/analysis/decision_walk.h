#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "arena/record/record.h"
#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/round.h"
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

/// A decision of a recorded round that was not forced.
struct Decision {
  Seat seat;
  Question question = Question::Turn;
  DecisionCategory category = DecisionCategory::Lead;
  Phase phase = Phase::Deal;
  Situations situations;
  std::size_t after = 0;  ///< how many of the record's actions came before
  /// What was done, with whole combinations. The wish with a Mahjong is a decision of its own: in a play it is the
  /// usual one (`usual_wish`), in the wish the one that was made.
  Answer played;
  Round before;  ///< the round as it stood, all cards open
};

/// The wish that an analysis takes for granted: what the reference policy would wish for.
Rank usual_wish(CardSet hand, CardSet unseen);

/// Shown each decision with what its seat knew; `seen` is good during the call.
using DecisionVisitor = std::function<void(const Decision& decision, const Observation& seen)>;

/// Shown each event that a seat may know, once it is the last of `seen.history()`; `seen` is good during the call.
using EventVisitor = std::function<void(Seat seat, const Observation& seen)>;

/// Walks through a record and shows every decision of every seat that was not forced, refusals that leave no event
/// among them. Seats that decide at once are shown in their order. The error is a sentence: the record breaks the
/// rules, or its round did not come to its end; then some decisions may have been shown.
tl::expected<RoundResult, std::string> walk_decisions(const Record& record, const DecisionVisitor& visit,
                                                      const EventVisitor& tell = {});

}  // namespace tichu::arena
