#pragma once

#include <cstdio>
#include <exception>

#include "sdk/plugin_abi.h"

namespace tichu {

/// What stands behind a C table of this SDK: work whose exceptions do not get out. Their text goes to stderr, which the
/// arena keeps, with `where` it was; false if there was one.
template <typename Work>
bool without_exceptions(const char* where, Work work) noexcept {
  try {
    work();
    return true;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "exception in %s: %s\n", where, error.what());
  } catch (...) {
    std::fprintf(stderr, "exception in %s: not a std::exception\n", where);
  }
  return false;
}

/// A C table of a bot or an analyst with all that both have but `destroy`. `name` and `version` must be static.
template <typename Table>
Table table_with_sizes(const char* name, const char* version, void* (*create)(const tichu_setup*)) noexcept {
  Table table{};
  table.abi_version = TICHU_ABI_VERSION;
  table.table_size = sizeof(Table);
  table.observation_size = sizeof(tichu_observation);
  table.event_size = sizeof(tichu_event);
  table.setup_size = sizeof(tichu_setup);
  table.answer_size = sizeof(tichu_answer);
  table.name = name;
  table.version = version;
  table.create = create;
  return table;
}

}  // namespace tichu
