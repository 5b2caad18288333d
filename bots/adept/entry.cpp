#include "bots/adept/adept_bot.h"
#include "sdk/export_bot.h"

// The bot as a plug-in and, with a main of the SDK, as a program.
TICHU_BOT(tichu::adept::AdeptBot, "adept", "1.0");
