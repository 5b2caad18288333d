#pragma once

#include <boost/dll/shared_library.hpp>
#include <filesystem>
#include <string>
#include <variant>

#include "sdk/plugin_abi.h"

namespace tichu::arena {

/// A loaded plug-in whose interface was found to fit. Loading the same file again shares what is loaded (the dynamic
/// linker counts); it is unloaded with the last object.
class PluginLibrary {
 public:
  /// Loads the file and checks its table, or says in one sentence what is wrong: the linker's words, the missing entry,
  /// or both numbers where versions or sizes differ.
  static std::variant<PluginLibrary, std::string> load(const std::filesystem::path& path);

  const tichu_bot_table& table() const { return *table_; }

 private:
  PluginLibrary(boost::dll::shared_library library, const tichu_bot_table* table)
      : library_(std::move(library)), table_(table) {}

  boost::dll::shared_library library_;
  const tichu_bot_table* table_;
};

}  // namespace tichu::arena
