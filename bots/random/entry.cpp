#include "bots/random/random_bot.h"
#include "sdk/export_bot.h"

TICHU_BOT(tichu::bots::RandomBot, "random", "1.0");
