#include "arena/hosting/player/plugin_host.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "arena/hosting/player/answer_reading.h"

namespace tichu::arena {
namespace {

/// The plug-in of this process. A table's functions get nothing that could lead to it.
const tichu_bot_table*& the_plugin() {
  static const tichu_bot_table* plugin = nullptr;
  return plugin;
}

[[noreturn]] void end_with(int exit_code, const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  std::fflush(nullptr);
  std::_Exit(exit_code);  // without the plug-in's destructors
}

template <typename Work>
auto without_exceptions(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    end_with(PluginFailed, "threw an exception across the plug-in interface");
  }
}

void* create(const tichu_setup* setup) {
  void* bot = without_exceptions([&] { return the_plugin()->create(setup); });
  if (bot == nullptr) end_with(PluginNotLoaded, "the plug-in could not make a bot");
  return bot;
}

void destroy(void* bot) {
  without_exceptions([&] { the_plugin()->destroy(bot); });
}

void observe(void* bot, const tichu_observation* seen, const tichu_event* event) {
  without_exceptions([&] { the_plugin()->observe(bot, seen, event); });
}

std::int32_t decide(void* bot, std::uint32_t question, const tichu_observation* seen, tichu_answer* answer) {
  const std::int32_t status = without_exceptions([&] { return the_plugin()->decide(bot, question, seen, answer); });
  if (status != 0) end_with(PluginFailed, "failed in a decision with status " + std::to_string(status));
  const auto checked = check_form(static_cast<Question>(question), *answer);
  if (!checked) end_with(PluginMisanswered, checked.error().text);
  return 0;
}

}  // namespace

tichu_bot_table guarded(const tichu_bot_table& plugin) {
  the_plugin() = &plugin;
  tichu_bot_table table = plugin;
  table.create = create;
  table.destroy = destroy;
  table.observe = plugin.observe == nullptr ? nullptr : observe;
  table.decide = decide;
  return table;
}

}  // namespace tichu::arena
