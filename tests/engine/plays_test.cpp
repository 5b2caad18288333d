#include "engine/plays.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/deal.h"
#include "engine/follow.h"
#include "engine/legality.h"
#include "engine/notation.h"
#include "engine/random.h"
#include "tests/engine/reference_classifier.h"

namespace tichu {
namespace {

using Key = std::tuple<std::uint64_t, int, int, int, int>;

Key key(const Combination& play) {
  return {play.cards.bits(), static_cast<int>(play.kind), play.length, number(play.rank), number(play.phoenix_as)};
}

std::set<Key> keys(const PlayList& plays) {
  std::set<Key> result;
  for (const Combination& play : plays) result.insert(key(play));
  return result;
}

CardSet cards(const char* text) {
  const Parsed<CardSet> read = parse_cards(text);
  EXPECT_TRUE(read) << text;
  return *read;
}

Combination played(const char* text, const Combination& table = {}) {
  const Parsed<Combination> read = parse_combination(text, table);
  EXPECT_TRUE(read) << text;
  return *read;
}

PlayList exact(const PlayQuery& query) {
  PlayList plays;
  exact_plays(query, plays);
  return plays;
}

PlayList canonical(const PlayQuery& query) {
  PlayList plays;
  canonical_plays(query, plays);
  return plays;
}

std::string describe(const PlayQuery& query) {
  return "hand " + to_text(query.hand) + ", table " + to_text(query.table) + ", wish " + to_text(query.wish) +
         (query.out_of_turn ? ", out of turn" : "") + (query.bomb_ignores_wish ? ", bombs ignore the wish" : "");
}

/// The cards that belong to a straight flush in the hand, found by looking at every run of five.
CardSet flush_cards(CardSet hand) {
  CardSet found;
  for (const Suit suit : {Suit::Jade, Suit::Sword, Suit::Pagoda, Suit::Star}) {
    for (int low = 2; low + 4 <= 14; ++low) {
      CardSet run;
      for (int rank = low; rank < low + 5; ++rank) run.insert(Card(static_cast<Rank>(rank), suit));
      if (hand.contains_all(run)) found |= run;
    }
  }
  return found;
}

/// What tells two choices apart: the play with the cards outside straight flushes counted by rank.
std::string choice(const Combination& play, CardSet flush) {
  std::string text(to_text(play.kind));
  text += ' ' + to_text(play.rank) + ' ' + to_text(play.phoenix_as) + ' ' + to_text(play.cards & flush);
  std::map<std::string, int> others;
  for (const Card card : play.cards - flush) {
    ++others[card.is_special() ? to_text(card) : to_text(card.rank())];
  }
  for (const auto& [name, count] : others) text += ' ' + name + '*' + std::to_string(count);
  return text;
}

void compare_exact(const PlayQuery& query, const reference::Answer& expected) {
  const PlayList list = exact(query);
  const std::set<Key> found = keys(list);
  std::set<Key> wanted;
  for (const Combination& play : expected.plays) wanted.insert(key(play));
  ASSERT_EQ(found.size(), static_cast<std::size_t>(list.size())) << "a play is listed twice: " << describe(query);
  ASSERT_EQ(found, wanted) << describe(query);
  ASSERT_EQ(list.may_pass(), expected.may_pass) << describe(query);
}

void compare_canonical(const PlayQuery& query, const reference::Answer& expected) {
  const CardSet flush = flush_cards(query.hand);
  std::set<std::string> classes;
  std::set<Key> exact;
  for (const Combination& play : expected.plays) {
    classes.insert(choice(play, flush));
    exact.insert(key(play));
  }
  const PlayList list = canonical(query);
  std::set<std::string> found;
  for (const Combination& play : list) {
    ASSERT_TRUE(exact.contains(key(play))) << to_text(play) << " is no exact play: " << describe(query);
    ASSERT_TRUE(found.insert(choice(play, flush)).second) << to_text(play) << " repeats: " << describe(query);
  }
  ASSERT_EQ(found, classes) << describe(query);
  ASSERT_EQ(list.may_pass(), expected.may_pass) << describe(query);
}

void compare_legality(const PlayQuery& query, const reference::Answer& expected, const std::vector<Combination>& all) {
  const PlayQuery& situation = query;
  std::set<Key> legal;
  for (const Combination& play : expected.plays) {
    legal.insert(key(play));
    ASSERT_TRUE(judge_play(situation, play, Rank::None).ok()) << to_text(play) << " on " << describe(query);
  }
  for (const Combination& play : all) {
    ASSERT_EQ(judge_play(situation, play, Rank::None).ok(), legal.contains(key(play)))
        << to_text(play) << " on " << describe(query);
  }
  if (query.out_of_turn) return;
  ASSERT_EQ(judge_pass(situation).ok(), expected.may_pass) << describe(query);
  ASSERT_EQ(wish_binds(query.hand, query.table, query.wish), expected.wish_binds) << describe(query);
}

/// Cards and meanings that were made up must be refused unless they are legal by accident.
void compare_nonsense(const PlayQuery& query, const reference::Answer& expected, Random& random) {
  const PlayQuery& situation = query;
  std::set<Key> legal;
  for (const Combination& play : expected.plays) legal.insert(key(play));
  for (int i = 0; i < 20; ++i) {
    Combination play;
    for (const Card card : query.hand) {
      if (random.below(4) == 0) play.cards.insert(card);
    }
    if (!expected.plays.empty() && random.below(2) == 0) {
      play = expected.plays[random.below(static_cast<std::uint32_t>(expected.plays.size()))];
    }
    play.kind = static_cast<CombinationKind>(random.below(9));
    play.length = static_cast<std::uint8_t>(random.below(4) == 0 ? random.below(15) : play.cards.size());
    if (random.below(2) == 0) play.rank = static_cast<Rank>(random.below(16));
    if (random.below(2) == 0) play.phoenix_as = static_cast<Rank>(random.below(16));
    ASSERT_EQ(judge_play(situation, play, Rank::None).ok(), legal.contains(key(play)))
        << to_text(play) << " named " << to_text(play.kind) << ' ' << to_text(play.rank) << " on " << describe(query);
  }
}

void compare(const PlayQuery& query, const std::vector<Combination>& all, Random& random) {
  const reference::Answer expected = reference::legal_plays(query, all);
  compare_exact(query, expected);
  compare_canonical(query, expected);
  compare_legality(query, expected, all);
  compare_nonsense(query, expected, random);
  if (query.out_of_turn && !query.table.empty()) {
    ASSERT_EQ(holds_bomb(query.hand, query.table), !expected.plays.empty()) << describe(query);
  }
}

/// Tables that can lie before the hand: plays of cards that it does not hold, of every type; lone Phoenixes at a value.
std::vector<Combination> tables_for(CardSet hand, Random& random) {
  std::map<CombinationKind, std::vector<Combination>> by_kind;
  for (int tries = 0; tries < 3; ++tries) {
    std::vector<Card> rest;
    for (const Card card : CardSet::deck() - hand) rest.push_back(card);
    CardSet other;
    if (tries == 0) {
      other = CardSet(std::uint64_t{0x7ffc} << 16) - hand;  // the Swords, so that straight flushes lie there too
    }
    while (other.size() < 12) other.insert(rest[random.below(static_cast<std::uint32_t>(rest.size()))]);
    const PlayList list = exact({other, {}});
    for (const Combination& play : list) {
      if (!play.is_dog() && play.length <= 14) by_kind[play.kind].push_back(play);
    }
  }
  std::vector<Combination> tables;
  for (const auto& [kind, plays] : by_kind) {
    tables.push_back(plays[random.below(static_cast<std::uint32_t>(plays.size()))]);
  }
  if (!hand.contains(Card::phoenix())) {
    Combination phoenix = played("Phx");
    phoenix.rank = static_cast<Rank>(1 + random.below(14));
    tables.push_back(phoenix);
  }
  return tables;
}

void compare_hand(CardSet hand, Random& random) {
  const std::vector<Combination> all = reference::all_plays(hand);
  const auto wish = [&] { return random.below(3) == 0 ? Rank::None : static_cast<Rank>(2 + random.below(13)); };
  const auto option = [&] { return random.below(2) == 0; };
  compare({hand, {}, Rank::None, false, false}, all, random);
  compare({hand, {}, wish(), false, option()}, all, random);
  compare({hand, {}, wish(), true, option()}, all, random);
  for (const Combination& table : tables_for(hand, random)) {
    compare({hand, table, Rank::None, false, option()}, all, random);
    compare({hand, table, wish(), false, option()}, all, random);
    compare({hand, table, wish(), true, option()}, all, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// A hand of `size` cards from a random deal; every fourth one is made of few ranks and suits, so that bombs abound.
CardSet random_hand(Random& random, int size) {
  std::vector<Card> pack;
  const bool rich = random.below(4) == 0;
  const int lowest = rich ? static_cast<int>(random.below(8)) : 0;
  for (int i = 0; i < Card::Count; ++i) {
    const bool near = i >= 4 * lowest && i < 4 * (lowest + 6);
    if (!rich || near || i == 54) pack.push_back(Card::from_index(i));
  }
  CardSet hand;
  while (hand.size() < size) hand.insert(pack[random.below(static_cast<std::uint32_t>(pack.size()))]);
  return hand;
}

// Each part is a test of its own, so that ctest runs them side by side: 14 cards have 16,384 subsets.
class BruteForce : public testing::TestWithParam<int> {};

TEST_P(BruteForce, every_subset_of_random_hands_is_judged_as_by_the_slow_classifier) {
  Random random(2718, static_cast<std::uint64_t>(GetParam()));
  for (int i = 0; i < 140 && !HasFatalFailure(); ++i) compare_hand(random_hand(random, 14), random);
  for (int i = 0; i < 60 && !HasFatalFailure(); ++i) {
    compare_hand(random_hand(random, 1 + static_cast<int>(random.below(13))), random);
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, BruteForce, testing::Range(0, 4));

// RULES 4.1, 4.2, 4.3: hands in which everything meets.
TEST(Plays, crafted_hands_agree_with_the_slow_classifier) {
  Random random(31415);
  for (const char* hand : {
           "2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj Phx",
           "Mah 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
           "Mah 2s 3s 4s 5s 6s 2p 3p 4p 5p 6p Phx Drg Dog",
           "7j 7s 7p 7t 8j 8s 8p 8t 9j 9s 9p 9t Phx Drg",
           "5j 5s 5p 5t 6j 6s 6p 6t 7j 8j 9j Tj Tp Phx",
           "2j 2s 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j 8s",
           "Tj Jj Qj Kj Aj Ts Js Qs Ks As Phx Mah Dog Drg",
           "Jp Qp Kp Ap Phx",
           "Mah 2j 3j 4j Phx",
           "8j 8s 8p 8t Phx",
           "Phx",
           "Mah Dog Phx Drg",
       }) {
    compare_hand(cards(hand), random);
    if (HasFatalFailure()) return;
  }
}

TEST(Plays, two_thousand_random_hands_have_as_many_canonical_plays_as_distinct_choices) {
  for (std::uint64_t index = 0; index < 500; ++index) {
    const Deal dealt = deal(11, index);
    for (const Seat seat : AllSeats) {
      const CardSet hand = dealt.hand(seat);
      const CardSet flush = flush_cards(hand);
      std::set<std::string> classes;
      for (const Combination& play : exact({hand, {}})) classes.insert(choice(play, flush));
      ASSERT_EQ(static_cast<std::size_t>(canonical({hand, {}}).size()), classes.size()) << to_text(hand);
    }
  }
}

// RULES 6.2
TEST(Plays, a_leader_may_not_pass_and_a_follower_may) {
  EXPECT_FALSE(exact({cards("2j 3j"), {}}).may_pass());
  const PlayList list = exact({cards("2j 3j"), played("As")});
  EXPECT_TRUE(list.may_pass());
  EXPECT_TRUE(list.empty());
}

// RULES 7.5
TEST(Plays, the_dog_is_listed_as_a_lead_and_nowhere_else) {
  EXPECT_EQ(exact({cards("Dog"), {}}).size(), 1);
  EXPECT_TRUE(exact({cards("Dog"), played("2j")}).empty());
}

// RULES 6.4
TEST(Plays, out_of_turn_only_bombs_are_listed_and_none_on_an_empty_table) {
  const CardSet hand = cards("8j 8s 8p 8t Ap Drg");
  const PlayList list = exact({hand, played("2j"), Rank::None, true});
  ASSERT_EQ(list.size(), 1);
  EXPECT_EQ(list[0], played("8j 8s 8p 8t"));
  EXPECT_TRUE(exact({hand, {}, Rank::None, true}).empty());
}

/// The number of exact plays on a lead by the numbers of cards a rank, without looking at suits: a second way to count.
/// A straight flush is one card set, counted as a straight here and as a bomb there.
struct CountedHand {
  std::array<int, 15> count{};  ///< [1] the Mahjong, [2..14] the natural ranks
  bool phoenix = false;
  int lone_specials = 0;  ///< Dog and Dragon

  static constexpr int choose2(int n) { return n * (n - 1) / 2; }
  static constexpr int choose3(int n) { return n * (n - 1) * (n - 2) / 6; }
  int at(int rank) const { return count[static_cast<std::size_t>(rank)]; }

  int equal_ranks() const {
    int plays = lone_specials + at(1) + (phoenix ? 1 : 0);
    for (int rank = 2; rank <= 14; ++rank) {
      const int n = at(rank);
      plays += n + choose2(n) + choose3(n) + (n == 4 ? 1 : 0);
      if (phoenix) plays += n + choose2(n);
    }
    return plays;
  }
  int full_houses() const {
    int pairs = 0;
    int cards = 0;
    for (int rank = 2; rank <= 14; ++rank) {
      pairs += choose2(at(rank));
      cards += at(rank);
    }
    int plays = 0;
    for (int rank = 2; rank <= 14; ++rank) {
      const int n = at(rank);
      plays += choose3(n) * (pairs - choose2(n));
      if (phoenix) plays += choose3(n) * (cards - n) + choose2(n) * (pairs - choose2(n));
    }
    return plays;
  }
  /// Runs from every low rank: the number of ways without the Phoenix, and with it in one of the ranks so far.
  template <typename Whole, typename Short>
  int runs(int lowest, int min_ranks, Whole whole, Short with_phoenix) const {
    int plays = 0;
    for (int low = lowest; low <= 14; ++low) {
      int natural = 1;
      int wild = 0;
      for (int high = low; high <= 14 && natural + wild > 0; ++high) {
        wild = phoenix ? wild * whole(at(high)) + (high >= 2 ? natural * with_phoenix(at(high)) : 0) : 0;
        natural *= whole(at(high));
        if (high - low + 1 >= min_ranks) plays += natural + wild;
      }
    }
    return plays;
  }
  int stairs() const {
    return runs(
        2, 2, [](int n) { return choose2(n); }, [](int n) { return n; });
  }
  int straights() const {
    return runs(
        1, 5, [](int n) { return n; }, [](int) { return 1; });
  }
  int plays() const { return equal_ranks() + full_houses() + stairs() + straights(); }
};

CountedHand counted(CardSet hand) {
  CountedHand result;
  for (int rank = 2; rank <= 14; ++rank) {
    result.count[static_cast<std::size_t>(rank)] = hand.count(static_cast<Rank>(rank));
  }
  result.count[1] = hand.contains(Card::mahjong()) ? 1 : 0;
  result.phoenix = hand.contains(Card::phoenix());
  result.lone_specials = (hand & CardSet{Card::dog(), Card::dragon()}).size();
  return result;
}

/// The largest number of plays over all ways to put `cards` natural cards into the ranks from `rank` on.
int largest(CountedHand& hand, int rank, int cards) {
  if (rank > 14) return cards == 0 ? hand.plays() : 0;
  int best = 0;
  const int room = 4 * (14 - rank);
  for (int n = std::max(0, cards - room); n <= std::min(4, cards); ++n) {
    hand.count[static_cast<std::size_t>(rank)] = n;
    best = std::max(best, largest(hand, rank + 1, cards - n));
  }
  hand.count[static_cast<std::size_t>(rank)] = 0;
  return best;
}

TEST(Plays, counting_by_ranks_gives_the_number_of_exact_plays) {
  Random random(99);
  for (int i = 0; i < 5000; ++i) {
    const CardSet hand = random_hand(random, 1 + static_cast<int>(random.below(14)));
    const PlayList list = exact({hand, {}});
    ASSERT_EQ(list.size(), counted(hand).plays()) << to_text(hand);
  }
}

// A Dog or Dragon adds one play, any natural card in its place at least one, so hands without them are enough.
TEST(Plays, no_hand_of_fourteen_cards_has_more_plays_than_the_list_holds) {
  int most = 0;
  for (const bool phoenix : {false, true}) {
    for (const int mahjong : {0, 1}) {
      CountedHand hand;
      hand.phoenix = phoenix;
      hand.count[1] = mahjong;
      most = std::max(most, largest(hand, 2, Deal::HandCards - mahjong - (phoenix ? 1 : 0)));
    }
  }
  EXPECT_EQ(most, 1857);
  EXPECT_LE(most, PlayList::Capacity);
}

}  // namespace
}  // namespace tichu
