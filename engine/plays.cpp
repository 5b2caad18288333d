#include "engine/plays.h"

#include <algorithm>
#include <bit>

#include "engine/hand_shape.h"
#include "engine/play_generator.h"
#include "engine/suit_choices.h"

namespace tichu {
namespace {

/// Keeps the plays that a binding wish leaves (RULES 7.3, 7.4); nothing changes where it does not bind.
[[gnu::noinline]] void keep_wished(const PlayQuery& query, PlayList& plays) {
  const bool binds =
      std::any_of(plays.begin(), plays.end(), [&](const Combination& play) { return play.fulfils(query.wish); });
  if (!binds) return;
  int kept = 0;
  for (int i = 0; i < plays.size(); ++i) {
    const bool may = plays[i].fulfils(query.wish) || (query.bomb_ignores_wish && plays[i].is_bomb());
    if (may) plays[kept++] = plays[i];
  }
  plays.resize(kept);
  plays.set_may_pass(false);
}

inline void apply_wish(const PlayQuery& query, PlayList& plays) {
  if (is_natural(query.wish) && query.hand.intersects(CardSet::of_rank(query.wish))) keep_wished(query, plays);
}

/// The cards that have a rank: all but Dog, Phoenix and Dragon.
CardSet ranked(CardSet hand) { return hand - CardSet{Card::dog(), Card::phoenix(), Card::dragon()}; }

// Each of these lists what `query` allows, but for the wish.
template <typename Suits>
void list_leads(const PlayQuery& query, const Suits& suits, PlayList& plays) {
  const HandShape shape(query.hand);
  PlayGenerator<Suits> generator(shape, suits, plays);
  generator.leads();
  generator.finish();
  plays.set_may_pass(false);
}

template <typename Suits>
void list_single_follows(const PlayQuery& query, const Suits& suits, PlayList& plays) {
  const HandShape shape(query.hand);
  PlayGenerator<Suits> generator(shape, suits, plays);
  generator.follow_single(query.table);
  generator.finish();
  plays.set_may_pass(true);
}

template <typename Suits>
void list_group_follows(const PlayQuery& query, const Suits& suits, PlayList& plays) {
  const HandShape shape(query.hand);
  PlayGenerator<Suits> generator(shape, suits, plays);
  generator.follow_group(query.table);
  generator.finish();
  plays.set_may_pass(true);
}

template <typename Suits>
void list_bombs(const PlayQuery& query, const Suits& suits, PlayList& plays) {
  const HandShape shape(query.hand);
  PlayGenerator<Suits> generator(shape, suits, plays);
  if (!query.table.empty()) generator.bombs(query.table);
  generator.finish();
  plays.set_may_pass(true);
}

// The lists of hands without a straight flush are what nearly all of a search's time goes to: each is compiled as one
// function, the generator's state in registers.
[[gnu::flatten]] void list_merged_leads(const PlayQuery& query, PlayList& plays) {
  list_leads(query, SuitsMerged(ranked(query.hand)), plays);
}
[[gnu::flatten]] void list_merged_single_follows(const PlayQuery& query, PlayList& plays) {
  list_single_follows(query, SuitsMerged(ranked(query.hand)), plays);
}
[[gnu::flatten]] void list_merged_group_follows(const PlayQuery& query, PlayList& plays) {
  list_group_follows(query, SuitsMerged(ranked(query.hand)), plays);
}
[[gnu::noinline]] void list_merged_bombs(const PlayQuery& query, PlayList& plays) {
  list_bombs(query, SuitsMerged(ranked(query.hand)), plays);
}

[[gnu::noinline]] void list_apart(const PlayQuery& query, CardSet apart, PlayList& plays) {
  const SuitsApart suits(ranked(query.hand), apart);
  if (query.out_of_turn) return list_bombs(query, suits, plays);
  if (query.table.empty()) {
    list_leads(query, suits, plays);
  } else if (query.table.kind == CombinationKind::Single) {
    list_single_follows(query, suits, plays);
  } else {
    list_group_follows(query, suits, plays);
  }
  apply_wish(query, plays);
}

inline void list_merged(const PlayQuery& query, PlayList& plays) {
  if (query.out_of_turn) return list_merged_bombs(query, plays);
  if (query.table.empty()) {
    list_merged_leads(query, plays);
  } else if (query.table.kind == CombinationKind::Single) {
    list_merged_single_follows(query, plays);
  } else {
    list_merged_group_follows(query, plays);
  }
  apply_wish(query, plays);
}

}  // namespace

void exact_plays(const PlayQuery& query, PlayList& plays) { list_apart(query, query.hand.natural(), plays); }

void canonical_plays(const PlayQuery& query, PlayList& plays) {
  const std::uint64_t natural = query.hand.natural().bits();
  const std::uint64_t starts = flush_starts(natural);
  if (starts == 0) {
    list_merged(query, plays);
  } else {
    list_apart(query, CardSet(flush_cards(starts)), plays);
  }
}

}  // namespace tichu
