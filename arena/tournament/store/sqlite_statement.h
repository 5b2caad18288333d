#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "arena/ids.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// So long a statement waits for another program that holds the database, before it fails.
constexpr int BusyMilliseconds = 10'000;

/// SQLite's integers have a sign; the numbers that are kept here are below 2^63.
inline std::int64_t signed_of(std::uint64_t value) { return static_cast<std::int64_t>(value); }
inline std::uint64_t unsigned_of(const SQLite::Column& column) { return static_cast<std::uint64_t>(column.getInt64()); }

// For sources, and for headers that only sources include: statements with values, and what their rows hold.

/// Bytes for a column of the type BLOB.
struct SqlBytes {
  std::string_view bytes;
};

/// Binds bytes.
inline void bind_value(SQLite::Statement& statement, int index, SqlBytes value) {
  statement.bind(index, value.bytes.data(), static_cast<int>(value.bytes.size()));
}

/// Binds the number of a thing.
template <typename Thing>
void bind_value(SQLite::Statement& statement, int index, NumberOf<Thing> value) {
  statement.bind(index, signed_of(value.value()));
}

/// Binds a number (true is 1), a text, or the word of an enumeration.
template <typename T>
void bind_value(SQLite::Statement& statement, int index, const T& value) {
  if constexpr (HasWords<T>) {
    statement.bind(index, std::string(to_text(value)));
  } else if constexpr (std::convertible_to<T, std::string_view>) {
    statement.bind(index, std::string(std::string_view(value)));
  } else if constexpr (std::integral<T> || std::same_as<T, EntrantId> || std::same_as<T, BotId>) {
    statement.bind(index, static_cast<std::int64_t>(value));
  } else {
    statement.bind(index, value);
  }
}

/// Binds a value, or NULL if there is none.
template <typename T>
void bind_value(SQLite::Statement& statement, int index, const std::optional<T>& value) {
  if (value) {
    bind_value(statement, index, *value);
  } else {
    statement.bind(index);
  }
}

/// A statement with these values.
template <typename... Values>
SQLite::Statement bound(const SQLite::Database& sql, const std::string& text, const Values&... values) {
  SQLite::Statement statement(sql, text);
  int index = 0;
  (bind_value(statement, ++index, values), ...);
  return statement;
}

/// Executes one. Returns how many rows it changed.
template <typename... Values>
int execute(const SQLite::Database& sql, const std::string& text, const Values&... values) {
  return bound(sql, text, values...).exec();
}

/// What `make` makes of each row.
template <typename Make>
auto rows_of(SQLite::Statement query, Make make) {
  std::vector<std::invoke_result_t<Make, SQLite::Statement&>> all;
  while (query.executeStep()) all.push_back(make(query));
  return all;
}

/// What `make` makes of the first row; nullopt if there is none.
template <typename Make>
auto row_of(SQLite::Statement query, Make make) {
  return query.executeStep() ? std::optional(make(query)) : std::nullopt;
}

/// The number in the first row, such as a count.
inline std::uint64_t count_of(SQLite::Statement query) {
  query.executeStep();
  return unsigned_of(query.getColumn(0));
}

/// The text of a column, empty if it is NULL.
inline std::string text_in(const SQLite::Column& column) { return column.isNull() ? "" : column.getString(); }

/// The number of a column, nullopt if it is NULL.
template <typename T>
std::optional<T> number_in(const SQLite::Column& column) {
  if (column.isNull()) return std::nullopt;
  if constexpr (std::floating_point<T>) {
    return column.getDouble();
  } else if constexpr (std::integral<T> || std::is_enum_v<T>) {
    return static_cast<T>(column.getInt64());
  } else {
    return T(unsigned_of(column));
  }
}

}  // namespace tichu::arena
