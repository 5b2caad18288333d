#include "tests/engine/query_comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>

#include "engine/follow.h"
#include "engine/legality.h"
#include "engine/notation.h"
#include "engine/plays.h"
#include "engine/round.h"
#include "tests/engine/reference_classifier.h"

namespace tichu::test {
namespace {

using Key = std::tuple<std::uint64_t, CombinationKind, int, Rank, Rank>;

Key key(const Combination& play) { return {play.cards.bits(), play.kind, play.length, play.rank, play.phoenix_as}; }

std::string describe(const PlayQuery& query) {
  return "hand " + to_text(query.hand) + ", table " + to_text(query.table) + ", wish " + to_text(query.wish) +
         (query.out_of_turn ? ", out of turn" : "") + (query.bomb_ignores_wish ? ", bombs ignore the wish" : "");
}

/// One query with its true answer.
class QueryComparison {
 public:
  QueryComparison(const PlayQuery& query, const std::vector<Combination>& all, CardSet flush)
      : query_(query), all_(all), flush_(flush), expected_(reference::legal_plays(query, all)) {
    for (const Combination& play : expected_.plays) legal_.push_back(key(play));
    std::sort(legal_.begin(), legal_.end());
  }

  void exact_generator() const {
    exact_plays(query_, list());
    std::vector<Key> found;
    for (const Combination& play : list()) found.push_back(key(play));
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, legal_) << "exact plays of " << describe(query_);
    ASSERT_EQ(list().may_pass(), expected_.may_pass) << describe(query_);
  }

  void canonical_generator() const {
    std::vector<Choice> choices;
    for (const Combination& play : expected_.plays) choices.push_back(choice(play, flush_));
    std::sort(choices.begin(), choices.end());
    choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
    canonical_plays(query_, list());
    std::vector<Choice> found;
    for (const Combination& play : list()) {
      ASSERT_TRUE(is_legal(play)) << to_text(play) << " is no exact play: " << describe(query_);
      found.push_back(choice(play, flush_));
    }
    std::sort(found.begin(), found.end());
    ASSERT_TRUE(found == choices) << found.size() << " canonical plays where there are " << choices.size()
                                  << " choices: " << describe(query_);
    ASSERT_EQ(list().may_pass(), expected_.may_pass) << describe(query_);
  }

  void referee() const {
    for (const Combination& play : expected_.plays) refereed(play);
    for (const Combination& play : all_) refereed(play);
    if (query_.out_of_turn) return;
    ASSERT_EQ(judge_pass(query_).ok(), expected_.may_pass) << describe(query_);
    ASSERT_EQ(wish_binds(query_.hand, query_.table, query_.wish), expected_.wish_binds) << describe(query_);
  }

  /// RULES 7.1: who plays the Mahjong may wish for 2..A.
  void wishes() const {
    for (const Combination& play : expected_.plays) {
      const bool mahjong = play.cards.contains(Card::mahjong());
      for (int rank = 0; rank <= 15 && mahjong; ++rank) {
        const bool may = rank == 0 || (rank >= 2 && rank <= 14);
        ASSERT_EQ(judge_play(query_, play, static_cast<Rank>(rank)).ok(), may) << to_text(play) << " wishing " << rank;
      }
      ASSERT_TRUE(mahjong || !judge_play(query_, play, Rank::Seven).ok()) << to_text(play) << " with a wish";
    }
  }

  /// Cards and meanings that are made up must be refused unless they are legal by accident.
  void nonsense(Random& random) const {
    for (int i = 0; i < 20; ++i) {
      Combination play;
      for (const Card card : query_.hand) {
        if (random.below(4) == 0) play.cards.insert(card);
      }
      if (!expected_.plays.empty() && random.below(2) == 0) {
        play = expected_.plays[random.below(static_cast<std::uint32_t>(expected_.plays.size()))];
      }
      play.kind = static_cast<CombinationKind>(random.below(9));
      play.length =
          static_cast<std::uint8_t>(random.below(4) == 0 ? static_cast<int>(random.below(15)) : play.cards.size());
      if (random.below(2) == 0) play.rank = static_cast<Rank>(random.below(16));
      if (random.below(2) == 0) play.phoenix_as = static_cast<Rank>(random.below(16));
      refereed(play);
    }
  }

