#include "arena/presentation/report/moves_query.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "arena/record/json_cursor.h"
#include "arena/record/json_value_text.h"
#include "arena/text/counted.h"
#include "arena/text/strict_json.h"
#include "engine/deal.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

constexpr int MahjongHalfPoints = 2;
constexpr int LedPhoenixHalfPoints = 3;
constexpr int HighestPhoenixHalfPoints = 29;
constexpr int DragonHalfPoints = 30;

/// The lengths and ranks that a combination of one type can have.
struct Shape {
  int min_length;
  int max_length;
  int step;  ///< lengths are a multiple of it
};

Shape shape_of(CombinationKind kind) {
  switch (kind) {
    case CombinationKind::Pair:
      return {2, 2, 1};
    case CombinationKind::Triple:
      return {3, 3, 1};
    case CombinationKind::Stairs:
      return {4, 14, 2};
    case CombinationKind::FullHouse:
      return {5, 5, 1};
    case CombinationKind::Straight:
      return {5, 14, 1};
    case CombinationKind::Quad:
      return {4, 4, 1};
    case CombinationKind::StraightFlush:
      return {5, 13, 1};
    case CombinationKind::Single:
    case CombinationKind::None:
      break;
  }
  return {1, 1, 1};
}

/// The lowest rank that the type can have at that length: the rank of the run that begins at 2, or at the Mahjong.
int lowest_rank(CombinationKind kind, int length) {
  switch (kind) {
    case CombinationKind::Stairs:
      return length / 2 + 1;
    case CombinationKind::Straight:
      return length;
    case CombinationKind::StraightFlush:
      return length + 1;
    default:
      return LowestNatural;
  }
}

/// Reads the members of one question.
class QueryReader {
 public:
  explicit QueryReader(const JsonCursor& root) : root_(root) {}

  PlayQuery read() {
    PlayQuery query;
    const auto hand = root_.require("hand");
    if (!hand) return query;
    query.hand = read_cards(*hand);
    if (query.hand.empty()) hand->fail("a hand has 1 to 14 cards");
    if (const auto wish = given("wish")) {
      query.wish = static_cast<Rank>(wish->integer(LowestNatural, HighestNatural).value_or(0));
    }
    if (const auto out_of_turn = given("out_of_turn")) query.out_of_turn = out_of_turn->flag().value_or(false);
    if (const auto rules = given("rules")) query.bomb_ignores_wish = rules->rules().value_or(Rules()).bomb_ignores_wish;
    if (root_.ok()) query.table = read_table();
    return query;
  }

 private:
  /// A member that is present and not null.
  std::optional<JsonCursor> given(std::string_view key) const {
    auto member = root_.find(key);
    if (member && member->is_null()) member.reset();
    return member;
  }

  static CardSet read_cards(const JsonCursor& list) {
    CardSet cards;
    if (!list.expect_array("cards")) return cards;
    const std::size_t count = list.value().size();
    if (count > Deal::HandCards) list.fail("these are " + std::to_string(count) + " cards, but a hand has at most 14");
    for (std::size_t at = 0; at < count && list.ok(); ++at) {
      const JsonCursor member = list.element(at);
      const auto card = member.card();
      if (!card) return cards;
      if (cards.contains(*card)) member.fail(to_text(*card) + " is listed twice");
      cards.insert(*card);
    }
    return cards;
  }

  Combination read_table() const {
    const auto on = given("on");
    const auto phoenix_as = given("on_phoenix_as");
    const auto value = given("on_single_value");
    if (phoenix_as && !(on && on->value().is_array()))
      phoenix_as->fail("there are no cards on the table that this could be about");
    Combination table;
    if (on && on->value().is_object()) {
      table = read_abstract(*on);
    } else if (on) {
      table = read_combination_of(*on, phoenix_as);
    }
    if (!value || !root_.ok()) return table;
    const auto half_points = read_half_points(*value);
    if (!half_points) return table;
    if (table.empty()) return single_of_value(*half_points);
    const auto changed = with_single_value(table, *half_points);
    if (!changed) value->fail(changed.error().message);
    return changed.value_or(table);
  }

