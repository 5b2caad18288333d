/* Plays its lowest legal play and passes only when it has none. plays.h lists the plays; what the members of the
 * interface mean is said in PLUGIN_ABI.md. */
#include <stdlib.h>

#include "plays.h"

enum { Right = 1, Left = 3 };

/* What one bot keeps between the questions. */
struct bot {
  uint64_t seed; /* of its random numbers, if it wants some */
};

/* The best play so far. */
struct choice {
  int wish;
  tichu_combination best;
};

static int fulfils(int wish, const tichu_combination* play) {
  return wish != 0 && (play->cards & cards_of_rank(wish)) != 0;
}

/* The lone Phoenix is half a point above what it is played on. */
static int height(const tichu_combination* play) { return 2 * play->rank + (play->cards == Phoenix); }

static void consider(void* taker, const tichu_combination* play) {
  struct choice* choice = taker;
  const int is_first = choice->best.kind == TICHU_NONE;
  const int gain = fulfils(choice->wish, play) - fulfils(choice->wish, &choice->best);
  if (is_first || gain > 0 || (gain == 0 && height(play) < height(&choice->best))) choice->best = *play;
}

static void decide_turn(const tichu_observation* seen, tichu_answer* answer) {
  struct choice choice = {0};
  choice.wish = seen->wish;
  each_play(seen->hand, &seen->table, consider, &choice);
  answer->combination = choice.best;
}

static int order(unsigned card) { return card == 63 ? DragonRank : (int)(card & 15); }

/* Takes the lowest card out of a set that has one. */
static uint8_t take_lowest(tichu_card_set* cards) {
  unsigned lowest = 64;
  unsigned card;
  for (card = 0; card < 64; ++card) {
    if ((*cards >> card & 1) != 0 && (lowest == 64 || order(card) < order(lowest))) lowest = card;
  }
  *cards &= ~((tichu_card_set)1 << lowest);
  return (uint8_t)lowest;
}

/* The two lowest to the opponents, the third lowest to the partner. */
static void decide_push(const tichu_observation* seen, tichu_answer* answer) {
  tichu_card_set cards = seen->hand;
  answer->push[0] = take_lowest(&cards);
  answer->push[2] = take_lowest(&cards);
  answer->push[1] = take_lowest(&cards);
}

/* `answer` comes as no call, no bomb and a pass; 0 says that it is answered. */
static int32_t decide(void* bot, uint32_t question, const tichu_observation* seen, tichu_answer* answer) {
  (void)bot;
  if (question == TICHU_ASK_TURN) decide_turn(seen, answer);
  if (question == TICHU_ASK_PUSH) decide_push(seen, answer);
  if (question == TICHU_ASK_GIVE_DRAGON)
    answer->give_to = seen->hand_size[Left] > seen->hand_size[Right] ? Left : Right;
  return 0;
}

static void* create(const tichu_setup* setup) {
  struct bot* bot = malloc(sizeof *bot);
  if (bot != NULL) bot->seed = setup->seed;
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
                                        .name = "starter",
                                        .version = "1.0",
                                        .create = create,
                                        .destroy = destroy,
                                        .observe = NULL, /* each observation tells all there is to know */
                                        .decide = decide};
  return &table;
}
