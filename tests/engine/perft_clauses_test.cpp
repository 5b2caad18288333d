// The kept counts, clause by clause, against the engine and against a counter that does without its generators: it
// tries every subset of a hand with every meaning and every wish, and lets the referee choose.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "engine/notation.h"
#include "tests/engine/perft_fixture.h"
#include "tests/engine/query_comparison.h"
#include "tests/engine/reference_classifier.h"

namespace tichu::test {
namespace {

/// A play of each distinct choice and wish that the referee accepts; of those that are the same choice the last one.
std::vector<Action> accepted_plays(const Round& round, Seat seat) {
  const CardSet flush = flush_cards(round.hand(seat));
  std::map<std::pair<Choice, Rank>, Action> found;
  for (Combination play : reference::all_plays(round.hand(seat))) {
    if (play.is_lone_phoenix() && !round.table().empty()) play.rank = round.table().rank;
    for (int wish = 0; wish <= 15; ++wish) {
      const Action action = Action::play_cards(play, static_cast<Rank>(wish));
      if (round.is_legal(seat, action)) found.insert_or_assign({choice(play, flush), action.wish}, action);
    }
  }
  std::vector<Action> actions;
  for (const auto& [choice, action] : found) actions.push_back(action);
  return actions;
}

std::vector<Action> accepted_actions(const Round& round, Seat seat) {
  std::vector<Action> actions = accepted_plays(round, seat);
  for (const Action& action :
       {Action::pass(), Action::no_bomb(), Action::give_dragon(Side::Right), Action::give_dragon(Side::Left)}) {
    if (round.is_legal(seat, action)) actions.push_back(action);
  }
  return actions;
}

PerftCount slow_count(const Round& round, int depth) {
  if (depth == 0) return {1, 0};
  if (round.is_over()) return {0, 1};
  PerftCount total;
  const Seat seat = round.pending().seats.first();
  for (const Action& action : accepted_actions(round, seat)) {
    Round next = round;
    next.apply(seat, action);
    const PerftCount count = slow_count(next, depth - 1);
    total.sequences += count.sequences;
    total.ended += count.ended;
  }
  return total;
}

std::vector<PerftFixture> kept_fixtures() {
  return read_perft_fixtures(TICHU_SOURCE_DIR "/tests/golden/perft_clauses.txt");
}

TEST(PerftClauses, CountsAreTheKeptOnes) {
  std::set<std::string> clauses;
  for (const PerftFixture& fixture : kept_fixtures()) {
    clauses.insert(fixture.clause);
    ASSERT_FALSE(fixture.counts.empty()) << fixture.name;
    for (std::size_t i = 0; i < fixture.counts.size(); ++i) {
      EXPECT_EQ(perft(Round(fixture.position), static_cast<int>(i) + 1), fixture.counts[i])
          << fixture.clause << ' ' << fixture.name << ", depth " << i + 1;
    }
  }
  for (const char* clause : {"4.1", "4.2", "4.3", "4.4", "5.1", "5.2", "5.3", "6.2", "6.3", "6.4", "6.5", "6.6", "7.1",
                             "7.2", "7.3", "7.4", "7.5", "7.6"}) {
    EXPECT_TRUE(clauses.contains(clause)) << "no fixture of clause " << clause;
  }
}

// As deep as it can be counted in a moment.
TEST(PerftClauses, CountsAreThoseOfTheRefereeAlone) {
  constexpr std::uint64_t MostPositions = 100;
  for (const PerftFixture& fixture : kept_fixtures()) {
    for (std::size_t i = 0; i < fixture.counts.size(); ++i) {
      if (i > 0 && fixture.counts[i - 1].sequences > MostPositions) break;
      EXPECT_EQ(slow_count(Round(fixture.position), static_cast<int>(i) + 1), fixture.counts[i])
          << fixture.clause << ' ' << fixture.name << ", depth " << i + 1;
    }
  }
}

TEST(PerftClauses, CountsFromWholeDealsAreThoseOfTheRefereeAlone) {
  for (std::uint64_t index = 0; index < 4; ++index) {
    for (const char* rules : {"standard", "gravon"}) {
      const Round start = perft_start(deal(1, index), *preset(rules));
      for (int depth = 0; depth <= 2; ++depth) {
        EXPECT_EQ(perft(start, depth), slow_count(start, depth)) << "deal " << index << ", depth " << depth;
      }
    }
  }
}

TEST(PerftClauses, ADamagedFixtureIsRefused) {
  EXPECT_THROW(read_perft_fixtures(TICHU_SOURCE_DIR "/tests/golden/absent.txt"), std::runtime_error);
  EXPECT_THROW(read_perft_fixtures(TICHU_SOURCE_DIR "/tests/golden/perft.txt"), std::runtime_error);
}

}  // namespace
}  // namespace tichu::test