  static Combination read_combination_of(const JsonCursor& on, const std::optional<JsonCursor>& phoenix_as) {
    const CardSet cards = read_cards(on);
    if (!on.ok() || cards.empty()) return {};
    Rank rank = Rank::None;
    if (phoenix_as) {
      rank = static_cast<Rank>(phoenix_as->integer(LowestNatural, HighestNatural).value_or(0));
      if (!cards.contains(Card::phoenix())) phoenix_as->fail("there is no Phoenix on the table");
    }
    const auto table = read_combination(cards, {}, rank);
    if (table) return *table;
    if (phoenix_as && readings(cards).count > 0) {
      phoenix_as->fail("the Phoenix cannot stand for this rank in the cards on the table");
    } else {
      on.fail("these cards are not a combination (RULES 4)");
    }
    return {};
  }

  static std::optional<int> read_half_points(const JsonCursor& member) {
    if (member.value().is_number()) {
      if (const auto half_points = single_half_points(member.value().get<double>())) return half_points;
    }
    member.fail("the value of a single is a number from 1 to 15, or half a point more for a Phoenix, 1.5 to 14.5");
    return std::nullopt;
  }

  /// A combination by its type, length and rank.
  static Combination read_abstract(const JsonCursor& on) {
    const auto type = on.require("type");
    const auto rank = on.require("rank");
    if (!type || !rank) return {};
    const auto name = type->text();
    if (!name) return {};
    const auto kind = parse_kind(*name);
    if (!kind) {
      type->fail(
          "\"" + *name +
          "\" is not a type; the types are single, pair, triple, stairs, full_house, straight, quad, straight_flush");
      return {};
    }
    const auto length = read_length(on, *kind);
    if (!length) return {};
    if (*kind == CombinationKind::Single) {
      const auto half_points = read_half_points(*rank);
      return half_points ? single_of_value(*half_points) : Combination{};
    }
    const auto top = rank->integer(lowest_rank(*kind, *length), HighestNatural);
    if (!top) return {};
    return {CardSet(), *kind, static_cast<std::uint8_t>(*length), static_cast<Rank>(*top), Rank::None};
  }

  static std::optional<int> read_length(const JsonCursor& on, CombinationKind kind) {
    const Shape shape = shape_of(kind);
    const auto member = on.find("length");
    if (!member) {
      if (shape.min_length == shape.max_length) return shape.min_length;
      on.fail("the key \"length\" is missing");
      return std::nullopt;
    }
    const auto length = member->integer(shape.min_length, shape.max_length);
    if (length && *length % shape.step != 0) {
      member->fail("stairs are pairs, so their number of cards is even");
      return std::nullopt;
    }
    return length;
  }

  const JsonCursor& root_;
};

std::string said(const RecordError& error) {
  return error.place.empty() ? error.message : error.place + ": " + error.message;
}

void append_play(const Combination& play, Rank wish, std::string& out) {
  out += "{\"cards\": ";
  append_json_cards(play.cards, out);
  out += ", \"type\": \"";
  out += to_text(play.kind);
  out += "\", \"length\": ";
  append_number(static_cast<int>(play.length), out);
  out += ", \"rank\": ";
  if (play.is_lone_phoenix()) {
    out += "null";
  } else {
    append_number(number(play.rank), out);
  }
  out += ", \"phoenix_as\": ";
  if (play.phoenix_as == Rank::None) {
    out += "null";
  } else {
    append_number(number(play.phoenix_as), out);
  }
  out += play.fulfils(wish) ? ", \"fulfils_wish\": true}" : ", \"fulfils_wish\": false}";
}

std::string shown_rank(const Combination& play) {
  if (play.is_dog()) return "-";
  return to_text(play.rank) + (play.is_lone_phoenix() ? ".5" : "");
}

/// Appends the cells, padded to their columns, and a line end.
void append_row(const std::array<std::string, 6>& cells, std::string& out) {
  constexpr std::size_t TypeWidth = 16;
  constexpr std::size_t OtherWidth = 8;
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    const std::size_t width = i == 0 ? TypeWidth : OtherWidth;
    out += cells[i];
    out.append(cells[i].size() < width ? width - cells[i].size() : 1, ' ');
  }
  out += cells.back() + "\n";
}

}  // namespace

std::optional<int> single_half_points(double value) {
  const double doubled = 2 * value;
  if (!(doubled >= MahjongHalfPoints && doubled <= DragonHalfPoints) || doubled != std::floor(doubled)) {
    return std::nullopt;
  }
  return static_cast<int>(doubled);
}

