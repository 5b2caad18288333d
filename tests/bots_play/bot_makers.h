#pragma once

#include "tests/bots_play/table.h"

// The bundled bots, for tests that ask them directly.
namespace tichu::testing {

std::unique_ptr<Bot> make_random(const BotSetup& setup);
std::unique_ptr<Bot> make_lowest(const BotSetup& setup);
std::unique_ptr<Bot> make_greedy(const BotSetup& setup);
std::unique_ptr<Bot> make_steady(const BotSetup& setup);
std::unique_ptr<Bot> make_adept(const BotSetup& setup);
/// With so few playouts that a test can play many rounds.
std::unique_ptr<Bot> make_sage(const BotSetup& setup);

}  // namespace tichu::testing
