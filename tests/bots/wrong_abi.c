/* A plug-in of a later interface, whose table cannot be trusted. */
#include <stddef.h>

#include "sdk/plugin_abi.h"

const tichu_bot_table* tichu_bot_entry(void) {
  static const tichu_bot_table table = {.abi_version = TICHU_ABI_VERSION + 41};
  return &table;
}
