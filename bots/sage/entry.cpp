#include "bots/sage/sage_analyst.h"
#include "bots/sage/sage_bot.h"
#include "sdk/analyst.h"
#include "sdk/export_bot.h"

TICHU_BOT(tichu::sage::SageBot, "sage", "1.0");
TICHU_ANALYST(tichu::sage::SageAnalyst, "sage", "1.0");
