#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "engine/combination.h"
#include "engine/plays.h"

namespace tichu::arena {

/// Why a question about plays has no answer: one sentence without a full stop, which names the key.
struct MovesError {
  std::string message;
};

/// The value of a single in half points (RULES 5.2): 2 for the Mahjong, 3 for a Phoenix on it, 4..29 for 2 to a Phoenix
/// on an ace, 30 for the Dragon. nullopt if no single has this value.
std::optional<int> single_half_points(double value);

/// A single that is known by its value alone. Mahjong, Phoenix and Dragon are known by their value too, and are among
/// the cards; natural singles have no cards.
Combination single_of_value(int half_points);

/// The combination on the table if its value was given besides its cards: a lone Phoenix takes that value, any other
/// single must have it already.
tl::expected<Combination, MovesError> with_single_value(const Combination& table, int half_points);

/// Fails if a question makes no sense: an empty hand or one of more than 14 cards, a Dog on the table, a card in both
/// places.
tl::expected<void, MovesError> check_query(const PlayQuery& query);

/// Reads one line of a batch. All but `hand` may be left out or null:
///     {"hand": [cards], "on": [cards] or null or {"type": …, "length": …, "rank": …}, "on_phoenix_as": 7,
///      "on_single_value": 5.5, "wish": 7, "out_of_turn": false, "rules": {"preset": "gravon"}}
/// Unknown keys are ignored. Never throws on bad input.
tl::expected<PlayQuery, MovesError> read_moves_query(std::string_view line);

/// Every legal play, exact, in the order of `moves`: by type in the order of RULES 4 (single, pair, triple, stairs,
/// full house, straight, quad, straight flush), then length, rank, what the Phoenix stands for (nothing first), and the
/// cards' codes. `plays` is replaced.
void list_moves(const PlayQuery& query, PlayList& plays);

/// The plays as a table for people, one per line, and whether passing is allowed.
std::string moves_text(const PlayQuery& query, const PlayList& plays);

/// Appends the plays as a JSON object, without a line end.
void append_moves_json(const PlayQuery& query, const PlayList& plays, std::string& out);

/// Answers one line of a batch with one line of JSON, without its end: the plays, or {"error": "…"}.
void append_batch_answer(std::string_view line, PlayList& plays, std::string& out);

}  // namespace tichu::arena
