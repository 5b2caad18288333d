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
 * A 14); Dog 0, Mahjong 1, Dragon 15, Phoenix 63; 255 is not a card, or a hidden one. A set of cards is a 64-bit word,
 * bit n for card n. */
typedef uint64_t tichu_card_set;

/* Seats are sides: 0 the own seat, 1 to the right (next in turn), 2 the partner, 3 to the left; an array of four has
 * one element for each. Pushed cards are those to the giver's right, partner and left. A rank is 2..14, or 0 for none.
 * A truth is 0 or 1. Sizes are those with pointers of 64 bits; every member lies at a multiple of its own size. */

enum tichu_kind {
  TICHU_NONE = 0, /* an empty table; in an answer: a pass */
  TICHU_SINGLE,
  TICHU_PAIR,
  TICHU_TRIPLE,
  TICHU_STAIRS,
  TICHU_FULL_HOUSE,
  TICHU_STRAIGHT,
  TICHU_QUAD,          /* a bomb */
  TICHU_STRAIGHT_FLUSH /* a bomb */
};

/* Cards and the combination that they are (RULES 4); 16 bytes. */
typedef struct tichu_combination {
  tichu_card_set cards;
  uint8_t kind;   /* enum tichu_kind */
  uint8_t length; /* number of cards, 0..14 */
  /* Of straights and stairs the top, of a full house that of the triple; 0 Dog, 1 Mahjong, 15 Dragon. Of a lone Phoenix
   * the rank half a point below it: 1 when led, 7 on a 7. */
  uint8_t rank;
  uint8_t phoenix_as; /* rank of the Phoenix among several cards */
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

/* An event as far as the bot may know it; 32 bytes. Members that the kind does not use are 0, `push` 255. */
typedef struct tichu_event {
  uint8_t kind;        /* enum tichu_event_kind */
  uint8_t who;         /* side that did it */
  uint8_t to;          /* trick taken, give dragon: side that gets the trick */
  uint8_t wish;        /* play: rank wished for */
  uint8_t out_of_turn; /* play: truth; a bomb out of turn */
  uint8_t push[3];     /* pushed cards; of others' pushes only the card that came to the bot */
  int16_t points;      /* trick taken: -25..125 */
  uint8_t reserved[6];
  tichu_combination combination; /* play; dealt: only cards, the first eight, then six */
} tichu_event;

/* The options of RULES 10; 12 bytes. */
typedef struct tichu_rules {
  uint8_t partners_may_both_call_grand, tichu_before_push, bomb_ignores_wish, dragon_only_to_seat_with_cards;
  uint8_t draw_on_tie; /* truth: `tie` is `draw` */
  uint8_t reserved[3];
  int32_t target; /* points that win a game */
} tichu_rules;

enum tichu_stage { TICHU_FIRST_EIGHT = 0, TICHU_BEFORE_PUSH, TICHU_PLAY, TICHU_OVER };

/* All that the bot may know about the round. Mirrors tichu::Observation (engine/observation.h), member by member;
 * 144 bytes. */
typedef struct tichu_observation {
  tichu_card_set hand;           /* own cards now */
  tichu_card_set first_eight;    /* own cards at the Grand Tichu decision */
  tichu_card_set played[4];      /* by side: in this round */
  tichu_card_set trick_cards;    /* of the current trick */
  tichu_combination table;       /* to beat; kind 0 on a lead */
  uint8_t given[3], received[3]; /* to and from right, partner, left; 255 before the push */
  uint8_t calls[4];              /* by side: 0 none, 1 Tichu, 2 Grand Tichu */
  uint8_t hand_size[4];          /* by side */
  int16_t won[4];                /* by side: points of tricks so far */
  int16_t trick_points;          /* on the table */
  uint8_t table_owner;           /* side that played `table`; without meaning on a lead */
  uint8_t to_act;                /* side whose turn comes next, in stage 2; before the first lead 0 */
  uint8_t wish;                  /* open wish, a rank */
  uint8_t stage;                 /* enum tichu_stage */
  uint8_t passes;                /* in a row since the last play */
  uint8_t out_count;             /* seats without cards */
  uint8_t out[4];                /* sides as they went out; the first `out_count` are valid */
  tichu_rules rules;
  int32_t own_score, their_score; /* of the game, by team, before this round; 0 in single rounds */
  uint32_t event_count;           /* of `events`, up to 304 */
  const tichu_event* events;      /* the round so far, oldest first */
} tichu_observation;

/* Zero-terminated UTF-8; 16 bytes. */
typedef struct tichu_option {
  const char* name;
  const char* value;
} tichu_option;

/* 40 bytes. */
typedef struct tichu_setup {
  uint32_t size; /* sizeof(tichu_setup) of the arena */
  uint32_t option_count;
  uint64_t seed; /* key of the bot's own random numbers */
  tichu_rules rules;
  uint8_t remarks; /* truth: remarks are kept */
  uint8_t reserved[3];
  const tichu_option* options; /* in the tournament file's order; may be null if there are none */
} tichu_setup;

enum tichu_question {
  TICHU_ASK_GRAND_TICHU = 0, /* answer: call */
  TICHU_ASK_TICHU,           /* answer: call */
  TICHU_ASK_PUSH,            /* answer: push */
  TICHU_ASK_TURN,            /* answer: combination, wish; call 1 to call Tichu first */
  TICHU_ASK_BOMB,            /* answer: combination, or none */
  TICHU_ASK_GIVE_DRAGON      /* answer: give_to */
};

/* 16 bytes. */
typedef struct tichu_move_probability {
  const char* move;   /* in the bot's own words, such as "7j 7s" or "pass"; UTF-8, of which 100 bytes are kept */
  double probability; /* 0 to 1 */
} tichu_move_probability;

/* What a bot says of its decision, for people who look at it later; 32 bytes. Nothing depends on it. */
typedef struct tichu_remark {
  const char* note; /* UTF-8, of which 1024 bytes are kept, or null */
  double value;     /* where `has_value` is 1: points expected in this round, the own team's less the other's */
  const tichu_move_probability* probabilities; /* of the moves that the bot thought about */
  uint32_t probability_count;                  /* of which 32 are kept */
  uint8_t has_value;
  uint8_t reserved[3];
} tichu_remark;

/* 32 bytes. */
typedef struct tichu_answer {
  /* Only cards and phoenix_as are read; no cards mean a pass. phoenix_as 0: the highest rank that makes it legal. */
  tichu_combination combination;
  uint8_t call;    /* truth */
  uint8_t wish;    /* a rank */
  uint8_t give_to; /* side 1 or 3 */
  uint8_t push[3]; /* three different cards of the hand */
  uint8_t reserved[2];
  const tichu_remark* remark; /* the bot's own until it is called again, or null */
} tichu_answer;

/* All functions of one bot are called from one thread at a time; different bots may be called from different threads at
 * once. None may throw, exit or keep a pointer beyond the call. 72 bytes; only `observe` may be null. */
typedef struct tichu_bot_table {
  uint32_t abi_version;                                                       /* TICHU_ABI_VERSION of the plug-in */
  uint32_t table_size, observation_size, event_size, setup_size, answer_size; /* sizeof, as the plug-in knows them */
  const char* name;                                                           /* 1 to 200 bytes of UTF-8 */
  const char* version;                                                        /* at most 200 bytes of UTF-8 */
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
