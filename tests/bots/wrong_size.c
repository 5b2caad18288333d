/* A plug-in of the right version that was built with another layout of the observation. */
#include <stddef.h>

#include "sdk/plugin_abi.h"

const tichu_bot_table* tichu_bot_entry(void) {
  static const tichu_bot_table table = {.abi_version = TICHU_ABI_VERSION,
                                        .table_size = sizeof(tichu_bot_table),
                                        .observation_size = sizeof(tichu_observation) + 8,
                                        .event_size = sizeof(tichu_event),
                                        .setup_size = sizeof(tichu_setup),
                                        .answer_size = sizeof(tichu_answer)};
  return &table;
}
