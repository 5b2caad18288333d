#pragma once

#include <string>

#include "arena/hosting/player/bot_spec.h"
#include "arena/installation.h"

namespace tichu::tests {

/// A bot that came with the arena, as its plug-in or as its program, under its own name or as `as`; trusted.
inline arena::BotSpec bundled_bot(const std::string& name, arena::BotKind kind = arena::BotKind::Plugin,
                                  const std::string& as = "") {
  arena::BotSpec bot;
  bot.name = as.empty() ? name : as;
  bot.kind = kind;
  bot.path = arena::bundled_bots_folder() / (kind == arena::BotKind::Plugin ? name + ".so" : name);
  bot.trusted = true;
  return bot;
}

}  // namespace tichu::tests
