#include "tests/bots_play/bot_makers.h"

#include "bots/adept/adept_bot.h"
#include "bots/greedy/greedy_bot.h"
#include "bots/lowest/lowest_bot.h"
#include "bots/random/random_bot.h"
#include "bots/sage/sage_bot.h"
#include "bots/steady/steady_bot.h"

namespace tichu::testing {

std::unique_ptr<Bot> make_random(const BotSetup& setup) { return std::make_unique<bots::RandomBot>(setup); }
std::unique_ptr<Bot> make_lowest(const BotSetup& setup) { return std::make_unique<bots::LowestBot>(setup); }
std::unique_ptr<Bot> make_greedy(const BotSetup& setup) { return std::make_unique<bots::GreedyBot>(setup); }
std::unique_ptr<Bot> make_steady(const BotSetup& setup) { return std::make_unique<steady::SteadyBot>(setup); }
std::unique_ptr<Bot> make_adept(const BotSetup& setup) { return std::make_unique<adept::AdeptBot>(setup); }
std::unique_ptr<Bot> make_sage(const BotSetup& setup) {
  BotSetup quick = setup;
  quick.options = {{"simulations", "30"}};
  return std::make_unique<sage::SageBot>(quick);
}

}  // namespace tichu::testing
