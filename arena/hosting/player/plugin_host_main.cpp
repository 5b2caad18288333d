// tichu-plugin-host FILE.so: a plug-in as a program that speaks the protocol, so that it can be kept in a sandbox and
// its crash is not the arena's. Only the arena runs it.

#include <cstdio>

#include "arena/hosting/player/plugin_host.h"
#include "arena/hosting/player/plugin_library.h"
#include "sdk/serve_bot.h"

int main(int count, char** argv) {
  if (count != 2) {
    std::fputs("tichu-plugin-host is run by tichu-arena, with a plug-in's file\n", stderr);
    return 2;
  }
  const auto library = tichu::arena::PluginLibrary::load(argv[1]);
  if (!library) {
    std::fprintf(stderr, "%s\n", library.error().c_str());
    return tichu::arena::PluginNotLoaded;
  }
  const tichu_bot_table table = tichu::arena::guarded(library->table());
  return tichu::serve_bot(table);
}
