#include "bots/lowest/lowest_bot.h"
#include "sdk/export_bot.h"

TICHU_BOT(tichu::bots::LowestBot, "lowest", "1.0");
