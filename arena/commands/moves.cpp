#include <CLI/App.hpp>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/presentation/report/moves_query.h"
#include "arena/text/number_text.h"
#include "arena/text/required_path.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

constexpr std::string_view MovesHelp =
    R"(Lists every legal play of a hand: each set of cards with each meaning of the Phoenix.

The plays are ordered by type (single, pair, triple, stairs, full_house, straight, quad, straight_flush), then number of
cards, rank, what the Phoenix stands for, and the cards.
Example:
  tichu-arena moves --hand "7j 7s Phx Mah" --on "5j 5s" --wish 7
Batch: each line of the file is a question, such as
  {"hand": ["7j", "7s"], "on": ["5j", "5s"], "wish": 7, "rules": {"preset": "gravon"}}
and gets one line as its answer. A line that cannot be answered gets {"error": "..."}; the batch continues and ends
with exit code 0.)";

/// What the command line says.
struct MovesFlags {
  std::string hand;
  std::string on;
  std::string on_single_value;
  std::string wish;
  std::string rules;
  std::string batch;
  bool out_of_turn = false;
  bool json = false;
};

/// The error of a flag's value.
tl::unexpected<MovesError> wrong(std::string_view flag, const NotationError& error) {
  return tl::unexpected(
      MovesError{std::string(flag) + ", at character " + std::to_string(error.position + 1) + ": " + error.message});
}

/// A rank as people write it: 2..9 T J Q K A, or its number.
std::optional<Rank> parse_wish(std::string_view text) {
  if (const auto value = number_from<int>(text)) {
    const bool in_range = *value >= LowestNatural && *value <= HighestNatural;
    return in_range ? std::optional(static_cast<Rank>(*value)) : std::nullopt;
  }
  const auto rank = parse_rank(text);
  return rank && is_natural(*rank) ? std::optional(*rank) : std::nullopt;
}

tl::expected<Combination, MovesError> table_from(const MovesFlags& flags) {
  const auto table = parse_combination(flags.on);
  if (!flags.on.empty() && !table) return wrong("--on", table.error());
  const Combination known = flags.on.empty() ? Combination{} : *table;
  if (flags.on_single_value.empty()) return known;
  const auto value = number_from<double>(flags.on_single_value);
  const auto half_points = value ? single_half_points(*value) : std::nullopt;
  if (!half_points) {
    return tl::unexpected(
        MovesError{"--on-single-value: \"" + flags.on_single_value +
                   "\" is not a number from 1 to 15, or half a point more for a Phoenix, 1.5 to 14.5"});
  }
  if (known.empty()) return single_of_value(*half_points);
  return with_single_value(known, *half_points).map_error([](const MovesError& error) {
    return MovesError{"--on-single-value: " + error.message};
  });
}

tl::expected<PlayQuery, MovesError> query_from(const MovesFlags& flags) {
  PlayQuery query;
  const auto hand = parse_cards(flags.hand);
  if (!hand) return wrong("--hand", hand.error());
  query.hand = *hand;
  query.out_of_turn = flags.out_of_turn;
  const auto table = table_from(flags);
  if (!table) return tl::unexpected(table.error());
  query.table = *table;
  if (!flags.wish.empty()) {
    const auto wish = parse_wish(flags.wish);
    if (!wish) {
      return tl::unexpected(MovesError{"--wish: \"" + flags.wish + "\" is not a rank 2..14, or 2..9 T J Q K A"});
    }
    query.wish = *wish;
  }
  const auto rules = parse_rules(flags.rules);
  if (!rules) return wrong("--rules", rules.error());
  query.bomb_ignores_wish = rules->bomb_ignores_wish;
  return check_query(query).map([&] { return query; });
}

void write_out(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
  }
}

/// Answers every line of a stream. Answers are held back only while more input can be read at once.
void answer_batch(std::istream& input) {
  constexpr std::size_t Block = 1 << 18;
  const auto plays = std::make_unique<PlayList>();
  std::string line;
  std::string answers;
  while (std::getline(input, line)) {
    append_batch_answer(line, *plays, answers);
    answers += '\n';
    if (answers.size() >= Block || input.rdbuf()->in_avail() <= 0) {
      write_out(answers);
      answers.clear();
    }
  }
  write_out(answers);
}

void run_batch(const std::string& path) {
  if (path == "-") {
    std::ios::sync_with_stdio(false);
    answer_batch(std::cin);
    return;
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  answer_batch(file);
  if (file.bad()) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
}

ExitCode run_moves(const MovesFlags& flags) {
  if (!flags.batch.empty()) {
    if (const auto found = require_input(flags.batch); !found) return refuse({"moves", "", found.error()});
    run_batch(flags.batch);
    return ExitCode::Ok;
  }
  const auto query = query_from(flags);
  if (!query) {
    std::cerr << "tichu-arena moves: " << query.error().message << "\n";
    return ExitCode::Usage;
  }
  const auto plays = std::make_unique<PlayList>();
  list_moves(*query, *plays);
  std::string text;
  if (flags.json) {
    append_moves_json(*query, *plays, text);
    text += '\n';
  } else {
    text = moves_text(*query, *plays);
  }
  write_out(text);
  return ExitCode::Ok;
}

}  // namespace

void add_moves_command(CLI::App& command, ExitCode& exit_code) {
  auto flags = std::make_shared<MovesFlags>();
  CLI::Option* hand = command.add_option("--hand", flags->hand, "the cards of the hand, such as \"7j 7s Phx Mah\"");
  CLI::Option* on =
      command.add_option("--on", flags->on, "what lies on the table, such as \"5j Phx=5\"; without it: a lead");
  CLI::Option* value = command.add_option("--on-single-value", flags->on_single_value,
                                          "the value of the single on the table, such as 5.5 for a Phoenix on a 5");
  CLI::Option* wish = command.add_option("--wish", flags->wish, "the open wish, 2..14 or 2..9 T J Q K A");
  CLI::Option* out_of_turn =
      command.add_flag("--out-of-turn", flags->out_of_turn, "list only the bombs that may be played out of turn");
  CLI::Option* rules = command.add_option("--rules", flags->rules, "a preset, and options such as target=500");
  command.add_flag("--json", flags->json, "print one JSON object instead of a table");
  command.add_option("--batch", flags->batch, "answer the JSON questions of a file, one per line; - is standard input")
      ->excludes(hand, on, value, wish, out_of_turn, rules);
  command.footer(std::string(MovesHelp));
  command.callback([&command, flags, &exit_code] {
    if (flags->batch.empty() && command.count("--hand") == 0) throw CLI::RequiredError("--hand or --batch");
    exit_code = run_moves(*flags);
  });
}

}  // namespace tichu::arena
