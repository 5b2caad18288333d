#pragma once

#include <SQLiteCpp/Column.h>

#include <cstdint>

namespace tichu::arena {

/// So long a statement waits for another program that holds the database, before it fails.
constexpr int BusyMilliseconds = 10'000;

/// SQLite's integers have a sign; the numbers that are kept here are below 2^63. For sources only.
inline std::int64_t signed_of(std::uint64_t value) { return static_cast<std::int64_t>(value); }
inline std::uint64_t unsigned_of(const SQLite::Column& column) { return static_cast<std::uint64_t>(column.getInt64()); }

}  // namespace tichu::arena
