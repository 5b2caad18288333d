// tichu-plugin-host FILE.so: a plug-in as a program that speaks the protocol, so that it can be kept in a sandbox and
// its crash is not the arena's. Only the arena runs it.

#include <cstdio>
#include <string>
#include <variant>

#include "arena/hosting/player/plugin_guard.h"
#include "arena/hosting/player/plugin_host.h"
#include "arena/hosting/player/plugin_library.h"
#include "sdk/serve_bot.h"

int main(int count, char** words) {
  using namespace tichu::arena;
  if (count != 2) {
    std::fputs("tichu-plugin-host is run by tichu-arena, with a plug-in's file\n", stderr);
    return 2;
  }
  const std::variant<PluginLibrary, std::string> loaded = PluginLibrary::load(words[1]);
  if (const auto* message = std::get_if<std::string>(&loaded)) {
    std::fprintf(stderr, "%s\n", message->c_str());
    return PluginNotLoaded;
  }
  const tichu_bot_table table = guarded(std::get<PluginLibrary>(loaded).table());
  return tichu::serve_bot(table);
}
