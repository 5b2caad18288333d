/* A plug-in that was linked without a library that it needs. */
#include "sdk/plugin_abi.h"

extern const tichu_bot_table* tichu_table_from_nowhere(void);

const tichu_bot_table* tichu_bot_entry(void) { return tichu_table_from_nowhere(); }