  void forced_passes() const {
    if (query_.table.empty()) return;
    bool follows = false;
    bool bombs = false;
    bool any_bomb = false;
    for (const Combination& play : all_) {
      const bool is_bomb = play.kind == CombinationKind::Quad || play.kind == CombinationKind::StraightFlush;
      const bool beats = reference::beats(play, query_.table);
      follows = follows || (beats && !is_bomb);
      bombs = bombs || (beats && is_bomb);
      any_bomb = any_bomb || is_bomb;
    }
    ASSERT_EQ(holds_bomb(query_.hand, query_.table), bombs) << describe(query_);
    // a straight flush may count as a straight here: the hand need not pass either way
    ASSERT_TRUE(!follows || can_follow(query_.hand, query_.table)) << describe(query_);
    ASSERT_EQ(can_follow(query_.hand, query_.table) || bombs, follows || bombs) << describe(query_);
    ASSERT_EQ(holds_bomb(query_.hand, {}), any_bomb) << describe(query_);
  }

  /// A round in which seat 2 stands before the query judges as the query alone.
  void round() const {
    if (query_.out_of_turn && query_.table.empty()) return;  // nobody is ever asked so
    const Seat seat(2);
    const Round round(position(seat));
    for (const Combination& play : all_) {
      Combination on_table = play;
      if (play.is_lone_phoenix() && !query_.table.empty()) on_table.rank = query_.table.rank;
      ASSERT_EQ(round.is_legal(seat, Action::play_cards(on_table)), is_legal(on_table))
          << "in a round, " << to_text(play) << " on " << describe(query_);
    }
    const Action refusal = query_.out_of_turn ? Action::no_bomb() : Action::pass();
    // nobody is asked out of turn who holds no bomb that beats the table
    const bool may_refuse = query_.out_of_turn ? !expected_.plays.empty() : expected_.may_pass;
    ASSERT_EQ(round.is_legal(seat, refusal), may_refuse) << describe(query_);
  }

 private:
  static PlayList& list() {
    static const auto plays = std::make_unique<PlayList>();
    return *plays;
  }

  bool is_legal(const Combination& play) const { return std::binary_search(legal_.begin(), legal_.end(), key(play)); }

  void refereed(const Combination& play) const {
    ASSERT_EQ(judge_play(query_, play, Rank::None).ok(), is_legal(play))
        << to_text(play) << " named " << to_text(play.kind) << ' ' << to_text(play.rank) << " on " << describe(query_);
  }

  /// The other seats hold a card each that makes no bomb. On its turn the seat follows the one before it; out of turn
  /// the one after it has just played.
  Position position(Seat seat) const {
    Position position;
    CardSet rest = CardSet::deck() - query_.hand - query_.table.cards;
    for (const Seat other : AllSeats) {
      position.hands[other] = other == seat ? query_.hand : CardSet(rest.first());
      rest -= position.hands[other];
    }
    position.rules.bomb_ignores_wish = query_.bomb_ignores_wish;
    position.table = query_.table;
    position.wish = query_.wish;
    position.owner = query_.out_of_turn ? seat.next() : seat.at(Side::Left);
    position.last_actor = position.owner;
    position.asked = query_.out_of_turn ? Question::Bomb : Question::Turn;
    position.to_act = seat;
    return position;
  }

  PlayQuery query_;
  const std::vector<Combination>& all_;
  CardSet flush_;
  reference::Answer expected_;
  std::vector<Key> legal_;
};

}  // namespace

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

Choice choice(const Combination& play, CardSet flush) {
  Choice choice{play.kind, play.rank, play.phoenix_as, (play.cards & flush).bits(), 0};
  for (const Card card : play.cards - flush) {
    if (card.is_special()) {
      choice.exact |= CardSet(card).bits();
    } else {
      choice.counts += std::uint64_t{1} << (3 * number(card.rank()));
    }
  }
  return choice;
}

HandComparison::HandComparison(CardSet hand)
    : hand_(hand), flush_(flush_cards(hand)), all_(reference::all_plays(hand)) {}

void HandComparison::compare(const PlayQuery& query, Random& random) const {
  ASSERT_EQ(query.hand, hand_);
  const QueryComparison comparison(query, all_, flush_);
  comparison.exact_generator();
  comparison.canonical_generator();
  comparison.referee();
  comparison.wishes();
  comparison.nonsense(random);
  comparison.forced_passes();
  comparison.round();
}

}  // namespace tichu::test
