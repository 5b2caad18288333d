#include "bots/greedy/greedy_bot.h"
#include "sdk/export_bot.h"

// The bot as a plug-in and, with a main of the SDK, as a program.
TICHU_BOT(tichu::bots::GreedyBot, "greedy", "1.0");
