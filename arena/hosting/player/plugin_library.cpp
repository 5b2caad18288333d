#include "arena/hosting/player/plugin_library.h"

#include <array>
#include <exception>
#include <mutex>
#include <span>
#include <string_view>
#include <system_error>

namespace tichu::arena {
namespace {

constexpr const char* EntrySymbol = "tichu_bot_entry";
constexpr const char* AnalystSymbol = "tichu_analyst_entry";

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

/// A struct of the interface: how many bytes it has for them, and for us.
struct StructSize {
  const char* name;
  std::size_t theirs;
  std::size_t ours;
};

/// Why the arena cannot use a table of this version with these structs; empty if it can.
std::string misfit(std::uint32_t version, std::span<const StructSize> sizes) {
  if (version != TICHU_ABI_VERSION) {
    return "it was built for version " + std::to_string(version) + " of the plug-in interface, this arena has " +
           std::to_string(TICHU_ABI_VERSION);
  }
  for (const StructSize& size : sizes) {
    if (size.theirs == size.ours) continue;
    return "its " + std::string(size.name) + " has " + std::to_string(size.theirs) + " bytes, this arena's has " +
           std::to_string(size.ours);
  }
  return {};
}

template <typename Table>
std::string misfit_of_structs(const Table& table, const char* name) {
  return misfit(table.abi_version,
                std::array{StructSize{name, table.table_size, sizeof(Table)},
                           StructSize{"tichu_observation", table.observation_size, sizeof(tichu_observation)},
                           StructSize{"tichu_event", table.event_size, sizeof(tichu_event)},
                           StructSize{"tichu_setup", table.setup_size, sizeof(tichu_setup)},
                           StructSize{"tichu_answer", table.answer_size, sizeof(tichu_answer)}});
}

/// Why the arena cannot use the table; empty if it can.
std::string misfit(const tichu_bot_table& table) {
  const std::string wrong = misfit_of_structs(table, "tichu_bot_table");
  if (!wrong.empty()) return wrong;
  if (table.create == nullptr || table.destroy == nullptr || table.decide == nullptr) {
    return "its table lacks create, destroy or decide";
  }
  return {};
}

std::string misfit(const tichu_analyst_table& table) {
  const std::string wrong = misfit_of_structs(table, "tichu_analyst_table");
  if (!wrong.empty()) return wrong;
  if (table.create == nullptr || table.destroy == nullptr || table.propose == nullptr || table.judge == nullptr) {
    return "its table of an analyst lacks create, destroy, propose or judge";
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

tl::expected<const tichu_analyst_table*, std::string> PluginLibrary::analyst() const {
  const std::lock_guard alone(linking());
  try {
    if (!library_->has(AnalystSymbol)) {
      return tl::unexpected(std::string("it does not export ") + AnalystSymbol + ", so it cannot analyse");
    }
    const tichu_analyst_table* table = library_->get<const tichu_analyst_table*()>(AnalystSymbol)();
    if (table == nullptr) return tl::unexpected(std::string(AnalystSymbol) + " gave no table");
    const std::string wrong = misfit(*table);
    if (!wrong.empty()) return tl::unexpected(wrong);
    return table;
  } catch (...) {
    return tl::unexpected(std::string(AnalystSymbol) + " threw an exception");
  }
}

}  // namespace tichu::arena
