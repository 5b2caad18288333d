// tichu-plugin-host [--json] FILE.so: a plug-in as a program that speaks the protocol, so that it can be kept in a
// sandbox and its crash is not the arena's. Only the arena runs it; with --json, as a JSON bot for measuring and tests.

#include <cstdio>
#include <string_view>

#include "arena/hosting/player/plugin_host.h"
#include "arena/hosting/player/plugin_library.h"
#include "protocol/json_bot_conversation.h"
#include "sdk/serve_bot.h"

int main(int count, char** argv) {
  const bool json = count == 3 && argv[1] == std::string_view("--json");
  if (count != 2 && !json) {
    std::fputs("tichu-plugin-host is run by tichu-arena, with a plug-in's file\n", stderr);
    return 2;
  }
  const auto library = tichu::arena::PluginLibrary::load(argv[count - 1]);
  if (!library) {
    std::fprintf(stderr, "%s\n", library.error().c_str());
    return tichu::arena::PluginNotLoaded;
  }
  const tichu_bot_table table = tichu::arena::guarded(library->table());
  if (!json) return tichu::serve_bot(table);
  tichu::protocol::JsonBotConversation conversation;
  return tichu::serve_bot(table, conversation);
}
