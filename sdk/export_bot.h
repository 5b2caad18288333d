#pragma once

#include <memory>
#include <type_traits>

#include "sdk/bot.h"
#include "sdk/plugin_abi.h"

namespace tichu {

/// The setup that a C table's `create` gets, as the C++ interface has it.
BotSetup to_bot_setup(const tichu_setup& setup);

/// Makes a bot inside the table's `create`: no exception gets out. Null if `make` throws; the text goes to stderr.
void* create_bot(const tichu_setup* setup, std::unique_ptr<Bot> (*make)(const BotSetup&)) noexcept;

/// A C table for a bot class, all but `create` filled in. `name` and `version` must be static.
tichu_bot_table bot_table(const char* name, const char* version, void* (*create)(const tichu_setup*)) noexcept;

/// The C table of a bot class, which is made from a BotSetup if it can be, otherwise without arguments.
template <typename BotClass>
tichu_bot_table bot_table_of(const char* name, const char* version) noexcept {
  static_assert(std::is_base_of_v<Bot, BotClass>, "TICHU_BOT needs a class that derives from tichu::Bot");
  return bot_table(name, version, [](const tichu_setup* setup) -> void* {
    return create_bot(setup, [](const BotSetup& made) -> std::unique_ptr<Bot> {
      if constexpr (std::is_constructible_v<BotClass, const BotSetup&>) {
        return std::make_unique<BotClass>(made);
      } else {
        (void)made;
        return std::make_unique<BotClass>();
      }
    });
  });
}

}  // namespace tichu

/// Exports a bot class, once in a bot's sources: `TICHU_BOT(MyBot, "my-bot", "1.0")`.
#define TICHU_BOT(Class, bot_name, bot_version)                                               \
  extern "C" const tichu_bot_table* tichu_bot_entry(void) {                                   \
    static const tichu_bot_table table = ::tichu::bot_table_of<Class>(bot_name, bot_version); \
    return &table;                                                                            \
  }                                                                                           \
  static_assert(true, "a semicolon follows")
