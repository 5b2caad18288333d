#include "sdk/plugin_abi.h"

/* The sizes as a C compiler sees them; plugin_abi_test.cpp compares them with those of C++. */
unsigned tichu_test_sizes_in_c(unsigned* sizes);

unsigned tichu_test_sizes_in_c(unsigned* sizes) {
  sizes[0] = (unsigned)sizeof(tichu_combination);
  sizes[1] = (unsigned)sizeof(tichu_event);
  sizes[2] = (unsigned)sizeof(tichu_rules);
  sizes[3] = (unsigned)sizeof(tichu_observation);
  sizes[4] = (unsigned)sizeof(tichu_setup);
  sizes[5] = (unsigned)sizeof(tichu_answer);
  sizes[6] = (unsigned)sizeof(tichu_bot_table);
  return 7;
}
