/* A plug-in that was built against a library which the machine does not have. */
#include <stddef.h>

#include "sdk/plugin_abi.h"

int tichu_test_absent(void);

const tichu_bot_table* tichu_bot_entry(void) {
  static const tichu_bot_table table = {.abi_version = TICHU_ABI_VERSION};
  return tichu_test_absent() ? &table : NULL;
}
