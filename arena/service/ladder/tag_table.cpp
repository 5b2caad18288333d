#include "arena/service/ladder/tag_table.h"

#include <algorithm>

#include "arena/service/ladder/ladder_sql.h"
#include "arena/text/characters.h"

namespace tichu::arena {

std::optional<std::string> tag_of(std::string_view text) {
  constexpr std::size_t Longest = 24;
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::string tag = in_lower_case(text);
  std::ranges::replace(tag, ' ', '-');
  const bool is_tag = !tag.empty() && tag.size() <= Longest && std::all_of(tag.begin(), tag.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
  });
  return is_tag ? std::optional(tag) : std::nullopt;
}

std::vector<std::string> TagTable::on(JobNumber job) {
  SQLite::Statement query(work_.sql(), "SELECT tag FROM board_tag WHERE account = ? AND job = ? ORDER BY tag");
  SQLite::bind(query, sql_number(account_), sql_number(job));
  std::vector<std::string> tags;
  while (query.executeStep()) tags.push_back(query.getColumn(0).getString());
  return tags;
}

std::vector<TagCount> TagTable::all() {
  SQLite::Statement query(work_.sql(),
                          "SELECT tag, count(*) FROM board_tag WHERE account = ? GROUP BY tag ORDER BY tag");
  query.bind(1, sql_number(account_));
  std::vector<TagCount> tags;
  while (query.executeStep()) {
    tags.push_back({query.getColumn(0).getString(), static_cast<std::uint64_t>(query.getColumn(1).getInt64())});
  }
  return tags;
}

std::vector<JobNumber> TagTable::boards(const std::string& tag) {
  SQLite::Statement query(work_.sql(), "SELECT job FROM board_tag WHERE account = ? AND tag = ? ORDER BY job");
  SQLite::bind(query, sql_number(account_), tag);
  std::vector<JobNumber> jobs;
  while (query.executeStep()) jobs.emplace_back(static_cast<std::uint64_t>(query.getColumn(0).getInt64()));
  return jobs;
}

std::uint64_t TagTable::tagged_boards() {
  SQLite::Statement query(work_.sql(), "SELECT count(DISTINCT job) FROM board_tag WHERE account = ?");
  query.bind(1, sql_number(account_));
  query.executeStep();
  return static_cast<std::uint64_t>(query.getColumn(0).getInt64());
}

void TagTable::add(JobNumber job, const std::string& tag) {
  execute(work_.sql(), "INSERT OR IGNORE INTO board_tag (account, tag, job) VALUES (?, ?, ?)", sql_number(account_),
          tag, sql_number(job));
}

bool TagTable::remove(JobNumber job, const std::string& tag) {
  SQLite::Statement erase(work_.sql(), "DELETE FROM board_tag WHERE account = ? AND tag = ? AND job = ?");
  SQLite::bind(erase, sql_number(account_), tag, sql_number(job));
  return erase.exec() > 0;
}

bool TagTable::remove(const std::string& tag) {
  SQLite::Statement erase(work_.sql(), "DELETE FROM board_tag WHERE account = ? AND tag = ?");
  SQLite::bind(erase, sql_number(account_), tag);
  return erase.exec() > 0;
}

}  // namespace tichu::arena
