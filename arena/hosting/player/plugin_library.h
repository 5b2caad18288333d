#pragma once

#include <boost/dll/shared_library.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "sdk/analyst_abi.h"
#include "sdk/plugin_abi.h"

namespace tichu::arena {

/// A loaded plug-in whose interface was found to fit. Loading the same file again shares what is loaded (the dynamic
/// linker counts); it is unloaded with the last object. Any thread may load and unload.
class PluginLibrary {
 public:
  /// Loads the file and checks its table. The error is one sentence: the linker's words, the missing entry, or both
  /// numbers if versions or sizes differ.
  static tl::expected<PluginLibrary, std::string> load(const std::filesystem::path& path);

  const tichu_bot_table& table() const { return *table_; }
  /// The table of the analyst that the plug-in exports besides its bot, whose interface was found to fit. The error is
  /// one sentence: there is none, or both numbers where they differ.
  tl::expected<const tichu_analyst_table*, std::string> analyst() const;

 private:
  struct Unload {
    void operator()(boost::dll::shared_library* library) const;
  };
  using Library = std::unique_ptr<boost::dll::shared_library, Unload>;

  PluginLibrary(Library library, const tichu_bot_table* table) : library_(std::move(library)), table_(table) {}

  Library library_;
  const tichu_bot_table* table_;
};

}  // namespace tichu::arena
