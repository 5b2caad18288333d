#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
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

/// The card as tables, for people.
std::string card_text(const BenchmarkCard& card, std::size_t width = AnyWidth);

/// Whether a value that was read is a card, as far as `cards_markdown` asks.
bool is_card(const nlohmann::json& value);

/// A page in Markdown of cards that were read, at least one (each `tichu-card/1`, all of one suite): a table, the
/// strongest first, that says of each two neighbours whether their intervals tell them apart.
std::string cards_markdown(std::vector<nlohmann::json> cards);

}  // namespace tichu::arena
