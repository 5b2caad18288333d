/* The plug-in interface: what a shared library must export to be a bot. Plain C (C99), so that any compiler and any
 * language can make one. PLUGIN_ABI.md explains it; sdk/README.md has the C++ class that fills it in. */
#ifndef TICHU_SDK_PLUGIN_ABI_H
#define TICHU_SDK_PLUGIN_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised with every change that an older plug-in or arena could not work with. */
#define TICHU_ABI_VERSION 1u

/* A card is a number: 16 * suit + rank for suits 0 Jade, 1 Sword, 2 Pagoda, 3 Star and ranks 2..14 (J 11, Q 12, K 13,
 * A 14); Dog 0, Mahjong 1, Dragon 15, Phoenix 63; 255 is not a card. A set of cards is a 64-bit word, bit n for card n.
 */
typedef uint64_t tichu_card_set;

/* Seats are sides: 0 the own seat, 1 to the right (next in turn), 2 the partner, 3 to the left. */

enum tichu_kind {
  TICHU_NONE = 0, /* an empty table; in an answer: a pass */
  TICHU_SINGLE,
  TICHU_PAIR,
  TICHU_TRIPLE,
  TICHU_STAIRS,
  TICHU_FULL_HOUSE,
  TICHU_STRAIGHT,
  TICHU_QUAD,
  TICHU_STRAIGHT_FLUSH
};

typedef struct tichu_combination {
  tichu_card_set cards;
  uint8_t kind;   /* enum tichu_kind */
  uint8_t length; /* number of cards */
  uint8_t rank;   /* what is compared; 0 Dog, 1 Mahjong, 15 Dragon; a lone Phoenix: the rank half a point below it */
  uint8_t phoenix_as; /* 2..14, or 0 */
  uint8_t reserved[4];
} tichu_combination;

enum tichu_event_kind {
  TICHU_EVENT_DEALT = 0,
  TICHU_EVENT_GRAND_TICHU,
  TICHU_EVENT_TICHU,
  TICHU_EVENT_PUSH,
  TICHU_EVENT_PLAY,
  TICHU_EVENT_PASS,
  TICHU_EVENT_TRICK_TAKEN,
  TICHU_EVENT_GIVE_DRAGON
};

typedef struct tichu_event {
  uint8_t kind; /* enum tichu_event_kind */
  uint8_t who;
  uint8_t to;   /* trick taken, give dragon */
  uint8_t wish; /* play: 2..14, or 0 */
  uint8_t out_of_turn;
  uint8_t push[3]; /* cards to the giver's right, partner, left; 255 where hidden */
  int16_t points;  /* trick taken */
  uint8_t reserved[6];
  tichu_combination combination; /* play; dealt: only cards */
} tichu_event;

typedef struct tichu_rules {
  uint8_t partners_may_both_call_grand, tichu_before_push, bomb_ignores_wish, dragon_only_to_seat_with_cards;
  uint8_t draw_on_tie;
  uint8_t reserved[3];
  int32_t target;
} tichu_rules;

enum tichu_stage { TICHU_FIRST_EIGHT = 0, TICHU_BEFORE_PUSH, TICHU_PLAY, TICHU_OVER };

/* Mirrors tichu::Observation (engine/observation.h), member by member. */
typedef struct tichu_observation {
  tichu_card_set hand, first_eight, played[4], trick_cards;
  tichu_combination table;
  uint8_t given[3], received[3]; /* to and from right, partner, left; 255 before the push */
  uint8_t calls[4];              /* 0 none, 1 Tichu, 2 Grand Tichu */
  uint8_t hand_size[4];
  int16_t won[4];
  int16_t trick_points;
  uint8_t table_owner, to_act, wish, stage, passes, out_count;
  uint8_t out[4];
  tichu_rules rules;
  int32_t own_score, their_score;
  uint32_t event_count;
  const tichu_event* events;
} tichu_observation;

typedef struct tichu_option {
  const char* name;
  const char* value;
} tichu_option;

typedef struct tichu_setup {
  uint32_t size; /* sizeof(tichu_setup) of the arena */
  uint32_t option_count;
  uint64_t seed;
  tichu_rules rules;
  uint8_t remarks; /* 1: what the bot says of its decisions is kept; 0: it is thrown away */
  uint8_t reserved[3];
  const tichu_option* options; /* valid only during create */
} tichu_setup;

enum tichu_question {
  TICHU_ASK_GRAND_TICHU = 0, /* answer: call */
  TICHU_ASK_TICHU,           /* answer: call */
  TICHU_ASK_PUSH,            /* answer: push */
  TICHU_ASK_TURN,            /* answer: combination, wish; call 1 to call Tichu first */
  TICHU_ASK_BOMB,            /* answer: combination, or none */
  TICHU_ASK_GIVE_DRAGON      /* answer: give_to */
};

typedef struct tichu_move_probability {
  const char* move;   /* in the bot's own words, such as "7j 7s" or "pass"; UTF-8 */
  double probability; /* 0 to 1 */
} tichu_move_probability;

/* What a bot says of its decision, for people who look at it later. Nothing depends on it. */
typedef struct tichu_remark {
  const char* note; /* UTF-8, or null */
  double value;     /* where `has_value` is 1: points expected in this round, the own team's less the other's */
  const tichu_move_probability* probabilities; /* of the moves that the bot thought about */
  uint32_t probability_count;
  uint8_t has_value;
  uint8_t reserved[3];
} tichu_remark;

typedef struct tichu_answer {
  tichu_combination combination; /* only cards and phoenix_as are read: kind, length and rank follow from them */
  uint8_t call;
  uint8_t wish;
  uint8_t give_to;
  uint8_t push[3]; /* to right, partner, left */
  uint8_t reserved[2];
  const tichu_remark* remark; /* the bot's own until it is called again, or null */
} tichu_answer;

/* All functions of one bot are called from one thread at a time; different bots may be called from different threads at
 * once. None may throw, exit or keep a pointer beyond the call. */
typedef struct tichu_bot_table {
  uint32_t abi_version;                                                       /* TICHU_ABI_VERSION of the plug-in */
  uint32_t table_size, observation_size, event_size, setup_size, answer_size; /* sizeof, as the plug-in knows them */
  const char* name;                                                           /* static */
  const char* version;                                                        /* static */
  /* A new bot, or null if that fails. */
  void* (*create)(const tichu_setup* setup);
  void (*destroy)(void* bot);
  /* Tells an event; `seen` includes it. May be null. */
  void (*observe)(void* bot, const tichu_observation* seen, const tichu_event* event);
  /* Fills in `answer`, which comes zeroed; returns 0, or another number where the bot failed. */
  int32_t (*decide)(void* bot, uint32_t question, const tichu_observation* seen, tichu_answer* answer);
} tichu_bot_table;

/* The one symbol that a plug-in exports: its table, the same at each call, until it is unloaded. The arena calls it
 * once or more, from several threads perhaps. */
#pragma GCC visibility push(default)
const tichu_bot_table* tichu_bot_entry(void);
#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
