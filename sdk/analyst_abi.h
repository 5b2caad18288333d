/* The optional half of the plug-in interface: what a shared library may export besides its bot so that the arena can
 * ask it what decisions of others were worth. Plain C (C99). PLUGIN_ABI.md explains it; analyst.h has the C++ class
 * that fills it in. */
#ifndef TICHU_SDK_ANALYST_ABI_H
#define TICHU_SDK_ANALYST_ABI_H

#include <stdint.h>

#include "sdk/plugin_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All functions of one analyst are called from one thread at a time; different analysts may be called from different
 * threads at once. None may throw, exit or keep a pointer beyond the call. */
typedef struct tichu_analyst_table {
  uint32_t abi_version;                                                       /* TICHU_ABI_VERSION of the plug-in */
  uint32_t table_size, observation_size, event_size, setup_size, answer_size; /* sizeof, as the plug-in knows them */
  const char* name;                                                           /* static */
  const char* version;                                                        /* static */
  /* A new analyst, or null where that fails. */
  void* (*create)(const tichu_setup* setup);
  void (*destroy)(void* analyst);
  /* Fills in what else might be done instead of `played`, best first: at most `capacity` alternatives, `*count` of
   * them. Returns 0, or another number where the analyst failed. */
  int32_t (*propose)(void* analyst, uint32_t question, const tichu_observation* seen, const tichu_answer* played,
                     uint32_t capacity, tichu_answer* alternatives, uint32_t* count);
  /* Fills in `margins[world * count + alternative]`: what the own team scores in the round less what the other scores,
   * if the seat does the alternative and the others hold what that world guesses. A world's alternatives meet the same
   * guess. `seed` tells which worlds. `*judged` is how many worlds were filled in, at most `worlds`. Returns 0, or
   * another number where the analyst failed. */
  int32_t (*judge)(void* analyst, uint32_t question, const tichu_observation* seen, const tichu_answer* alternatives,
                   uint32_t count, uint64_t seed, uint32_t worlds, float* margins, uint32_t* judged);
} tichu_analyst_table;

/* A plug-in that analyses exports this besides tichu_bot_entry, on the same terms. */
#pragma GCC visibility push(default)
const tichu_analyst_table* tichu_analyst_entry(void);
#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
