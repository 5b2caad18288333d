#include "tests/sdk/table_player.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include "sdk/abi_mirror.h"

namespace tichu::test {

void TablePlayer::sit_down(const protocol::NewBot& setup) {
  if (!bot_.create(setup.seed, setup.rules, setup.options, false)) throw std::runtime_error("no bot was made");
}

void TablePlayer::begin_round(const protocol::TeamScores&) {}

void TablePlayer::tell(const SeenEvent& event, const Observation& seen) { bot_.observe(seen, event); }

Answer TablePlayer::decide(Question question, const Observation& seen) {
  tichu_answer given{};
  if (bot_.decide(question, seen, given) != 0) throw std::runtime_error("the bot failed");
  return from_c(question, given);
}

LoadedPlugin::LoadedPlugin(const char* path) : library_(::dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) throw std::runtime_error(::dlerror());
  const auto entry = reinterpret_cast<decltype(&tichu_bot_entry)>(::dlsym(library_, "tichu_bot_entry"));
  if (entry == nullptr) throw std::runtime_error(std::string(path) + " exports no entry");
  table_ = entry();
}

LoadedPlugin::~LoadedPlugin() { ::dlclose(library_); }

}  // namespace tichu::test
