#include "engine/notation.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "engine/plays.h"
#include "engine/random.h"
#include "tests/engine/document.h"

namespace tichu {
namespace {

/// How a value of a kind prints, or its error as "position message".
struct Outcome {
  bool ok = false;
  std::string text;
};

template <typename T>
Outcome outcome(const Parsed<T>& parsed) {
  if (parsed) return {true, std::string(to_text(*parsed))};
  return {false, std::to_string(parsed.error().position) + ' ' + parsed.error().message};
}

Outcome read(const std::string& kind, const std::string& text) {
  if (kind == "rank") return outcome(parse_rank(text));
  if (kind == "card") return outcome(parse_card(text));
  if (kind == "cards") return outcome(parse_cards(text));
  if (kind == "play") return outcome(parse_combination(text));
  if (kind == "action") return outcome(parse_action(text));
  if (kind == "event") return outcome(parse_event(text));
  if (kind == "deal") return outcome(parse_deal(text));
  if (kind == "rules") return outcome(parse_rules(text));
  return {false, "unknown kind " + kind};
}

TEST(Notation, TheExamplesOfTheDocumentReadAndPrintAsItSays) {
  const auto lines = test::block("NOTATION.md", "examples");
  ASSERT_GE(lines.size(), 15u);
  for (const std::string& line : lines) {
    const std::string kind = test::words(line)[0];
    const std::size_t arrow = line.find("->");
    ASSERT_NE(arrow, std::string::npos) << line;
    const Outcome found = read(kind, test::trimmed(line.substr(kind.size(), arrow - kind.size())));
    EXPECT_TRUE(found.ok) << line << ": " << found.text;
    EXPECT_EQ(found.text, test::trimmed(line.substr(arrow + 2))) << line;
  }
}

/// A line as in the document's block of errors: the kind, the text, and two blanks or more before the position.
void expect_error(const std::string& line) {
  const std::string kind = test::words(line)[0];
  const std::size_t text = line.find_first_not_of(' ', kind.size());
  const std::size_t gap = line.find("  ", text);
  ASSERT_NE(gap, std::string::npos) << line;
  const Outcome found = read(kind, line.substr(text, gap - text));
  EXPECT_FALSE(found.ok) << line;
  const auto rest = test::trimmed(line.substr(gap));
  const std::size_t blank = rest.find(' ');
  EXPECT_EQ(found.text, rest.substr(0, blank) + ' ' + test::trimmed(rest.substr(blank)));
}

TEST(Notation, TheErrorsOfTheDocumentHaveItsPositionAndSentence) {
  const auto lines = test::block("NOTATION.md", "errors");
  ASSERT_GE(lines.size(), 3u);
  for (const std::string& line : lines) expect_error(line);
}

TEST(Notation, ErrorsNameTheFirstWrongCharacterAndWhatWouldBeRight) {
  for (
      const char* line :
      {R"(card          7x                      1   "7x" is not a card: a card is a rank 2..9 T J Q K A with a suit j s p t (small letters: Jade, Sword, Pagoda, Star), such as Tj, or Mah, Dog, Phx, Drg)",
       R"(cards         7j 8s 7j                6   7j is here a second time; each card may be there only once)",
       R"(play          7j 8s                   0   "7j 8s" is not a combination (RULES 4))",
       R"(play          Phx=7                   3   a lone Phoenix stands for no rank: write Phx, or Phx>7 for one played on a 7)",
       R"(action        fold                    0   "fold" stands where an action (grand_tichu, no_grand_tichu, tichu, push, play, pass, no_bomb, give_dragon) is expected)",
       R"(action        push 2j 3s              10  the text ends where the next of the three cards to the right, the partner and the left is expected)",
       R"(action        play Mah wish 10        14  "10" is not a rank 2..9 T J Q K A; ten is written T)",
       R"(event         4: pass                 0   "4" is not a seat 0..3)",
       R"(rules         hause                   0   "hause" is not a preset; the presets are standard, house, online, sheet, gravon)"}) {
    expect_error(line);
  }
}

TEST(Notation, EveryRankCardAndTypeReadsBack) {
  for (int rank = 0; rank <= 15; ++rank) {
    EXPECT_EQ(*parse_rank(to_text(static_cast<Rank>(rank))), static_cast<Rank>(rank));
  }
  for (const Card card : CardSet::deck()) EXPECT_EQ(*parse_card(to_text(card)), card);
  for (int kind = 0; kind <= 8; ++kind) {
    EXPECT_EQ(*parse_kind(to_text(static_cast<CombinationKind>(kind))), static_cast<CombinationKind>(kind));
  }
}

TEST(Notation, RandomSetsAndDealsReadBack) {
  Random random(8);
  for (std::uint64_t index = 0; index < 300; ++index) {
    CardSet set;
    for (const Card card : CardSet::deck()) {
      if (random.below(4) == 0) set.insert(card);
    }
    ASSERT_EQ(*parse_cards(to_text(set)), set);
    const Deal dealt = deal(8, index);
    ASSERT_EQ(*parse_deal(to_text(dealt)), dealt);
  }
}

TEST(Notation, EveryPlayOfRandomHandsReadsBack) {
  PlayList plays;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const Deal dealt = deal(9, index);
    exact_plays({.hand = dealt.hand(Seat(0)), .table = {}}, plays);
    for (const Combination& play : plays) {
      const auto read_back = parse_combination(to_text(play));
      ASSERT_TRUE(read_back) << to_text(play) << ": " << read_back.error().message;
      ASSERT_EQ(*read_back, play);
    }
  }
}

TEST(Notation, ALonePhoenixReadsBackWithAndWithoutItsTable) {
  for (int rank = 1; rank <= 14; ++rank) {
    Combination table;
    table.kind = CombinationKind::Single;
    table.length = 1;
    table.rank = static_cast<Rank>(rank);
    const Combination on_table = *parse_combination("Phx", table);
    EXPECT_EQ(on_table.rank, static_cast<Rank>(rank));
    EXPECT_EQ(*parse_combination(to_text(on_table)), on_table);
    EXPECT_EQ(*parse_combination(to_text(on_table), table), on_table);
  }
  const auto other = parse_combination("Phx>8", *parse_combination("7j"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().position, 4u);
}

TEST(Notation, EveryActionReadsBack) {
  const Combination straight = *parse_combination("Mah 2j 3s 4t Phx");
  for (const Action& action :
       {Action::call_grand_tichu(), Action::no_grand_tichu(), Action::call_tichu(), Action::pass(), Action::no_bomb(),
        Action::give_dragon(Side::Left), Action::give_dragon(Side::Right), Action::play_cards(straight),
        Action::play_cards(straight, Rank::Ace),
        Action::push_cards(Card::dog(), Card::phoenix(), Card(Rank::Two, Suit::Star))}) {
    const auto read_back = parse_action(to_text(action));
    ASSERT_TRUE(read_back) << to_text(action);
    EXPECT_EQ(*read_back, action);
  }
}

TEST(Notation, RulesWithAnyOptionsReadBack) {
  for (int bits = 0; bits < 64; ++bits) {
    Rules rules;
    rules.partners_may_both_call_grand = (bits & 1) != 0;
    rules.tichu_before_push = (bits & 2) != 0;
    rules.bomb_ignores_wish = (bits & 4) != 0;
    rules.dragon_only_to_seat_with_cards = (bits & 8) != 0;
    rules.tie = (bits & 16) != 0 ? TieRule::Draw : TieRule::PlayOn;
    rules.target = Points((bits & 32) != 0 ? 500 : 1000);
    EXPECT_EQ(*parse_rules(to_text(rules)), rules) << to_text(rules);
  }
}

/// What stands around must not be read: cut, doubled and changed texts end in a value or an error, whose position lies
/// in the text.
TEST(Notation, DamagedTextNeverReadsBeyondItsEnd) {
  const std::pair<const char*, const char*> samples[] = {
      {"play", "5j 6s 7s 8t Phx=9"},  {"action", "play Mah 2j 3s 4t Phx=5 wish 9"},
      {"action", "push 2j 3s Ap"},    {"event", "3: play 8j 8s 8p 8t out_of_turn"},
      {"event", "0: push ? 3s ?"},    {"event", "3: trick_taken to 1 points 45"},
      {"rules", "gravon target=500"}, {"cards", "Mah 7j 7s Tj Phx"},
  };
  Random random(77);
  for (const auto& [kind, sample] : samples) {
    for (int i = 0; i < 3000; ++i) {
      std::string text = sample;
      const auto at = random.below(static_cast<std::uint32_t>(text.size()));
      if (random.below(2) == 0) text.resize(at);
      if (!text.empty())
        text[random.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(random.below(256));
      const Outcome found = read(kind, text);
      if (found.ok) continue;
      ASSERT_LE(std::stoul(found.text), text.size()) << found.text;
      ASSERT_GT(found.text.size(), 10u);
    }
  }
}

}  // namespace
}  // namespace tichu
