#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "engine/action.h"
#include "engine/deal.h"
#include "engine/event.h"
#include "engine/rules.h"

namespace tichu {

/// Why a text could not be read.
struct NotationError {
  std::size_t position = 0;  ///< offset of the first wrong character, in bytes
  std::string message;       ///< what is wrong there and what would be right, one sentence
};

/// A value, or why there is none.
template <typename T>
using Parsed = tl::expected<T, NotationError>;

/// Text of every value, and back: `parse_x(to_text(x)) == x`. The grammar is in `engine/NOTATION.md`.
/// Cards: `2j`..`At`, `Mah`, `Dog`, `Phx`, `Drg`; a hidden card prints as `?`. Sets: cards separated by blanks, by
/// rank, Mahjong and Dog first, Phoenix and Dragon last. Combinations: the same, with `Phx=7` if the Phoenix stands
/// for a rank, and `Phx>7` for a lone one that lies on a 7 (led, or on the Mahjong: `Phx`); "pass" is the empty
/// combination.
std::string to_text(Rank rank);
std::string to_text(Card card);
std::string to_text(CardSet cards);
std::string to_text(const Combination& combination);
std::string to_text(const Action& action);
std::string to_text(const Event& event);
std::string to_text(const Deal& deal);
std::string to_text(const Rules& rules);

/// The inverse functions. Words may be separated by any number of blanks, tabs and line ends. What is read is well
/// formed, not necessarily legal: a play is a combination of RULES 4, but nobody has looked whether it may be played.
Parsed<Rank> parse_rank(std::string_view text);
Parsed<Card> parse_card(std::string_view text);
Parsed<CardSet> parse_cards(std::string_view text);
/// Reads a combination as played on `table` (empty for a lead): from there a bare lone `Phx` takes its value, and a
/// bare Phoenix among others the highest meaning that beats it (RULES 4.3, 5.2).
Parsed<Combination> parse_combination(std::string_view text, const Combination& table = {});
Parsed<Action> parse_action(std::string_view text, const Combination& table = {});
Parsed<Event> parse_event(std::string_view text, const Combination& table = {});
Parsed<Deal> parse_deal(std::string_view text);
/// A preset's name (none means `standard`), then options as `name=value`; the target is 1..GreatestTarget.
Parsed<Rules> parse_rules(std::string_view text);
Parsed<CombinationKind> parse_kind(std::string_view text);

}  // namespace tichu
