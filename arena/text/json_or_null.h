#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace tichu::arena {

/// The value, or JSON's null if there is none.
template <typename T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace tichu::arena
