#pragma once

#include <span>
#include <string>
#include <vector>

namespace SQLite {  // NOLINT(readability-identifier-naming): the library's name
class Database;
}

namespace tichu::arena {

/// A step that brings a database from the schema before to the next. The first leads from schema 1 to schema 2.
struct Migration {
  const char* what;  ///< what it adds, for people
  const char* sql;
};

/// The schema that the steps lead to: 1 without any.
constexpr int schema_after(std::span<const Migration> steps) { return 1 + static_cast<int>(steps.size()); }

/// Does the steps that the database `file` lacks in one transaction, which is undone if it is on trial. Returns a line
/// for each. Throws std::runtime_error if the database has a schema that the steps do not know, SQLite::Exception if a
/// step fails; then nothing has changed.
std::vector<std::string> migrate(SQLite::Database& database, const std::string& file, std::span<const Migration> steps,
                                 bool on_trial);

}  // namespace tichu::arena
