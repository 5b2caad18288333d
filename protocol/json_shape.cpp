#include "protocol/json_shape.h"

#include "engine/event.h"
#include "engine/question.h"
#include "engine/rules.h"
#include "protocol/seen_words.h"

namespace tichu::protocol {
namespace {

constexpr const char* CardPattern = "([2-9TJQKA][jspt]|Mah|Dog|Phx|Drg)";

std::string pattern(const std::string& text) { return R"({"type":"string","pattern":"^)" + text + R"($"})"; }

/// Cards with blanks between them, each perhaps followed by `more`.
std::string cards(const std::string& more) {
  const std::string one = std::string(CardPattern) + more;
  return one + "( " + one + ")*";
}

template <HasWords E>
std::string words(std::string_view without = {}) {
  std::string list;
  for (const std::string_view word : WordsOf<E>) {
    if (word != without) list += (list.empty() ? "\"" : ",\"") + std::string(word) + '"';
  }
  return R"({"enum":[)" + list + "]}";
}

std::string or_null(const std::string& schema) { return R"({"anyOf":[)" + schema + R"(,{"type":"null"}]})"; }

/// An object with exactly these members, all of one schema.
template <typename Names>
std::string object_of(const Names& names, const std::string& schema) {
  std::string members;
  std::string required;
  for (const std::string_view name : names) {
    const std::string comma = members.empty() ? "" : ",";
    members += comma + '"' + std::string(name) + "\":" + schema;
    required += comma + '"' + std::string(name) + '"';
  }
  return R"({"type":"object","properties":{)" + members + R"(},"required":[)" + required +
         R"(],"additionalProperties":false})";
}

std::string by_side(const std::string& schema) { return object_of(WordsOf<Side>, schema); }

std::string three(const std::string& schema) {
  return R"({"type":"array","items":)" + schema + R"(,"minItems":3,"maxItems":3})";
}

std::string rules() {
  std::string members;
  std::string required;
  const Rules standard;
  for_each_option(standard, [&]<typename T>(std::string_view name, const T&) {
    std::string schema = R"({"type":"boolean"})";
    if constexpr (std::is_same_v<T, TieRule>) schema = words<TieRule>();
    if constexpr (std::is_same_v<T, Points>) schema = R"({"type":"integer","minimum":1})";
    const std::string comma = members.empty() ? "" : ",";
    members += comma + '"' + std::string(name) + "\":" + schema;
    required += comma + '"' + std::string(name) + '"';
  });
  return R"({"type":"object","properties":{)" + members + R"(},"required":[)" + required + "]}";
}

std::vector<ShapeRow> make_rows() {
  using enum JsonShape;
  const std::string flag = R"({"type":"boolean"})";
  const std::string count = R"({"type":"integer","minimum":0})";
  const std::string integer = R"({"type":"integer"})";
  const std::string text = R"({"type":"string"})";
  const std::string card = pattern(CardPattern);
  const std::string no_or_some_cards = pattern("(" + cards("") + ")?");
  const std::string play = pattern(cards("(=[2-9TJQKA]|>[1-9TJQKA])?"));
  const std::array<std::string_view, 3> others{to_text(tichu::Side::Right), to_text(tichu::Side::Partner),
                                               to_text(tichu::Side::Left)};
  return {
      {Flag, "flag", "true or false", flag},
      {True, "true", "true", R"({"const":true})"},
      {Count, "count", "a whole number", count},
      {Id, "id", "a whole number from 0 to 4294967295", R"({"type":"integer","minimum":0,"maximum":4294967295})"},
      {Points, "points", "a whole number", integer},
      {Text, "text", "a text", text},
      {Seed, "seed", "digits in a text", pattern("[0-9]+")},
      {Options, "options", "an object of texts", R"({"type":"object","additionalProperties":)" + text + "}"},
      {Rank, "rank", "a rank from \"2\" to \"A\", or null", or_null(pattern("[2-9TJQKA]"))},
      {ComparedRank, "compared_rank", "a rank", pattern("[-1-9TJQKAD]")},
      {Cards, "cards", "cards in one text", no_or_some_cards},
      {Play, "play", "cards in one text, such as \"7j 7s Phx\"", play},
      {Plays, "plays", "a list of plays", R"({"type":"array","items":)" + play + "}"},
      {Kind, "kind", "a kind of combination", words<CombinationKind>("none")},
      {Push, "push", "three cards: to the right, the partner and the left, as in [\"2j\", \"As\", \"3p\"]",
       three(card)},
      {ShownPush, "shown_push", "three cards, null if hidden", three(or_null(card))},
      {PushedCards, "pushed_cards", "a card for each other seat, or null", or_null(object_of(others, card))},
      {JsonShape::Side, "side", "a side", words<tichu::Side>()},
      {Sides, "sides", "a list of sides", R"({"type":"array","items":)" + words<tichu::Side>() + "}"},
      {Neighbour, "neighbour", "\"right\" or \"left\"", R"({"enum":["right","left"]})"},
      {CountBySide, "count_by_side", "a number for each side", by_side(count)},
      {PointsBySide, "points_by_side", "points of each side", by_side(integer)},
      {CardsBySide, "cards_by_side", "cards of each side", by_side(no_or_some_cards)},
      {CallBySide, "call_by_side", "the call of each side, or null", by_side(or_null(words<Call>("none")))},
      {JsonShape::Question, "question_kind", "a question", words<tichu::Question>()},
      {JsonShape::Stage, "stage", "a stage", words<tichu::Stage>()},
      {JsonShape::EventKind, "event_kind", "a kind of event", words<tichu::EventKind>()},
      {JsonShape::Rules, "rules", "the options of the rules", rules()},
      {Remark, "remark", "an object", R"({"type":"object"})"},
      {ArenaHello, "arena_hello", "an object", ""},
      {BotHello, "bot_hello", "an object, such as {\"name\": \"mine\"}", ""},
      {NewBot, "new_bot", "an object", ""},
      {Scores, "scores", "an object", ""},
      {RoundEnd, "round_end", "an object", ""},
      {Table, "table", "an object, or null", ""},
      {Fault, "fault", "an object", ""},
      {Seen, "seen", "an object", ""},
      {Events, "events", "a list of events", R"({"type":"array","items":{"$ref":"#/$defs/event"}})"},
      {Legal, "legal", "an object", ""},
  };
}

}  // namespace

const std::vector<ShapeRow>& shape_rows() {
  static const std::vector<ShapeRow> rows = make_rows();
  return rows;
}

const ShapeRow& row_of(JsonShape shape) { return shape_rows()[static_cast<std::size_t>(shape)]; }

}  // namespace tichu::protocol
