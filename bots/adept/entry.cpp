#include "bots/adept/adept_bot.h"
#include "sdk/export_bot.h"

TICHU_BOT(tichu::adept::AdeptBot, "adept", "1.0");
