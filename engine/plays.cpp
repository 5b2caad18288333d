#include "engine/plays.h"

#include <algorithm>

#include "engine/hand_shape.h"
#include "engine/play_generator.h"
#include "engine/suit_choices.h"

namespace tichu {
namespace {

/// Keeps the plays that a binding wish leaves (RULES 7.3, 7.4); nothing changes if it does not bind.
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

/// What lies before a seat, by which the plays are listed.
enum class Before { Lead, Single, Group, Window };

Before before(const PlayQuery& query) {
  if (query.out_of_turn) return Before::Window;
  if (query.table.empty()) return Before::Lead;
  return query.table.kind == CombinationKind::Single ? Before::Single : Before::Group;
}

/// Lists what `query` allows, but for the wish.
template <Before What, typename Suits>
void list(const PlayQuery& query, const Suits& suits, PlayList& plays) {
  const HandShape shape(query.hand);
  PlayGenerator<Suits> generator(shape, suits, plays);
  if constexpr (What == Before::Lead) generator.leads();
  if constexpr (What == Before::Single) generator.follow_single(query.table);
  if constexpr (What == Before::Group) generator.follow_group(query.table);
  if constexpr (What == Before::Window) {
    if (!query.table.empty()) generator.bombs(query.table);
  }
  generator.finish();
  plays.set_may_pass(What != Before::Lead);
}

/// The same for hands without a straight flush, which nearly all of a search's time goes to: each is compiled as one
/// function, the generator's state in registers.
template <Before What>
[[gnu::flatten]] void list_merged(const PlayQuery& query, PlayList& plays) {
  list<What>(query, SuitsMerged(ranked(query.hand)), plays);
}

/// Calls `work` with what lies before the seat as a constant, then applies the wish, which binds on a turn alone.
template <typename Work>
inline void list_by_case(const PlayQuery& query, PlayList& plays, Work work) {
  switch (before(query)) {
    case Before::Lead:
      work.template operator()<Before::Lead>();
      break;
    case Before::Single:
      work.template operator()<Before::Single>();
      break;
    case Before::Group:
      work.template operator()<Before::Group>();
      break;
    case Before::Window:
      return work.template operator()<Before::Window>();
  }
  apply_wish(query, plays);
}

/// For the others, and if every card counts.
template <Before What>
[[gnu::noinline]] void list_apart(const PlayQuery& query, CardSet apart, PlayList& plays) {
  list<What>(query, SuitsApart(ranked(query.hand), apart), plays);
}

}  // namespace

void exact_plays(const PlayQuery& query, PlayList& plays) {
  list_by_case(query, plays, [&]<Before What>() { list_apart<What>(query, query.hand.natural(), plays); });
}

void canonical_plays(const PlayQuery& query, PlayList& plays) {
  const std::uint64_t natural = query.hand.natural().bits();
  const std::uint64_t starts = flush_starts(natural);
  if (starts == 0) {
    list_by_case(query, plays, [&]<Before What>() { list_merged<What>(query, plays); });
  } else {
    list_by_case(query, plays, [&]<Before What>() { list_apart<What>(query, CardSet(flush_cards(starts)), plays); });
  }
}

}  // namespace tichu
