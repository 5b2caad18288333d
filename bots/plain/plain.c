/* A whole bot in C, made with the plug-in interface alone: sheds many cards at a time, keeps bombs and high cards for
 * when they matter, lets its partner win, and calls on hands full of high cards. */
#include <stdlib.h>
#include <string.h>

#include "sdk/starter/c/plays.h"

enum { Me, Right, Partner, Left };
enum { Ace = 14, HandCards = 14, CallGrandTichu = 2, ManyPoints = 15, FewCards = 3 };

/* One instance: what its options say. */
struct plain_bot {
  int calls; /* 0 with the option `calls` = `no` */
};

static int is_left_to_partner(const tichu_observation* seen) {
  return seen->table.kind != TICHU_NONE && seen->table_owner == Partner;
}

static int is_opponent_nearly_out(const tichu_observation* seen) {
  return (seen->hand_size[Right] > 0 && seen->hand_size[Right] <= FewCards) ||
         (seen->hand_size[Left] > 0 && seen->hand_size[Left] <= FewCards);
}

static int has_opponent_called(const tichu_observation* seen) { return seen->calls[Right] + seen->calls[Left] > 0; }

/* Whether the trick is worth a bomb or a card that wins it for sure. */
static int is_worth_much(const tichu_observation* seen) {
  return seen->trick_points >= ManyPoints || is_opponent_nearly_out(seen) || has_opponent_called(seen);
}

/* How many of the six highest cards a set has. */
static int count_high_cards(tichu_card_set cards) {
  return count_cards(cards & (Dragon | Phoenix | cards_of_rank(Ace)));
}

/* What is looked for among the plays, and the best so far. */
struct choice {
  const tichu_observation* seen;
  tichu_combination best;
  int best_cost; /* of `best` */
  int fulfils;   /* whether `best` fulfils the open wish */
};

static int fulfils_wish(const tichu_observation* seen, const tichu_combination* play) {
  return seen->wish != 0 && (play->cards & cards_of_rank(seen->wish)) != 0;
}

/* The lower, the sooner it is played. A lead sheds many cards; what follows is as low as possible. */
static int cost(const tichu_observation* seen, const tichu_combination* play) {
  const int is_lead = seen->table.kind == TICHU_NONE;
  int cost = 2 * play->rank;
  if ((play->cards & Phoenix) != 0) cost += 20;
  if ((play->cards & Dragon) != 0) cost += 10;
  if (is_lead) cost -= 6 * play->length;
  if (is_bomb(play)) cost += 100;
  return play->length == seen->hand_size[Me] ? -1000 : cost;
}

static void consider(void* taker, const tichu_combination* play) {
  struct choice* choice = taker;
  const int fulfils = fulfils_wish(choice->seen, play);
  const int this_cost = cost(choice->seen, play);
  const int is_better = choice->best.kind == TICHU_NONE || this_cost < choice->best_cost;
  if (fulfils < choice->fulfils || (fulfils == choice->fulfils && !is_better)) return;
  choice->best = *play;
  choice->best_cost = this_cost;
  choice->fulfils = fulfils;
}

/* Whether to leave the trick to who has it, although `play` would beat it. Nobody may while a wish binds (RULES 7.3).
 */
static int is_better_kept(const tichu_observation* seen, const struct choice* choice) {
  const tichu_combination* play = &choice->best;
  const int goes_out = play->length == seen->hand_size[Me];
  if (seen->table.kind == TICHU_NONE || choice->fulfils || goes_out) return 0;
  if (is_left_to_partner(seen)) return play->rank > 10 || play->length > 2;
  return (is_bomb(play) || (play->cards & Dragon) != 0) && !is_worth_much(seen);
}

/* The rank of the card that the right-hand neighbour got: it shall have to part with it (RULES 7.1). */
static uint8_t wish(const tichu_observation* seen) {
  const int rank = seen->given[0] & 15;
  const int is_natural = seen->given[0] < 63 && rank > MahjongRank && rank < DragonRank;
  return is_natural ? (uint8_t)rank : 0;
}

