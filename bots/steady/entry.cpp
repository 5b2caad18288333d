#include "bots/steady/steady_bot.h"
#include "sdk/export_bot.h"

TICHU_BOT(tichu::steady::SteadyBot, "steady", "1.0");
