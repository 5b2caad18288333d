// main() of a bot's program: speaks the protocol for the bot that `tichu_bot_entry` gives.

#include "sdk/plugin_abi.h"
#include "sdk/serve_bot.h"

int main() { return tichu::serve_bot(*tichu_bot_entry()); }
