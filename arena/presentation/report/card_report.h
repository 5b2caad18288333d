#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/text/text_table.h"
#include "arena/tournament/benchmark/card.h"
#include "arena/tournament/play/tournament_report.h"

namespace tichu::arena {

/// `tichu-card/1` with a line's end (results/benchmark/README.md): what a bot reached. The same boards give the same
/// bytes on every machine: it holds neither times nor what builds differ in.
std::string card_json(const BenchmarkCard& card);

/// `tichu-card-run/1`: with what a card was played and how long that took. `card` is the text of `card_json`, `wall` of
/// this run alone, all other times of all boards that are stored.
std::string card_run_json(const std::string& card, const std::string& program, std::chrono::nanoseconds wall,
                          const std::vector<TournamentReport>& tracks);

/// A card, the text of `card_json`, as tables, for people.
std::string card_text(const std::string& card, std::size_t width = AnyWidth);

/// Whether a text is a card, as far as `card_rows` asks.
bool is_card(const std::string& text);

/// What a table of cards says of one; values are without faults.
struct CardRow {
  std::size_t index = 0;  ///< of the card among those that were given
  std::string bot;
  std::string suite;  ///< its version
  std::uint64_t part = 1;
  std::uint64_t boards = 0;  ///< of strength, against each opponent
  CardValue strength;
  std::optional<bool> above_next;  ///< strength tells it from the next one; nullopt of the last
  CardValue partners;
  std::optional<CardValue> lost;
  struct Worst {
    std::string partner;
    CardValue lost;  ///< or what was made beside it, if nobody knows what could be
  } worst;
  double spread = 0;
  std::optional<CardValue> lost_to_family;
  std::optional<CardValue> lost_to_search;
  std::uint64_t rounds_at_fault = 0;
};

/// Of cards (`is_card`) those of the suite of the first, the strongest first.
std::vector<CardRow> card_rows(const std::vector<std::string>& cards);

/// A page in Markdown of cards (`is_card`), at least one, all of one suite: the table of `card_rows`.
std::string cards_markdown(const std::vector<std::string>& cards);

}  // namespace tichu::arena
