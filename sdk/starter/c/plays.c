#include "plays.h"

enum { LowestNatural = 2, HighestNatural = 14, ShortestStraight = 5, MostCards = 14, Suits = 4 };

/* What a search goes through. */
struct search {
  tichu_card_set hand;
  const tichu_combination* table;
  take_play take;
  void* taker;
};

/* A play that is being put together. */
struct draft {
  tichu_card_set cards;
  int phoenix_as;
  int lacks; /* cards that neither the hand nor the Phoenix can give */
};

tichu_card_set cards_of_rank(int rank) {
  static const tichu_card_set OneOfEachSuit = 0x0001000100010001u;
  return rank == MahjongRank ? Mahjong : OneOfEachSuit << rank;
}

int count_cards(tichu_card_set cards) {
  int count = 0;
  for (; cards != 0; cards &= cards - 1) ++count;
  return count;
}

int is_bomb(const tichu_combination* play) { return play->kind == TICHU_QUAD || play->kind == TICHU_STRAIGHT_FLUSH; }

/* The lowest `count` cards of a set, or all where it has fewer. */
static tichu_card_set first_cards(tichu_card_set cards, int count) {
  tichu_card_set taken = 0;
  for (; count > 0 && cards != 0; --count) {
    taken |= cards & (~cards + 1);
    cards &= cards - 1;
  }
  return taken;
}

/* Adds `count` cards of a rank, the last of them the Phoenix where it must be and can (RULES 4.3). */
static void add_rank(struct draft* draft, tichu_card_set hand, int rank, int count) {
  const tichu_card_set natural = first_cards(hand & cards_of_rank(rank), count);
  int lacks = count - count_cards(natural);
  draft->cards |= natural;
  if (lacks > 0 && (hand & Phoenix) != 0 && draft->phoenix_as == 0 && rank != MahjongRank) {
    draft->cards |= Phoenix;
    draft->phoenix_as = rank;
    --lacks;
  }
  draft->lacks += lacks;
}

/* Whether a type and a number of cards can lie on the table, with a high enough rank (RULES 5.1, 5.3). */
static int fits(const tichu_combination* table, int kind, int length) {
  const int same = table->kind == kind && table->length == length;
  if (table->kind == TICHU_NONE || same) return 1;
  if (kind != TICHU_QUAD && kind != TICHU_STRAIGHT_FLUSH) return 0;
  return !is_bomb(table) || length > table->length;
}

static int is_high_enough(const tichu_combination* table, int kind, int length, int rank) {
  return table->kind != kind || table->length != length || rank > table->rank;
}

static void offer(const struct search* search, const struct draft* draft, int kind, int length, int rank) {
  tichu_combination play = {0};
  if (draft->lacks > 0 || !is_high_enough(search->table, kind, length, rank)) return;
  play.cards = draft->cards;
  play.kind = (uint8_t)kind;
  play.length = (uint8_t)length;
  play.rank = (uint8_t)rank;
  play.phoenix_as = (uint8_t)draft->phoenix_as;
  search->take(search->taker, &play);
}

static void offer_card(const struct search* search, tichu_card_set card, int rank) {
  struct draft draft = {0};
  draft.cards = card;
  if ((search->hand & card) != 0) offer(search, &draft, TICHU_SINGLE, 1, rank);
}

/* The Phoenix alone beats every single but the Dragon, also another of its rank (RULES 5.2). */
static void lone_phoenix(const struct search* search) {
  tichu_combination play = {0};
  if ((search->hand & Phoenix) == 0 || search->table->cards == Dragon) return;
  play.cards = Phoenix;
  play.kind = TICHU_SINGLE;
  play.length = 1;
  play.rank = search->table->kind == TICHU_NONE ? MahjongRank : search->table->rank;
  search->take(search->taker, &play);
}

static void singles(const struct search* search) {
  int rank;
  if (!fits(search->table, TICHU_SINGLE, 1)) return;
  if (search->table->kind == TICHU_NONE) offer_card(search, Dog, 0);
  for (rank = MahjongRank; rank <= HighestNatural; ++rank) {
    offer_card(search, first_cards(search->hand & cards_of_rank(rank), 1), rank);
  }
  offer_card(search, Dragon, DragonRank);
  lone_phoenix(search);
}

/* Plays of `count` cards of each of `ranks` consecutive ranks: pairs, triples, stairs, straights. */
static void runs(const struct search* search, int kind, int count, int ranks) {
  const int lowest = kind == TICHU_STRAIGHT ? MahjongRank : LowestNatural;
  int top;
  if (!fits(search->table, kind, count * ranks)) return;
  for (top = lowest + ranks - 1; top <= HighestNatural; ++top) {
    struct draft draft = {0};
    int rank;
    for (rank = top - ranks + 1; rank <= top; ++rank) add_rank(&draft, search->hand, rank, count);
    offer(search, &draft, kind, count * ranks, top);
  }
}

static void full_houses(const struct search* search) {
  int triple;
  int pair;
  if (!fits(search->table, TICHU_FULL_HOUSE, 5)) return;
  for (triple = LowestNatural; triple <= HighestNatural; ++triple) {
    for (pair = LowestNatural; pair <= HighestNatural; ++pair) {
      struct draft draft = {0};
      if (pair == triple) continue;
      add_rank(&draft, search->hand, triple, 3);
      add_rank(&draft, search->hand, pair, 2);
      offer(search, &draft, TICHU_FULL_HOUSE, 5, triple);
    }
  }
}

static void quads(const struct search* search) {
  int rank;
  if (!fits(search->table, TICHU_QUAD, 4)) return;
  for (rank = LowestNatural; rank <= HighestNatural; ++rank) {
    struct draft draft = {0};
    add_rank(&draft, search->hand & ~Phoenix, rank, 4);
    offer(search, &draft, TICHU_QUAD, 4, rank);
  }
}

static void straight_flushes(const struct search* search, int length) {
  int suit;
  int top;
  if (!fits(search->table, TICHU_STRAIGHT_FLUSH, length)) return;
  for (suit = 0; suit < Suits; ++suit) {
    for (top = LowestNatural + length - 1; top <= HighestNatural; ++top) {
      const tichu_card_set run = ((tichu_card_set)1 << length) - 1;
      struct draft draft = {0};
      draft.cards = run << (16 * suit + top - length + 1);
      draft.lacks = count_cards(draft.cards & ~search->hand);
      offer(search, &draft, TICHU_STRAIGHT_FLUSH, length, top);
    }
  }
}

static void bombs(const struct search* search) {
  int length;
  quads(search);
  for (length = ShortestStraight; length < MostCards; ++length) straight_flushes(search, length);
}

void each_bomb(tichu_card_set hand, const tichu_combination* table, take_play take, void* taker) {
  const struct search search = {hand, table, take, taker};
  bombs(&search);
}

void each_play(tichu_card_set hand, const tichu_combination* table, take_play take, void* taker) {
  const struct search search = {hand, table, take, taker};
  int ranks;
  singles(&search);
  runs(&search, TICHU_PAIR, 2, 1);
  runs(&search, TICHU_TRIPLE, 3, 1);
  for (ranks = 2; 2 * ranks <= MostCards; ++ranks) runs(&search, TICHU_STAIRS, 2, ranks);
  full_houses(&search);
  for (ranks = ShortestStraight; ranks <= MostCards; ++ranks) runs(&search, TICHU_STRAIGHT, 1, ranks);
  bombs(&search);
}
