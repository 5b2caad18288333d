#include "engine/perft.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

constexpr const char* PerftHelp =
    R"(Counts the canonical decision sequences from an open deal, to compare another implementation with the engine.
Play begins with the dealt hands: no calls, no push, the holder of the Mahjong leads. engine/PERFT.md defines what is
counted and lists known counts. DEAL is SEED:INDEX, or four hands in the notation of engine/NOTATION.md.
Example:
  tichu-arena perft 1:0 --depth 3 --split)";

struct PerftFlags {
  std::string deal;
  std::string rules = "standard";
  int depth = 3;
  bool split = false;
};

/// A deal named by SEED:INDEX.
std::optional<Deal> numbered_deal(const std::string& text) {
  std::uint64_t seed = 0;
  std::uint64_t index = 0;
  const char* end = text.data() + text.size();
  const auto seed_read = std::from_chars(text.data(), end, seed);
  if (seed_read.ec != std::errc() || seed_read.ptr == end || *seed_read.ptr != ':') return std::nullopt;
  const auto index_read = std::from_chars(seed_read.ptr + 1, end, index);
  if (index_read.ec != std::errc() || index_read.ptr != end) return std::nullopt;
  return deal(seed, index);
}

ExitCode refuse_text(const char* what, const NotationError& error) {
  fmt::print(stderr, "tichu-arena perft: {}, at character {}: {}\n", what, error.position + 1, error.message);
  return ExitCode::Usage;
}

void print_split(const Round& round, int depth) {
  for (const PerftBranch& branch : perft_split(round, depth)) {
    fmt::print("{}: {}  {} {}\n", branch.seat.number(), to_text(branch.action), branch.count.sequences,
               branch.count.ended);
  }
}

ExitCode run_perft(const PerftFlags& flags) {
  const auto rules = parse_rules(flags.rules);
  if (!rules) return refuse_text("--rules", rules.error());
  std::optional<Deal> cards = numbered_deal(flags.deal);
  if (!cards) {
    const auto parsed = parse_deal(flags.deal);
    if (!parsed) return refuse_text("DEAL (neither SEED:INDEX nor four hands)", parsed.error());
    cards = *parsed;
  }
  const Round start = perft_start(*cards, *rules);
  if (flags.split) print_split(start, flags.depth);
  for (int depth = 1; depth <= flags.depth; ++depth) {
    const PerftCount count = perft(start, depth);
    fmt::print("depth {}: {} sequences, {} ended earlier\n", depth, count.sequences, count.ended);
    std::fflush(stdout);
  }
  return ExitCode::Ok;
}

}  // namespace

void add_perft_command(CLI::App& command, ExitCode& exit_code) {
  auto flags = std::make_shared<PerftFlags>();
  command.footer(PerftHelp);
  command.add_option("DEAL", flags->deal, "the deal")->required();
  command.add_option("--depth", flags->depth, "how many decisions")
      ->transform(whole_number(1, 12))
      ->capture_default_str();
  command.add_option("--rules", flags->rules, "a preset, and options that differ from it")->capture_default_str();
  command.add_flag("--split", flags->split, "also print the counts below each first decision: sequences, ended");
  command.callback([flags, &exit_code] { exit_code = run_perft(*flags); });
}

}  // namespace tichu::arena