static void decide_turn(const struct plain_bot* bot, const tichu_observation* seen, tichu_answer* answer) {
  struct choice choice = {0};
  choice.seen = seen;
  each_play(seen->hand, &seen->table, consider, &choice);
  if (choice.best.kind == TICHU_NONE || is_better_kept(seen, &choice)) return;
  answer->combination = choice.best;
  if ((choice.best.cards & Mahjong) != 0) answer->wish = wish(seen);
  answer->call = bot->calls && seen->hand_size[Me] == HandCards && seen->calls[Me] == 0 && seen->calls[Partner] == 0 &&
                 seen->out_count == 0 && count_high_cards(seen->hand) >= 4;
}

static void decide_bomb(const tichu_observation* seen, tichu_answer* answer) {
  struct choice choice = {0};
  if (is_left_to_partner(seen) || seen->table_owner == Me || !is_worth_much(seen)) return;
  choice.seen = seen;
  each_bomb(seen->hand, &seen->table, consider, &choice);
  answer->combination = choice.best;
}

/* The Phoenix and the Dragon stay; the Dog goes first. */
static int push_order(unsigned card) { return card == 63 || card == 15 ? 15 : (int)(card & 15); }

/* Takes the card out of `cards` that comes first, or last, by push_order. */
static uint8_t take_card(tichu_card_set* cards, int last) {
  unsigned best = 64;
  unsigned card;
  for (card = 0; card < 64; ++card) {
    if ((*cards >> card & 1) == 0) continue;
    if (best == 64 || (last ? push_order(card) > push_order(best) : push_order(card) < push_order(best))) best = card;
  }
  *cards &= ~((tichu_card_set)1 << best);
  return (uint8_t)best;
}

/* The two lowest to the opponents; to the partner the highest natural card, but the third lowest after a call. */
static void decide_push(const tichu_observation* seen, tichu_answer* answer) {
  const int calls = seen->calls[Me] != 0 || count_high_cards(seen->hand) >= 4;
  tichu_card_set cards = seen->hand & ~(Dragon | Phoenix | Mahjong);
  answer->push[0] = take_card(&cards, 0);
  answer->push[2] = take_card(&cards, 0);
  answer->push[1] = take_card(&cards, !calls || seen->calls[Partner] == CallGrandTichu);
}

static int32_t decide(void* instance, uint32_t question, const tichu_observation* seen, tichu_answer* answer) {
  const struct plain_bot* bot = instance;
  switch (question) {
    case TICHU_ASK_GRAND_TICHU:
      answer->call = bot->calls && count_high_cards(seen->hand) >= 3 && (seen->hand & (Dragon | Phoenix)) != 0;
      return 0;
    case TICHU_ASK_TICHU:
      return 0; /* calls with its first card, when it knows what it was given */
    case TICHU_ASK_PUSH:
      decide_push(seen, answer);
      return 0;
    case TICHU_ASK_TURN:
      decide_turn(bot, seen, answer);
      return 0;
    case TICHU_ASK_BOMB:
      decide_bomb(seen, answer);
      return 0;
    case TICHU_ASK_GIVE_DRAGON:
      answer->give_to = seen->hand_size[Left] > seen->hand_size[Right] ? Left : Right;
      return 0;
    default:
      return 1;
  }
}

static void* create(const tichu_setup* setup) {
  struct plain_bot* bot = malloc(sizeof *bot);
  uint32_t i;
  if (bot == NULL) return NULL;
  bot->calls = 1;
  for (i = 0; i < setup->option_count; ++i) {
    const tichu_option* option = &setup->options[i];
    if (strcmp(option->name, "calls") == 0) bot->calls = strcmp(option->value, "no") != 0;
  }
  return bot;
}

static void destroy(void* bot) { free(bot); }

const tichu_bot_table* tichu_bot_entry(void) {
  static const tichu_bot_table table = {.abi_version = TICHU_ABI_VERSION,
                                        .table_size = sizeof(tichu_bot_table),
                                        .observation_size = sizeof(tichu_observation),
                                        .event_size = sizeof(tichu_event),
                                        .setup_size = sizeof(tichu_setup),
                                        .answer_size = sizeof(tichu_answer),
                                        .name = "plain",
                                        .version = "1.0",
                                        .create = create,
                                        .destroy = destroy,
                                        .observe = NULL, /* each observation tells all it needs */
                                        .decide = decide};
  return &table;
}
