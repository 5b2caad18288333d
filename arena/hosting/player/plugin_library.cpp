#include "arena/hosting/player/plugin_library.h"

#include <array>
#include <exception>
#include <mutex>
#include <string_view>
#include <system_error>

namespace tichu::arena {
namespace {

constexpr const char* EntrySymbol = "tichu_bot_entry";

/// Held while a library is loaded or unloaded. The linker has a lock of its own, but one that thread sanitizers do not
/// see: they would take a library that is loaded again where another was for a race.
std::recursive_mutex& linking() {
  static std::recursive_mutex mutex;
  return mutex;
}

/// The dynamic linker's own words, without what Boost writes around them.
std::string linker_message(std::string_view what) {
  constexpr std::string_view Before = "(dlerror system message: ";
  const std::size_t start = what.find(Before);
  const std::size_t end = what.rfind("): ");
  if (start == std::string_view::npos || end == std::string_view::npos) return std::string(what);
  return std::string(what.substr(start + Before.size(), end - start - Before.size()));
}

/// Why the arena cannot use the table; empty if it can.
std::string misfit(const tichu_bot_table& table) {
  if (table.abi_version != TICHU_ABI_VERSION) {
    return "it was built for version " + std::to_string(table.abi_version) +
           " of the plug-in interface, this arena has " + std::to_string(TICHU_ABI_VERSION);
  }
  struct Size {
    const char* name;
    std::size_t theirs;
    std::size_t ours;
  };
  const std::array<Size, 5> sizes{Size{"tichu_bot_table", table.table_size, sizeof(tichu_bot_table)},
                                  Size{"tichu_observation", table.observation_size, sizeof(tichu_observation)},
                                  Size{"tichu_event", table.event_size, sizeof(tichu_event)},
                                  Size{"tichu_setup", table.setup_size, sizeof(tichu_setup)},
                                  Size{"tichu_answer", table.answer_size, sizeof(tichu_answer)}};
  for (const Size& size : sizes) {
    if (size.theirs == size.ours) continue;
    return "its " + std::string(size.name) + " has " + std::to_string(size.theirs) + " bytes, this arena's has " +
           std::to_string(size.ours);
  }
  if (table.create == nullptr || table.destroy == nullptr || table.decide == nullptr) {
    return "its table lacks create, destroy or decide";
  }
  return {};
}

}  // namespace

void PluginLibrary::Unload::operator()(boost::dll::shared_library* library) const {
  const std::lock_guard alone(linking());
  delete library;
}

tl::expected<PluginLibrary, std::string> PluginLibrary::load(const std::filesystem::path& path) {
  const std::lock_guard alone(linking());
  const auto cannot = [&](const std::string& why) {
    return tl::unexpected("cannot load " + path.string() + ": " + why);
  };
  std::error_code unknown;
  const std::filesystem::file_status found = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(found) && !std::filesystem::is_regular_file(found)) {
    return cannot("it is not a file but a folder, a named pipe or the like");  // the linker would wait for a pipe
  }
  try {
    Library library(new boost::dll::shared_library(
        std::filesystem::absolute(path).string(), boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local));
    if (!library->has(EntrySymbol)) return cannot(std::string("it does not export ") + EntrySymbol);
    const tichu_bot_table* table = library->get<const tichu_bot_table*()>(EntrySymbol)();
    if (table == nullptr) return cannot(std::string(EntrySymbol) + " gave no table");
    const std::string wrong = misfit(*table);
    if (!wrong.empty()) return cannot(wrong);
    return PluginLibrary(std::move(library), table);
  } catch (const std::exception& error) {
    return cannot(linker_message(error.what()));
  } catch (...) {
    return cannot(std::string(EntrySymbol) + " threw an exception");
  }
}

}  // namespace tichu::arena
