#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "engine/action.h"
#include "engine/event.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace tichu {

enum class Call : std::uint8_t { None, Tichu, GrandTichu };

/// The stage of the round, as a seat sees it.
enum class Stage : std::uint8_t { FirstEight, BeforePush, Play, Over };

/// An event as one seat may know it, in sides instead of seats. Hidden cards are Card::none().
struct SeenEvent {
  EventKind kind = EventKind::Pass;
  Side who = Side::Me;
  Side to = Side::Me;        ///< TrickTaken, GiveDragon
  Rank wish = Rank::None;    ///< Play
  bool out_of_turn = false;  ///< Play
  PushedCards push;          ///< Push; as `who` sees the sides: to its right, its partner, its left
  std::int16_t points = 0;   ///< TrickTaken
  std::array<std::uint8_t, 6> reserved{};
  Combination combination;  ///< Play; Dealt: only `cards`
};
static_assert(sizeof(SeenEvent) == 32);

/// All that one seat may know of a round, from its own side; nothing else reaches a bot. A plain struct: the
/// plug-in interface hands it over as it is (`sdk/plugin_abi.h` mirrors it for C).
struct Observation {
  CardSet hand;             ///< own cards now
  CardSet first_eight;      ///< own cards of the Grand Tichu decision
  PerSide<CardSet> played;  ///< what each seat has played in this round
  CardSet trick_cards;      ///< all cards of the trick on the table
  Combination table;        ///< what must be beaten; empty for a lead
  PushedCards given;        ///< own push, by receiver (Right, Partner, Left); none() before
  PushedCards received;     ///< by giver (Right, Partner, Left); none() before
  PerSide<Call> calls;
  PerSide<std::uint8_t> hand_size;  ///< cards that each seat holds
  PerSide<std::int16_t> won;        ///< points of the tricks that count for each seat so far
  std::int16_t trick_points = 0;    ///< points on the table
  Side table_owner = Side::Me;      ///< who played `table`; meaningless on an empty table
  Side to_act = Side::Me;  ///< in stage Play: whose turn comes next; before the first lead always Me, whoever leads
  Rank wish = Rank::None;  ///< the open wish
  Stage stage = Stage::FirstEight;
  std::uint8_t passes = 0;  ///< passes in a row since the last play
  std::uint8_t out_count = 0;
  std::array<Side, 4> out{};  ///< the seats that are out, in order; `out_count` of them are valid
  Rules rules;
  std::int32_t own_score = 0;  ///< the game's score of the own team before this round
  std::int32_t their_score = 0;
  std::uint32_t event_count = 0;
  const SeenEvent* events = nullptr;  ///< the round so far; valid as long as the observation

  std::span<const SeenEvent> history() const { return {events, event_count}; }
  bool is_out(Side side) const { return stage == Stage::Play && hand_size[side] == 0; }
  bool anyone_out() const { return out_count > 0; }
  /// Whether the own seat may call Tichu now (RULES 3.3).
  bool may_call_tichu() const {
    if (calls[Side::Me] != Call::None || anyone_out() || !played[Side::Me].empty()) return false;
    return stage == Stage::Play || (stage == Stage::BeforePush && rules.tichu_before_push);
  }
  /// The cards that are neither in the own hand nor played: those that the other three hold (56 less what was seen).
  CardSet unseen() const {
    CardSet seen = hand;
    for (const CardSet cards : played.values) seen |= cards;
    return CardSet::deck() - seen;
  }
};
static_assert(std::is_standard_layout_v<Observation> && std::is_trivially_copyable_v<Observation>);

}  // namespace tichu
