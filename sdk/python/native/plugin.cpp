#include "sdk/python/native/plugin.h"

#include <dlfcn.h>

namespace tichu::training {
namespace {

/// What keeps the table from being used; empty if it fits.
std::string misfit(const tichu_bot_table* table) {
  if (table == nullptr) return "tichu_bot_entry gave no table";
  if (table->abi_version != TICHU_ABI_VERSION) {
    return "it was built for version " + std::to_string(table->abi_version) +
           " of the plug-in interface, this module has " + std::to_string(TICHU_ABI_VERSION);
  }
  const bool same_sizes = table->table_size == sizeof(tichu_bot_table) &&
                          table->observation_size == sizeof(tichu_observation) &&
                          table->event_size == sizeof(tichu_event) && table->setup_size == sizeof(tichu_setup) &&
                          table->answer_size == sizeof(tichu_answer);
  if (!same_sizes) return "its structs have other sizes than this module's";
  if (table->create == nullptr || table->destroy == nullptr || table->decide == nullptr) {
    return "its table lacks create, destroy or decide";
  }
  return {};
}

}  // namespace

std::variant<std::shared_ptr<const Plugin>, std::string> Plugin::load(const std::string& path) {
  const std::string cannot = "cannot load " + path + ": ";
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return cannot + ::dlerror();
  std::shared_ptr<Plugin> plugin(new Plugin(path, library));
  const auto entry = reinterpret_cast<const tichu_bot_table* (*)()>(::dlsym(library, "tichu_bot_entry"));
  if (entry == nullptr) return cannot + "it does not export tichu_bot_entry";
  try {
    plugin->table_ = entry();
  } catch (...) {
    return cannot + "tichu_bot_entry threw an exception";
  }
  const std::string wrong = misfit(plugin->table_);
  if (!wrong.empty()) return cannot + wrong;
  return plugin;
}

Plugin::~Plugin() { ::dlclose(library_); }

}  // namespace tichu::training
