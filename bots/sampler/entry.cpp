#include "bots/sampler/sampler_bot.h"
#include "sdk/export_bot.h"

TICHU_BOT(tichu::sampler::SamplerBot, "sampler", "1.0");
