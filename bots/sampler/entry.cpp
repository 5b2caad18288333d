#include "bots/sampler/sampler_analyst.h"
#include "bots/sampler/sampler_bot.h"
#include "sdk/analyst.h"
#include "sdk/export_bot.h"

// The bot as a plug-in and, with a main of the SDK, as a program.
TICHU_BOT(tichu::sampler::SamplerBot, "sampler", "1.0");
TICHU_ANALYST(tichu::sampler::SamplerAnalyst, "sampler", "1.0");
