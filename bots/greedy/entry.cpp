#include "bots/greedy/greedy_bot.h"
#include "sdk/export_bot.h"

TICHU_BOT(tichu::bots::GreedyBot, "greedy", "1.0");
