/* The legal plays of a hand, from nothing but the plug-in interface. */
#ifndef TICHU_PLAYS_H
#define TICHU_PLAYS_H

#include "sdk/plugin_abi.h"

/* The ranks that are no natural card's. */
enum { MahjongRank = 1, DragonRank = 15 };

static const tichu_card_set Dog = (tichu_card_set)1 << 0;
static const tichu_card_set Mahjong = (tichu_card_set)1 << 1;
static const tichu_card_set Dragon = (tichu_card_set)1 << 15;
static const tichu_card_set Phoenix = (tichu_card_set)1 << 63;

/* All cards of a rank 2..14 (jack 11 to ace 14); of rank 1 the Mahjong. */
tichu_card_set cards_of_rank(int rank);
/* How many cards a set has. */
int count_cards(tichu_card_set cards);

/* Whether a combination is a bomb (RULES 4.2). */
int is_bomb(const tichu_combination* play);

/* Gets each play in turn. */
typedef void (*take_play)(void* taker, const tichu_combination* play);

/* Every legal play of `hand` on `table` (empty for a lead), the wish apart: one for each type, length and rank that the
 * hand can make, and the bombs. The Phoenix stands in only where a natural card is lacking. So wherever a wish can be
 * fulfilled (RULES 7.3), one of these plays fulfils it. */
void each_play(tichu_card_set hand, const tichu_combination* table, take_play take, void* taker);
/* Of these only the bombs. */
void each_bomb(tichu_card_set hand, const tichu_combination* table, take_play take, void* taker);

#endif