Combination single_of_value(int half_points) {
  Combination single{CardSet(), CombinationKind::Single, 1, static_cast<Rank>(half_points / 2), Rank::None};
  if (half_points == MahjongHalfPoints) single.cards = Card::mahjong();
  if (half_points == DragonHalfPoints) single.cards = Card::dragon();
  if (half_points % 2 != 0) single.cards = Card::phoenix();
  return single;
}

tl::expected<Combination, MovesError> with_single_value(const Combination& table, int half_points) {
  const auto wrong = [](const char* problem) { return tl::unexpected(MovesError{problem}); };
  if (table.kind != CombinationKind::Single) return wrong("only a single on the table has a value");
  if (!table.is_lone_phoenix()) {
    if (table.half_points() == half_points) return table;
    return wrong("the single on the table has another value");
  }
  const bool possible =
      half_points >= LedPhoenixHalfPoints && half_points <= HighestPhoenixHalfPoints && half_points % 2 != 0;
  if (!possible) return wrong("a lone Phoenix is worth 1.5 to 14.5, half a point more than a single (RULES 5.2)");
  return single_of_value(half_points);
}

tl::expected<void, MovesError> check_query(const PlayQuery& query) {
  const auto wrong = [](std::string problem) { return tl::unexpected(MovesError{std::move(problem)}); };
  if (query.hand.empty() || query.hand.size() > Deal::HandCards) return wrong("a hand has 1 to 14 cards");
  if (query.table.is_dog()) return wrong("the Dog makes no trick, so it never lies on the table (RULES 7.5)");
  const CardSet both = query.hand & query.table.cards;
  if (!both.empty()) return wrong(to_text(both.first()) + " is both in the hand and on the table");
  return {};
}

tl::expected<PlayQuery, MovesError> read_moves_query(std::string_view line) {
  const auto document = parse_strict_json(line);
  if (!document) return tl::unexpected(MovesError{document.error().message});
  std::optional<RecordError> error;
  const JsonCursor root(*document, error);
  if (!root.expect_object()) return tl::unexpected(MovesError{said(*error)});
  const PlayQuery query = QueryReader(root).read();
  if (error) return tl::unexpected(MovesError{said(*error)});
  if (const auto checked = check_query(query); !checked) return tl::unexpected(checked.error());
  return query;
}

void list_moves(const PlayQuery& query, PlayList& plays) {
  exact_plays(query, plays);
  if (plays.empty()) return;
  const auto place = [](const Combination& play) {
    return std::tuple(play.kind, play.length, play.half_points(), play.phoenix_as, play.cards.bits());
  };
  Combination* first = &plays[0];
  std::sort(first, first + plays.size(),
            [&](const Combination& a, const Combination& b) { return place(a) < place(b); });
}

std::string moves_text(const PlayQuery& query, const PlayList& plays) {
  std::string text;
  if (!plays.empty()) append_row({"type", "cards", "rank", "phoenix", "wish", "play"}, text);
  for (const Combination& play : plays) {
    append_row({std::string(to_text(play.kind)), std::to_string(play.length), shown_rank(play),
                play.phoenix_as == Rank::None ? "" : to_text(play.phoenix_as), play.fulfils(query.wish) ? "yes" : "",
                to_text(play)},
               text);
  }
  text += counted(plays.size(), "legal play");
  return text + (plays.may_pass() ? "; passing is allowed\n" : "; passing is not allowed\n");
}

void append_moves_json(const PlayQuery& query, const PlayList& plays, std::string& out) {
  out += plays.may_pass() ? "{\"may_pass\": true, \"plays\": [" : "{\"may_pass\": false, \"plays\": [";
  bool first = true;
  for (const Combination& play : plays) {
    if (!first) out += ", ";
    first = false;
    append_play(play, query.wish, out);
  }
  out += "]}";
}

void append_batch_answer(std::string_view line, PlayList& plays, std::string& out) {
  const auto query = read_moves_query(line);
  if (!query) {
    out += "{\"error\": ";
    append_json_string(query.error().message, out);
    out += '}';
    return;
  }
  list_moves(*query, plays);
  append_moves_json(*query, plays, out);
}

}  // namespace tichu::arena
