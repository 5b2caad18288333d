#include "bots/sage/sage_bot.h"
#include "sdk/export_bot.h"

TICHU_BOT(tichu::sage::SageBot, "sage", "1.0");
